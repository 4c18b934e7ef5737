import {
  ArrowUpRight,
  Handshake,
  Printer,
  RefreshCw,
  Ticket,
  Undo2,
  UserRoundCheck,
  type LucideIcon,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'

import { isRefundDue, isWaiting, saleCan, type Sale } from '#domain/sale/sale.ts'
import { useMarkRefunded, usePollSale, useTakeOverSale } from '../../api/sale-steps.ts'
import { useIsAnswering, useServerNow } from '../../api/status.ts'
import { formatSaleNumber, useFormats } from '../../i18n/formats.ts'
import { firstName } from '../../lib/current-user.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { formatCountdown, nextPollOf } from '../../sale/next-poll.ts'
import { SaleProblem } from '../../sale/SaleProblem.tsx'
import { useRefundedBy } from '../../sale/PaymentMethodField.tsx'
import { formatSaleAccount, productOfSale } from '../../sale/sale-naming.ts'
import { useSaleRights } from '../../sale/use-sale-rights.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'

export function OpenItemAction({ sale }: { sale: Sale }) {
  const t = useText()
  const { mayGoOn, isSupervisor } = useSaleRights(sale)
  if (isRefundDue(sale) && !sale.attention) return <RefundButton sale={sale} />
  if (sale.attention && !isWaiting(sale) && isSupervisor) {
    return <OpenLink sale={sale} icon={UserRoundCheck} text={t('openItems.resolve')} />
  }
  // A colleague's code is taken over on the sale's page, while the customer is present.
  if (sale.print?.isUnclear) return <OpenLink sale={sale} icon={Printer} text={t('openItems.open')} />
  if (sale.voucher === 'ready') return <OpenLink sale={sale} icon={Ticket} text={t('delivery.show')} />
  if (!mayGoOn && saleCan.takeOver(sale)) return <TakeOverButton sale={sale} />
  if (mayGoOn && isPolled(sale)) return <CheckNowButton sale={sale} />
  return <OpenLink sale={sale} icon={ArrowUpRight} text={t('openItems.open')} />
}

export const isPolled = (sale: Sale): boolean =>
  isWaiting(sale) && sale.state !== 'not-executed' && sale.state !== 'confirming'

type SaleProps = { sale: Sale }

const OpenLink = ({ sale, icon, text }: SaleProps & { icon: LucideIcon; text: string }) => (
  <ButtonLink variant="tint" icon={icon} to={paths.sale(sale.id)}>
    {text}
  </ButtonLink>
)

function TakeOverButton({ sale }: SaleProps) {
  const t = useText()
  const navigate = useNavigate()
  const take = useTakeOverSale(sale.id)
  return (
    <Button
      variant="tint"
      icon={Handshake}
      pending={take.isPending}
      onClick={() => take.mutate(undefined, { onSuccess: () => void navigate(paths.sale(sale.id)) })}
    >
      {t('sale.takeOver')}
    </Button>
  )
}

/** Disabled until the wholesaler may be asked again; shows the time left. */
function CheckNowButton({ sale }: SaleProps) {
  const t = useText()
  const now = useServerNow()
  const isAnswering = useIsAnswering()
  const poll = usePollSale(sale.id)
  const { canPollNow, secondsToPoll } = nextPollOf(sale, now)
  const canPoll = isAnswering && canPollNow
  const wait =
    isAnswering && secondsToPoll > 0
      ? t('openItems.checkNowIn', { time: formatCountdown(secondsToPoll) })
      : t('sale.checkNow')
  return (
    <Button
      variant="tint"
      icon={RefreshCw}
      pending={poll.isPending}
      blocked={canPoll || poll.isPending ? undefined : wait}
      onClick={() => poll.mutate()}
    >
      {t('sale.checkNow')}
    </Button>
  )
}

/** Asks before a refund is recorded, because it is easy to hit the wrong row. */
function RefundButton({ sale }: SaleProps) {
  const t = useText()
  const formats = useFormats()
  const refund = useMarkRefunded(sale.id)
  const { field, said } = useRefundedBy(sale)
  const [isAsking, setIsAsking] = useState(false)
  const amount = formats.money(sale.pays)
  const close = () => setIsAsking(false)
  const facts = [
    t('sale.saleNumber', { number: formatSaleNumber(sale) }),
    productOfSale(sale, t),
    ...(sale.account === undefined ? [] : [`\u2066${formatSaleAccount(sale)}\u2069`]),
  ]
  return (
    <>
      <Button variant="tint" icon={Undo2} onClick={() => setIsAsking(true)}>
        {t('sale.refundHeading', { amount })}
      </Button>
      {isAsking && (
        <DialogForm
          heading={t('sale.refundHeading', { amount })}
          action={t('sale.refundedAmount', { amount })}
          sending={{ isPending: refund.isPending }}
          onSubmit={() => refund.mutate(said, { onSuccess: close })}
          onClose={close}
        >
          <p>{facts.join(t('shell.comma'))}</p>
          <p>{t('openItems.refundAsk')}</p>
          {field}
          <SaleProblem error={refund.error} />
        </DialogForm>
      )}
    </>
  )
}

export function OpenItemNext({ sale }: { sale: Sale }) {
  const t = useText()
  const formats = useFormats()
  const { isSupervisor } = useSaleRights(sale)
  const seller = t('openItems.soldBy', { name: firstName(sale.cashier.name) })
  const reasons = sale.unreadReasons?.map((reason) => t(`alerts.notice.${reason}`)) ?? []
  const lines = (next: ReactNode, notes: readonly string[]) => (
    <>
      <span className="flex items-center gap-2 font-medium">{next}</span>
      {[...notes, ...reasons].map((note) => (
        <span key={note} className="block text-1 leading-4 text-ink-2">
          {note}
        </span>
      ))}
    </>
  )
  if (sale.attention && !isWaiting(sale))
    return lines(t(isSupervisor ? 'sale.askSupport' : 'sale.askSupervisor'), [seller])
  if (isRefundDue(sale)) return lines(t('openItems.refundDue', { amount: formats.money(sale.pays) }), [seller])
  if (sale.print?.isUnclear) return lines(t('delivery.onPaper'), [seller])
  if (sale.voucher === 'ready') return lines(t('openItems.codeReady'), [seller])
  if (sale.state === 'not-executed') return lines(t('openItems.decide'), [seller])
  if (!isWaiting(sale)) return lines(t('openItems.completed'), [seller])
  const checked = t('openItems.checkedTimes', { count: sale.findCount })
  const attention = sale.attention ? [t(`openItems.attention.${sale.attention}`)] : []
  return lines(<NextCheck sale={sale} />, [`${checked} · ${seller}`, ...attention])
}

/** Counts down to the next check. Hidden from screen readers, because every row has one, all day. */
function NextCheck({ sale }: { sale: Sale }) {
  const t = useText()
  const now = useServerNow()
  const isAnswering = useIsAnswering()
  if (!isAnswering) return t('openItems.silent')
  const { seconds = 0, from, to } = nextPollOf(sale, now)
  return (
    <>
      <Ring left={to > from ? Math.min(1, Math.max(0, (to - now) / (to - from))) : 0} />
      <span>
        {seconds === 0 ? (
          t('openItems.checking')
        ) : (
          <>
            {t('openItems.nextCheck')} <bdi dir="ltr">{formatCountdown(seconds)}</bdi>
          </>
        )}
      </span>
    </>
  )
}

const RADIUS = 8
const LENGTH = 2 * Math.PI * RADIUS

/** The text beside it says the same. */
const Ring = ({ left }: { left: number }) => (
  <svg width="20" height="20" viewBox="0 0 20 20" fill="none" strokeWidth="3" aria-hidden>
    <circle cx="10" cy="10" r={RADIUS} className="stroke-line" />
    <circle
      cx="10"
      cy="10"
      r={RADIUS}
      className="stroke-wait-edge"
      strokeDasharray={`${(left * LENGTH).toFixed(1)} ${LENGTH.toFixed(1)}`}
      transform="rotate(-90 10 10)"
    />
  </svg>
)
