import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'

import type { Settings } from '#api/settings.ts'
import { findFixedAmount } from '#domain/money/amount-rule.ts'
import { sorted } from '#domain/in-order.ts'
import { decimal, money } from '#domain/money/money.ts'
import type { Service } from '#domain/catalog/service.ts'
import { toAmountText } from '#domain/money/typed-amount.ts'
import { arrangeCatalog, catalogQuery } from '../../api/catalog.ts'
import { isPracticing, sessionQuery } from '../../api/session.ts'
import { useFormats } from '../../i18n/formats.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { AmountInput, findAmountProblem } from '../../settings/settings-section.tsx'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/Select.tsx'
import { favoritePicks } from './favorite-picks.ts'
import { HomePreview } from './Preview.tsx'
import { Section } from './Section.tsx'
import { SortableList } from './SortableList.tsx'
import { useSavedSection } from './use-saved-section.ts'

type Props = { settings: Settings; currency: string; services: ReadonlyMap<string, Service> }

const MAX_FAVORITES = 10
type Favorite = Settings['favorites'][number]

export function FavoritesSection({ settings, currency, services }: Props) {
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
    <Section
      heading={t('settings.favorites')}
      lead={t('settings.favorites.lead')}
      form={form}
      preview={<HomePreview favorites={favoritePicks(favorites, services)} amounts={settings.quickAmounts} />}
    >
      {favorites.length === 0 ? (
        <p className="text-ink-2">{t('settings.favorites.none')}</p>
      ) : (
        <SortableList
          items={favorites}
          keyOf={({ serviceId: id, amount: value }) => `${id} ${value}`}
          nameOf={nameOf}
          removeLabel={(what) => t('quick.remove', { what })}
          onChange={(next) => form.set({ favorites: next })}
        />
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
