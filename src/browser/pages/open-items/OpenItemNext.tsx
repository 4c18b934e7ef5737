import { isRefundDue, isWaiting, type Sale } from '#domain/sale/sale.ts'
import { useIsAnswering } from '../../api/status.ts'
import { useText } from '../../i18n/use-text.ts'
import { formatCountdown, nextPollOf } from '../../sale/next-poll.ts'
import { useSaleRights } from '../../sale/use-sale-rights.ts'
import { useProxyNow } from '../../use-proxy-now.ts'

/** What comes next for a sale on the desk, and when; and why a supervisor is told of it. */
export function OpenItemNext({ sale }: { sale: Sale }) {
  const t = useText()
  return (
    <>
      <Next sale={sale} />
      {sale.unreadReasons?.map((reason) => (
        <span key={reason} className="mt mt--why">
          {t(`alerts.notice.${reason}`)}
        </span>
      ))}
    </>
  )
}

function Next({ sale }: { sale: Sale }) {
  const t = useText()
  const now = useProxyNow()
  const isAnswering = useIsAnswering()
  const { isSupervisor } = useSaleRights(sale)
  if (sale.attention && !isWaiting(sale)) return t(isSupervisor ? 'sale.askSupport' : 'sale.askSupervisor')
  if (isRefundDue(sale)) return t('openItems.refund')
  if (sale.voucher === 'ready') return t('openItems.handOver')
  if (sale.state === 'not-executed') return t('openItems.decide')
  if (!isWaiting(sale)) return t('openItems.review')
  if (!isAnswering) return t('openItems.silent')
  const { seconds } = nextPollOf(sale, now)
  return (
    <>
      {seconds === undefined || seconds === 0 ? (
        t('openItems.checking')
      ) : (
        <>
          {t('openItems.nextCheck')} <span className="num">{formatCountdown(seconds)}</span>
        </>
      )}
      {sale.attention && <span className="mt">{t(`openItems.attention.${sale.attention}`)}</span>}
    </>
  )
}
