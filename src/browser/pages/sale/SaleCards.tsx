import { HandCoins, Stamp, ChevronUp } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { changeIn, denominationsOf } from '#domain/money/cash.ts'
import { decimal, type Money as MoneyValue } from '#domain/money/money.ts'
import { changeOfPayment } from '#domain/money/payment.ts'
import { isYoungerThan, type Sale, type Resolution } from '#domain/sale/sale.ts'
import { useServerNow } from '../../api/status.ts'
import { shortAmount, useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { PaymentLines } from '../../sale/SaleLines.tsx'
import { useAnnouncement } from '../../ui/announce.ts'
import { useIsKiosk } from '../../lib/kiosk.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Money } from '../../ui/Money.tsx'
import { SummaryLine } from '../../ui/TicketSummary.tsx'
import { ONE_COLUMN, useMedia } from '../../lib/use-media.ts'
import { useFormatDate } from '../../lib/shop-days.ts'
import { InstructionBar } from './SaleParts.tsx'

/** How long (ms) after the approval a customer may wait for change. Later, it is only information, so it is not given twice. */
const CHANGE_DUE_MS = 10 * 60_000

/** The change that was due when the screen began to show the sale. */
export function useChangeDue(of: { change: MoneyValue | undefined; at: number | undefined }): MoneyValue | undefined {
  const now = useServerNow()
  const [since] = useState(now)
  // A sale approved while the screen showed it counts as recent.
  const isRecent = of.at !== undefined && (of.at >= since || isYoungerThan(CHANGE_DUE_MS, of.at, since))
  return isRecent ? of.change : undefined
}

export const changeOfSale = (sale: Sale) => ({
  change: changeOfPayment(sale, sale.pays),
  at: sale.confirmedAt,
})

type ChangeProps = { change: MoneyValue }
type ChangeBarProps = ChangeProps & {
  /** The result of the sale is unknown and is announced first. */
  isSending?: boolean
}

/** Announced after the state of the sale, which comes earlier on the page. */
function useAnnounceChange(change: MoneyValue, isYet = true): void {
  const t = useText()
  const formats = useFormats()
  const text = t('payment.change') + t('shell.comma') + formats.money(change)
  useAnnouncement(isYet ? text : undefined, { isOnce: true })
}

/** The change as the largest thing on the screen, with the fewest notes and coins. */
export function ChangeCard({ change, sale }: ChangeProps & { sale: Sale }) {
  const t = useText()
  const formats = useFormats()
  useAnnounceChange(change)
  return (
    <div className="flex flex-1 flex-col justify-center gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="@container min-w-0 flex-1 basis-[16rem]">
          <div className="text-3 text-paper-ink md:text-4">{t('payment.change')}</div>
          <Money money={change} size="change" />
        </div>
        <GiveBack change={change} />
      </div>
      <dl className="border-t-1 border-dashed border-paper-line-strong pt-3">
        <SummaryLine label={t('money.customerPays')}>{formats.money(sale.pays)}</SummaryLine>
        <PaymentLines of={sale} change={null} />
      </dl>
    </div>
  )
}

export function ChangeBar({ change, isSending = false }: ChangeBarProps) {
  const t = useText()
  useAnnounceChange(change, !isSending)
  return (
    <section
      className="paper flex shrink-0 flex-wrap items-center gap-x-6 gap-y-2 rounded-3 border-1 border-paper-line bg-paper p-4 md:px-5"
      aria-label={t('payment.change')}
    >
      <HandCoins size={40} className="shrink-0 max-sm:hidden" aria-hidden />
      <div className="flex-1">
        <div className="text-2 text-paper-ink">{t('payment.change')}</div>
        <Money money={change} size="total" />
      </div>
      <GiveBack change={change} />
    </section>
  )
}

/** Hidden if they would not help. */
function GiveBack({ change: { amount, currency } }: ChangeProps) {
  const t = useText()
  const pieces = changeIn(decimal(amount), currency)
  if (pieces.length === 0) return null
  const kinds = denominationsOf(currency)
  return (
    <div>
      <div className="text-2 text-paper-ink md:text-3">{t('payment.changePieces')}</div>
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-2 text-4 font-semibold md:text-5">
        {pieces.map(({ value, count }) => (
          <li key={value} className="flex items-center gap-2 whitespace-nowrap">
            <bdi dir="ltr">{count} ×</bdi>
            <bdi
              className={
                kinds.find((kind) => kind.value === value)?.kind === 'coin'
                  ? 'grid size-[60px] place-items-center rounded-full border-1 border-ink text-3 md:text-4'
                  : 'grid h-[60px] min-w-[96px] place-items-center rounded-1 border-4 border-double border-ink px-3'
              }
            >
              {shortAmount(decimal(value), currency)}
            </bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function ResolutionCard({ closed }: { closed: Resolution }) {
  const t = useText()
  const formatWhen = useFormatDate()
  return (
    <InstructionBar tone="ok" icon={Stamp} heading={t(`sale.resolved.${closed.outcome}`)}>
      <p>
        {t('sale.resolvedBy', { name: closed.by })}
        {t('shell.comma')}
        <bdi>{formatWhen(closed.at)}</bdi>
      </p>
      <q className="mt-2 block text-3 wrap-anywhere text-ink" dir="auto">
        {closed.note}
      </q>
    </InstructionBar>
  )
}

/** On an upright kiosk, the side panel is below the page and stays visible, so documents are folded. */
export function useIsUprightKiosk(): boolean {
  const isOneColumn = useMedia(ONE_COLUMN)
  return useIsKiosk() && isOneColumn
}

type FoldedSlipProps = {
  heading: string
  note: ReactNode
  /** Shown before the button, such as the state. */
  end?: ReactNode
  name: string
  children: ReactNode
}

/** The top edge of a document. The whole document opens in a dialog. */
export function FoldedSlip({ heading, note, end, name, children }: FoldedSlipProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="shrink-0">
      <div className="h-2 rounded-1 bg-slot" />
      <div className="paper flex items-center gap-3 bg-paper px-4 py-3">
        <div className="min-w-0 flex-1">
          <b className="block font-semibold">{heading}</b>
          <span className="flex flex-wrap gap-x-4 text-1 wrap-anywhere text-paper-ink">{note}</span>
        </div>
        {end}
        <Button variant="quiet" icon={ChevronUp} onClick={() => setIsOpen(true)}>
          {t('sale.receipt.show')}
        </Button>
      </div>
      {isOpen && (
        <Dialog
          heading={name}
          foot={
            <Button size="xl" onClick={() => setIsOpen(false)}>
              {t('shell.close')}
            </Button>
          }
          onClose={() => setIsOpen(false)}
        >
          {children}
        </Dialog>
      )}
    </div>
  )
}
