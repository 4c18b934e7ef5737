import type { AlertChoice } from '#contract/proxy/alerts.ts'
import type { Settings } from '#contract/proxy/settings.ts'
import { UNKNOWN_MINUTES } from '#domain/alerts.ts'
import { decimal, decimalsOf, findDecimal, formatDecimal, isSameDecimal } from '#domain/money.ts'

/** What is stored: the choice itself, and the lines of the wallet, which are settings of the shop. */
export type StoredConditions = { choice: AlertChoice; wallet: Settings['wallet'] }

/** What is typed, before it is saved. An empty line of the wallet is none. */
export type Draft = Omit<AlertChoice, 'unknownMinutes'> & {
  line: string
  days: string
  minutes: string
  tellCashiers: boolean
}

export const MAX_DAYS = 60

export const draftOf = ({ choice: { unknownMinutes, ...choice }, wallet }: StoredConditions): Draft => ({
  ...choice,
  line: wallet.line ? wallet.line.amount.replace(/\.0+$/, '') : '',
  days: wallet.daysLine === null ? '' : String(wallet.daysLine),
  minutes: String(unknownMinutes),
  tellCashiers: wallet.tellCashiers,
})

/** What is to be saved, or `undefined` while something typed cannot be. */
export function readDraft(
  { line, days, minutes, tellCashiers, ...choice }: Draft,
  { wallet }: StoredConditions,
  currency: string,
): StoredConditions | undefined {
  const amount = line === '' ? null : findDecimal(line)
  const daysLine = days === '' ? null : Number(days)
  const unknownMinutes = Number(minutes)
  const summaryTime = readTime(choice.summaryTime)
  const isUsable =
    amount !== undefined &&
    (daysLine === null || (daysLine >= 1 && daysLine <= MAX_DAYS)) &&
    unknownMinutes >= UNKNOWN_MINUTES.min &&
    unknownMinutes <= UNKNOWN_MINUTES.max &&
    summaryTime !== undefined
  if (!isUsable) return undefined
  const isSameLine = amount && wallet.line && isSameDecimal(amount, decimal(wallet.line.amount))
  const typed = amount && { amount: formatDecimal(amount, decimalsOf(currency)), currency }
  return {
    choice: { ...choice, unknownMinutes, summaryTime },
    wallet: { ...wallet, line: isSameLine ? wallet.line : typed, daysLine, tellCashiers },
  }
}

/** `22:30`, of `2230` or `9:05`. */
export function readTime(typed: string): string | undefined {
  const [, hour = '', minute = ''] = /^(\d{1,2}):?(\d{2})$/.exec(typed) ?? []
  return hour !== '' && Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : undefined
}

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What somebody else changed meanwhile comes into the fields that nobody touched here; what is typed stays. */
export function mergeDraft(typed: Draft, before: Draft, after: Draft): Draft {
  const ways = mergeUntouched(typed.ways, before.ways, after.ways)
  return { ...mergeUntouched(typed, before, after), ways }
}

function mergeUntouched<T extends object>(typed: T, before: T, after: T): T {
  const names = (Object.keys(after) as (keyof T)[]).filter((name) => isSame(typed[name], before[name]))
  return Object.assign({ ...typed }, Object.fromEntries(names.map((name) => [name, after[name]])))
}
