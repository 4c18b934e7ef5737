import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'

import type { Settings } from '#api/settings.ts'
import { sorted } from '#domain/in-order.ts'
import { findFixedAmount } from '#domain/amount-rule.ts'
import { toWesternDigits } from '#domain/digits.ts'
import { decimal, decimalsOf, formatDecimal, money, type Decimal } from '#domain/money.ts'
import type { Service } from '#domain/service.ts'
import { findAmount, readAmount, toAmountText } from '#domain/typed-amount.ts'
import { arrangeCatalog, catalogQuery } from '../../api/catalog.ts'
import { isPracticing, sessionQuery } from '../../api/session.ts'
import { useFormats } from '../../i18n/formats.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { SelectField } from '../../ui/Select.tsx'
import { AmountInput, findAmountProblem } from '../../settings-section.tsx'
import { Section } from './Section.tsx'
import { useSavedSection } from './use-saved-section.ts'

type Props = { settings: Settings; currency: string }

const MAX_AMOUNTS = 6
/** Returns `undefined` for each part that is not an amount. `1,000` is a thousand, as in every other field; `5,100` may be one amount or two. */
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

export function QuickAmountsSection({ settings, currency }: Props) {
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
    <Section heading={t('settings.quick')} lead={t('settings.quick.lead')} form={form}>
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

const MAX_FAVORITES = 10
type Favorite = Settings['favorites'][number]

export function FavoritesSection({ settings, currency, services }: Props & { services: ReadonlyMap<string, Service> }) {
  const t = useText()
  const formats = useFormats()
  const form = useSavedSection({
    title: 'settings.favorites',

    settings,
    toDraft: ({ favorites }) => ({ favorites: favorites as readonly Favorite[] }),
    read: ({ favorites }) => ({ wanted: { favorites: [...favorites] } }),
  })
  const { favorites } = form.draft
  const { data: isPractice } = useQuery({ ...sessionQuery, select: isPracticing })
  const { data: shelves } = useQuery({ ...catalogQuery, select: arrangeCatalog })
  // The practice catalog also has products that only exist to show failures; they are not on any tile.
  const isOffered = ({ id }: Service) => !isPractice || shelves?.tileSelling(id) !== undefined
  const sellable = sorted(services.values(), (a, b) => a.name.localeCompare(b.name)).filter(
    (each) => each.isActive && each.kind !== 'international' && isOffered(each),
  )
  const [serviceId, setServiceId] = useState('')
  const [amount, setAmount] = useState('')
  const service = services.get(serviceId)
  const takesAmount = service !== undefined && findFixedAmount(service.rule) === undefined
  const problem = takesAmount ? findAmountProblem(amount, currency) : undefined
  const added: Favorite = { serviceId, ...(takesAmount && amount !== '' ? { amount: toAmountText(amount) } : {}) }
  const isThere = favorites.some((each) => each.serviceId === serviceId && each.amount === added.amount)
  const blocked: MessageId | undefined =
    favorites.length >= MAX_FAVORITES
      ? 'settings.favorites.full'
      : serviceId === ''
        ? 'settings.favorites.choose'
        : isThere
          ? 'settings.favorites.there'
          : problem && 'limits.fix'
  const nameOf = ({ serviceId: id, amount: value }: Favorite) => {
    const name = services.get(id)?.name ?? id
    return value === undefined ? name : t('quick.what', { name, value: formats.money(money(decimal(value), currency)) })
  }
  return (
    <Section heading={t('settings.favorites')} lead={t('settings.favorites.lead')} form={form}>
      {favorites.length === 0 ? (
        <p className="text-ink-2">{t('settings.favorites.none')}</p>
      ) : (
        <ol>
          {favorites.map((favorite, at) => (
            <li
              key={`${favorite.serviceId} ${favorite.amount}`}
              className="flex min-h-9 items-center gap-2 border-b border-line"
            >
              <bdi className="min-w-0 flex-1 wrap-anywhere">{nameOf(favorite)}</bdi>
              <IconButton
                icon={Trash2}
                label={t('quick.remove', { what: nameOf(favorite) })}
                title={t('quick.remove', { what: nameOf(favorite) })}
                onClick={() => form.set({ favorites: favorites.filter((_, place) => place !== at) })}
              />
            </li>
          ))}
        </ol>
      )}
      <SelectField
        label={t('settings.favorites.product')}
        value={serviceId}
        options={[
          { value: '', text: t('settings.favorites.choose') },
          ...sellable.map(({ id, name }) => ({ value: id, text: name })),
        ]}
        onChange={setServiceId}
      />
      {takesAmount && (
        <AmountInput
          label={t('settings.favorites.amount')}
          currency={currency}
          value={amount}
          problem={problem}
          onType={setAmount}
        />
      )}
      <div className="flex">
        <Button
          icon={Plus}
          blocked={blocked && t(blocked)}
          onClick={() => {
            form.set({ favorites: [...favorites, added] })
            setServiceId('')
            setAmount('')
          }}
        >
          {t('settings.favorites.add')}
        </Button>
      </div>
    </Section>
  )
}
