import type { Settings } from '#api/settings.ts'
import { toWesternDigits } from '#domain/text/digits.ts'
import { decimalsOf, formatDecimal, type Decimal } from '#domain/money/money.ts'
import type { Service } from '#domain/catalog/service.ts'
import { findAmount, readAmount } from '#domain/money/typed-amount.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { Field } from '../../ui/Field.tsx'
import { favoritePicks } from './favorite-picks.ts'
import { HomePreview } from './Preview.tsx'
import { Section } from './Section.tsx'
import { useSavedSection } from './use-saved-section.ts'

type Props = { settings: Settings; currency: string; services: ReadonlyMap<string, Service> }

const MAX_AMOUNTS = 6
/** `undefined` for each part that is no amount. `1,000` is a thousand, as everywhere; `5,100` may be one amount or two. */
function readList(text: string): (Decimal | undefined)[] {
  return text
    .split(/[\s;]+|[,،](?:\s+|$)/)
    .filter((part) => part !== '')
    .flatMap((part) => {
      const pieces = part.split(/[,،]/)
      const isGrouped =
        pieces.length > 1 &&
        readAmount(part).status === 'read' &&
        pieces.slice(1).every((piece) => /^\d{3}/.test(piece))
      if (!isGrouped) return pieces.map(findAmount)
      return [pieces.slice(1).some((piece) => piece.startsWith('0')) ? findAmount(part) : undefined]
    })
}

function findListProblem(text: string, currency: string): MessageId | undefined {
  const amounts = readList(text)
  if (amounts.length > MAX_AMOUNTS) return 'settings.quick.tooMany'
  if (amounts.some((amount) => amount?.units === 0n)) return 'settings.quick.zero'
  if (amounts.some((amount) => amount === undefined)) return 'limits.problem.unreadable'
  return amounts.some((amount) => amount && amount.scale > decimalsOf(currency)) ? 'limits.problem.decimals' : undefined
}

export function QuickAmountsSection({ settings, currency, services }: Props) {
  const t = useText()
  const form = useSavedSection({
    title: 'settings.quick',

    settings,
    toDraft: ({ quickAmounts }) => ({ amounts: quickAmounts.join(', ') }),
    read: ({ amounts }) => ({
      wanted: { quickAmounts: readList(amounts).map((amount) => (amount ? formatDecimal(amount) : '')) },
      problems: { amounts: findListProblem(amounts, currency) },
    }),
  })
  const { draft, problems, set } = form
  return (
    <Section
      heading={t('settings.quick')}
      lead={t('settings.quick.lead')}
      form={form}
      preview={
        <HomePreview
          favorites={favoritePicks(settings.favorites, services)}
          amounts={problems.amounts ? settings.quickAmounts : (form.wanted.quickAmounts ?? [])}
        />
      }
    >
      <Field
        label={t('settings.quick.amounts')}
        hint={t('settings.quick.hint')}
        problem={problems.amounts && t(problems.amounts)}
        inputMode="text"
        dir="ltr"
        placeholder="10, 25, 50"
        value={draft.amounts}
        onChange={(event) => set({ amounts: toWesternDigits(event.currentTarget.value) })}
      />
    </Section>
  )
}
