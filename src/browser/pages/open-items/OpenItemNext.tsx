import type { ReactNode } from 'react'

import { isRefundDue, isWaiting, type Sale } from '#domain/sale/sale.ts'
import { useIsAnswering } from '../../api/status.ts'
import { firstName } from '../../i18n/person-name.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { formatCountdown, nextPollOf } from '../../sale/next-poll.ts'
import { useSaleRights } from '../../sale/use-sale-rights.ts'
import { useProxyNow } from '../../use-proxy-now.ts'

/** What comes next for an open item, when, and whose it is; and why a supervisor is notified of it. */
export function OpenItemNext({ sale }: { sale: Sale }) {
  const t = useText()
  const formats = useFormats()
  const { isSupervisor } = useSaleRights(sale)
  const seller = t('openItems.soldBy', { name: firstName(sale.cashier.name) })
  const reasons = sale.unreadReasons?.map((reason) => t(`alerts.notice.${reason}`)) ?? []

  if (sale.attention && !isWaiting(sale)) {
    return <Lines next={t(isSupervisor ? 'sale.askSupport' : 'sale.askSupervisor')} notes={[seller, ...reasons]} />
  }
  if (isRefundDue(sale)) {
    const next = t('openItems.refundDue', { amount: formats.money(sale.pays) })
    return <Lines next={next} notes={[seller, ...reasons]} />
  }
  if (sale.voucher === 'ready') {
    return <Lines next={t('openItems.codeReady')} notes={[seller, t('salesList.showLogged'), ...reasons]} />
  }
  if (sale.state === 'not-executed') return <Lines next={t('openItems.decide')} notes={[seller, ...reasons]} />
  if (!isWaiting(sale)) return <Lines next={t('openItems.completed')} notes={[seller, ...reasons]} />
  const checked = t('openItems.checkedTimes', { count: sale.findCount })
  const attention = sale.attention ? [t(`openItems.attention.${sale.attention}`)] : []
  return <Lines next={<NextCheck sale={sale} />} notes={[`${checked} · ${seller}`, ...attention, ...reasons]} />
}

const Lines = ({ next, notes }: { next: ReactNode; notes: readonly string[] }) => (
  <>
    <span className="flex items-center gap-2 font-medium">{next}</span>
    {notes.map((note) => (
      <span key={note} className="block text-1 leading-4 text-ink-2">
        {note}
      </span>
    ))}
  </>
)

/** Counts down to the next check. A screen reader is told when it is made, and nothing before. */
function NextCheck({ sale }: { sale: Sale }) {
  const t = useText()
  const now = useProxyNow()
  const isAnswering = useIsAnswering()
  if (!isAnswering) return t('openItems.silent')
  const { seconds = 0, from, to } = nextPollOf(sale, now)
  return (
    <>
      <Ring left={to > from ? Math.min(1, Math.max(0, (to - now) / (to - from))) : 0} />
      <span>
        <span role="status">{seconds === 0 && t('openItems.checking')}</span>
        {seconds > 0 && (
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

/** The part of the time that is left. The words beside it say the same. */
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
