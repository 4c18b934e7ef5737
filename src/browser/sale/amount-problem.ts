import type { AmountProblem, AmountRule } from '#domain/money/amount-rule.ts'
import type { Decimal } from '#domain/money/money.ts'
import { shortAmount, type useFormats } from '../i18n/formats.ts'
import type { Text } from '../i18n/use-text.ts'

export type AmountWords = { t: Text; formats: ReturnType<typeof useFormats> }

/** `fixes`: the valid amounts next to the wrong one. */
export function sayAmountProblem(
  problem: AmountProblem,
  fixes: readonly Decimal[],
  rule: AmountRule,
  currency: string,
  { t, formats }: AmountWords,
): string {
  if (problem === 'below-min') return t('ticket.belowMin', { amount: formats.shortMoney(rule.min, currency) })
  if (problem === 'above-max') return t('ticket.aboveMax', { amount: formats.shortMoney(rule.max, currency) })
  const [first, second] = fixes.map((fix) => shortAmount(fix, currency))
  const step = shortAmount(rule.step, currency)
  if (first === undefined) return t('ticket.unreadableAmount')
  return second === undefined ? t('ticket.offStepOne', { step, first }) : t('ticket.offStep', { step, first, second })
}
