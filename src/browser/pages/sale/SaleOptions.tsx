import { useQuery } from '@tanstack/react-query'
import {
  Clock,
  Coins,
  Globe,
  ListOrdered,
  PencilLine,
  RotateCcw,
  Smartphone,
  Store,
  UserRoundCheck,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { InternationalChoice } from '#domain/catalog/international.ts'
import { decimal } from '#domain/money/money.ts'
import type { Batch, Sale } from '#domain/sale/sale.ts'
import { tillQueries } from '../../api/international.ts'
import { useIsAnswering } from '../../api/status.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useSaleRights } from '../../sale/use-sale-rights.ts'
import { CallSupervisorDialog } from './SaleActions.tsx'
import {
  contentOfService,
  offerOfSale,
  useEditSale,
  useGoToStep,
  useInternationalOptions,
  useSaleOptions,
} from './use-sale-options.ts'
import { optionsOf, type SaleOption } from './sale-view.ts'

type SaleOptionsProps = {
  sale: Sale
  tileId: string | undefined
  /** For a batch that was never approved: its first line represents all lines. */
  count: number | undefined
}

export function SaleOptions({ sale, tileId, count }: SaleOptionsProps) {
  const t = useText()
  const { isSupervisor } = useSaleRights(sale)
  const isAnswering = useIsAnswering()
  const options = optionsOf(sale, count !== undefined).filter((option) => option !== 'supervisor' || !isSupervisor)
  const toQuantity = count === undefined ? sale.batch : undefined
  // Nothing can be started while the server is not responding.
  if (!isAnswering || (options.length === 0 && !toQuantity)) return null
  return (
    <section aria-label={t('sale.options')}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-3">
        {toQuantity && <ToQuantity batch={toQuantity} />}
        {options.map((option) =>
          option === 'supervisor' ? (
            <CallSupervisor key={option} sale={sale} />
          ) : sale.international ? (
            <InternationalOption key={option} option={option} sale={sale} choice={sale.international} />
          ) : (
            <OptionHere key={option} option={option} sale={sale} tileId={tileId} count={count} />
          ),
        )}
      </div>
    </section>
  )
}

/** A batch continues on its own page. */
function ToQuantity({ batch: { id, line, of } }: { batch: Batch }) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <OptionCard icon={ListOrdered} onPick={() => void navigate(paths.batch(id))} heading={t('sale.toQuantity')}>
      {t('sale.lineOf', { line, of })}
    </OptionCard>
  )
}

function CallSupervisor({ sale }: { sale: Sale }) {
  const t = useText()
  const [isCalling, setIsCalling] = useState(false)
  return (
    <>
      <OptionCard icon={UserRoundCheck} onPick={() => setIsCalling(true)} heading={t('sale.callSupervisor')}>
        {t('sale.callHint')}
      </OptionCard>
      {isCalling && <CallSupervisorDialog sale={sale} onClose={() => setIsCalling(false)} />}
    </>
  )
}

const ICONS = {
  change: PencilLine,
  other: Smartphone,
  amount: Coins,
  country: Globe,
  same: RotateCcw,
  later: Clock,
  elsewhere: Store,
} satisfies Record<Exclude<SaleOption, 'supervisor'>, unknown>

type OneOptionProps = { option: keyof typeof ICONS; sale: Sale }

type Ways = Partial<Record<keyof typeof ICONS, Omit<OptionCardProps, 'icon'>>>

function OptionHere({ option, sale, tileId, count }: OneOptionProps & Pick<SaleOptionsProps, 'tileId' | 'count'>) {
  const t = useText()
  const content = contentOfService(sale, count)
  const change = useEditSale(content, tileId)
  const { otherProduct, sameAgain } = useSaleOptions(content, tileId)
  const isVoucher = sale.kind === 'voucher'
  const amount = useFormats().shortMoney(decimal(sale.amount.amount), sale.amount.currency)
  const ways: Ways = {
    change: {
      heading: t(isVoucher ? 'sale.changeVoucher' : 'sale.changeNumber'),
      children: isVoucher ? t('sale.productStays') : t('sale.amountStays', { amount }),
      onPick: () => change(),
    },
    other: {
      heading: t(isVoucher ? 'sale.otherProduct' : 'sale.otherOperator'),
      children: t(isVoucher ? 'sale.otherProductHint' : 'sale.bothStay'),
      onPick: otherProduct,
    },
    same: { heading: t('sale.sameAgain'), children: t('sale.safeAgain'), onPick: sameAgain },
    later: { heading: t('sale.later'), children: t('sale.laterHint'), onPick: () => change() },
    elsewhere: { heading: t('sale.elsewhere'), children: t('sale.elsewhereHint'), onPick: otherProduct },
  }
  const way = ways[option]
  return way && <OptionCard icon={ICONS[isVoucher && option === 'other' ? 'elsewhere' : option]} {...way} />
}

/** Leads back to the step that fixes the problem, with earlier choices kept. */
function InternationalOption({ option, sale, choice }: OneOptionProps & { choice: InternationalChoice }) {
  const t = useText()
  const amount = useFormats().shortMoney(decimal(sale.amount.amount), sale.amount.currency)
  const navigate = useNavigate()
  const content = offerOfSale(sale, choice)
  const goTo = useGoToStep(content)
  const { sameAgain, goToCountry } = useInternationalOptions(content)
  const { data } = useQuery({ ...tillQueries.countries, enabled: option === 'country' })
  const detected = sale.problem?.detected
  // If the number's country can be sold to, the number is kept.
  const found = data?.countries.find(({ id, name }) => name === detected || id === detected)
  const ways: Required<Ways> = {
    country: {
      heading: found
        ? t('sale.international.goToCountry', { country: found.name })
        : t('sale.international.otherCountry'),
      children: t('sale.international.numberStays'),
      onPick: () => (found ? goToCountry(found.id) : goTo('country')),
    },
    change: {
      heading: t('sale.changeNumber'),
      children: t('sale.international.operatorStays'),
      onPick: () => goTo('number'),
    },
    other: {
      heading: t('sale.otherOperator'),
      children: t('sale.international.numberStays'),
      onPick: () => goTo('operator'),
    },
    amount: {
      heading: t('sale.changeAmount'),
      children: t('sale.international.insteadOf', { amount }),
      onPick: () => goTo('amount'),
    },
    same: { heading: t('sale.sameAgain'), children: t('sale.safeAgain'), onPick: sameAgain },
    later: { heading: t('sale.later'), children: t('sale.laterHint'), onPick: () => goTo('amount') },
    elsewhere: {
      heading: t('sale.elsewhere'),
      children: t('sale.elsewhereHint'),
      onPick: () => void navigate(paths.sell()),
    },
  }
  return <OptionCard icon={ICONS[option]} {...ways[option]} />
}

type OptionCardProps = { icon: LucideIcon; heading: string; children: string; onPick: () => void }

const OptionCard = ({ icon: Icon, heading, children, onPick }: OptionCardProps) => (
  <button
    type="button"
    className="flex min-h-[96px] flex-col gap-1 rounded-3 border-1 border-line-strong bg-surface p-4 text-start active:bg-sunken"
    onClick={onPick}
  >
    <Icon size={24} className={Icon === RotateCcw ? 'rtl:-scale-x-100' : ''} aria-hidden />
    <b className="mt-auto">{heading}</b>
    <span className="text-1 text-ink-2">{children}</span>
  </button>
)
