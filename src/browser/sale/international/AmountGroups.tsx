import { Check, Gift, Package, Phone, Plane, Wallet, Wifi, Zap, type LucideIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'

import type { ProviderOffer } from '#api/international.ts'
import { groupDenominations } from '#domain/catalog/international-denominations.ts'
import type { Denomination } from '#domain/catalog/international.ts'
import { isNoControl } from '../../lib/hotkeys.ts'
import { splitMoney, useFormats } from '../../i18n/formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { AmountAndUnit } from '../../ui/Money.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useArrowKeys } from './arrow-keys.ts'

/** By prefix of a category id, longest first (spec 2.8). */
const ICONS: readonly [string, LucideIcon][] = [
  ['mobile-bundles', Package],
  ['mobile-data', Wifi],
  ['mobile', Phone],
  ['utility', Zap],
  ['gift-cards', Gift],
  ['transport', Plane],
]

type AmountGroupsProps = {
  offer: ProviderOffer
  chosen: Denomination | undefined
  onChoose: (denomination: Denomination) => void
  /** The step opened automatically, so an Enter meant for the previous step must not choose an amount. */
  cameByItself: boolean
}

/** Opens the group of the chosen amount, or the first group. */
export function AmountGroups({ offer, chosen, onChoose, cameByItself }: AmountGroupsProps) {
  const t = useText()
  const groups = useMemo(() => groupDenominations(offer.categories, offer.denominations), [offer])
  const [pickedId, setPickedId] = useState<string>()
  const whole = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  useArrowKeys(grid)
  const open =
    groups.find(({ id }) => id === pickedId) ??
    groups.find(({ denominations }) => chosen && denominations.includes(chosen)) ??
    groups[0]
  const distinctive = useMemo(() => findDistinctiveNames(open?.denominations ?? [], offer.provider.name), [open, offer])

  /** Keeps keyboard users in the grid; an extra Enter chooses nothing. */
  const enter = useEffectEvent(() => {
    if (cameByItself || !isNoControl(document.activeElement)) return
    const entrance =
      grid.current?.querySelector<HTMLElement>('[aria-pressed="true"]') ??
      whole.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    entrance?.focus({ preventScroll: true })
  })
  useEffect(() => enter(), [])
  if (!open) return null
  const names = groups.map(({ name }) => name ?? t('international.otherKind'))

  return (
    <div ref={whole}>
      <Tabs
        label={t('international.kinds')}
        tabs={groups.map(({ id, rootName, denominations: { length: count } }, at) => ({
          id,
          text: names[at] ?? '',
          icon: ICONS.find(([beginning]) => id.startsWith(beginning))?.[1],
          // The parent distinguishes kinds of the same name.
          above: names.filter((name) => name === names[at]).length > 1 ? rootName : undefined,
          count: { value: count, label: t('international.kindCount', { count }) },
        }))}
        current={open.id}
        wraps
        onChange={setPickedId}
      >
        <div
          ref={grid}
          className="grid auto-rows-max grid-cols-[repeat(auto-fill,minmax(9.375rem,1fr))] gap-3 pt-4 sm:grid-cols-[repeat(auto-fill,minmax(12.5rem,1fr))]"
          onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
        >
          {open.denominations.map((denomination) => (
            <AmountCard
              key={denomination.id}
              denomination={denomination}
              hasTellingName={distinctive.has(denomination)}
              isChosen={denomination === chosen}
              onChoose={onChoose}
            />
          ))}
        </div>
      </Tabs>
    </div>
  )
}

type AmountCardProps = {
  denomination: Denomination
  hasTellingName: boolean
  isChosen: boolean
  onChoose: (denomination: Denomination) => void
}

const CARD =
  'relative flex min-h-[112px] min-w-0 flex-col rounded-3 border-1 px-3 py-3 text-start wrap-anywhere active:bg-sunken sm:px-4'
const UNCHOSEN = `${CARD} border-line bg-surface hover:border-line-strong`
const CHOSEN = `${CARD} border-act bg-act-tint shadow-act`

/** In the largest type, and the price below. Only a supervisor's offer has our cost. */
function AmountCard({ denomination, hasTellingName, isChosen, onChoose }: AmountCardProps) {
  const t = useText()
  const formats = useFormats()
  const { name, description, gets, pays, cost, mayNotBeCovered } = denomination
  return (
    <button
      type="button"
      className={isChosen ? CHOSEN : UNCHOSEN}
      aria-pressed={isChosen}
      onClick={() => onChoose(denomination)}
    >
      <span className={isChosen ? 'pe-5' : ''}>
        <Gets money={gets} />
      </span>
      {isChosen && (
        <span className="absolute end-3 top-3 grid size-5 place-items-center rounded-full bg-act text-act-on">
          <Check size={16} aria-hidden />
        </span>
      )}
      {hasTellingName && (
        <span className="leading-5 font-medium">
          <bdi>{name}</bdi>
        </span>
      )}
      {description !== '' && description !== name && (
        <span className="text-1 text-ink-2">
          <bdi>{description}</bdi>
        </span>
      )}
      <span className="mt-auto flex flex-wrap gap-x-3 font-medium">
        {t('international.pays', { amount: formats.money(pays) })}
        {cost && (
          <span className="rounded-1 border-1 border-dashed border-line-strong px-[6px] text-1 font-normal text-ink-2">
            {t('international.cost', { amount: formats.money(cost) })}
          </span>
        )}
      </span>
      {mayNotBeCovered && (
        <span className="flex items-center gap-1 text-1 font-semibold text-wait">
          <Wallet size={16} aria-hidden /> {t('ticket.beyondWallet')}
        </span>
      )}
    </button>
  )
}

/** A long amount has its currency above. */
function Gets({ money }: { money: Denomination['gets'] }) {
  const locale = useLocale()
  const { amount, currency } = splitMoney(money, locale)
  const figure = (
    <span className="text-5 font-semibold tracking-1 whitespace-nowrap">{amount.replace(/\.0+$/, '')}</span>
  )
  const unit = <span className="text-2 font-medium">{currency}</span>
  return (
    <span className="flex">
      <bdi className="flex flex-wrap items-baseline gap-x-1">
        <AmountAndUnit amount={figure} unit={unit} />
      </bdi>
    </span>
  )
}

/** Products whose name says more than the operator and amount, which are shown anyway. */
export function findDistinctiveNames(
  denominations: readonly Denomination[],
  operator: string,
): ReadonlySet<Denomination> {
  const rests = new Map(denominations.map((each) => [each, restOf(each, operator)]))
  // A word common to all amounts, such as "Load 50" and "Load 100", does not distinguish them.
  if (denominations.length > 1 && new Set(rests.values()).size === 1) return new Set()
  return new Set(denominations.filter((each) => /[\p{L}\p{N}]/u.test(rests.get(each) ?? '')))
}

function restOf({ name, gets }: Denomination, operator: string): string {
  const figure = withoutZeros(gets.amount)
  const words = [operator, gets.currency].reduce(
    (text, word) => text.replaceAll(word.toLowerCase(), ' '),
    name.toLowerCase(),
  )
  return words
    .replaceAll(/(\d),(?=\d)/g, '$1')
    .replaceAll(/\d+(\.\d+)?/g, (number) => (withoutZeros(number) === figure ? ' ' : number))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const withoutZeros = (number: string) => number.replace(/\.0+$/, '')
