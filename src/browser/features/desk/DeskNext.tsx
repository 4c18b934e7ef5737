import { isRefundDue, isWaiting, type Sale } from '#domain/sale/sale.ts'
import { useIsAnswering } from '../../api/status.ts'
import { useText } from '../../i18n/use-text.ts'
import { formatCountdown, nextAskOf } from '../../next-ask.ts'
import { useMyRight } from '../../use-my-right.ts'
import { useProxyNow } from '../../use-proxy-now.ts'

/** What comes next for a sale on the desk, and when; and why a supervisor is told of it. */
export function DeskNext({ sale }: { sale: Sale }) {
  const t = useText()
  return (
    <>
      <Next sale={sale} />
      {sale.unreadReasons?.map((reason) => (
        <span key={reason} className="mt mt--why">
          {t(`news.${reason}`)}
        </span>
      ))}
    </>
  )
}

function Next({ sale }: { sale: Sale }) {
  const t = useText()
  const now = useProxyNow()
  const isAnswering = useIsAnswering()
  const { isSupervisor } = useMyRight(sale)
  if (sale.attention && !isWaiting(sale)) return t(isSupervisor ? 'sale.askSupport' : 'sale.askSupervisor')
  if (isRefundDue(sale)) return t('desk.giveBack')
  if (sale.voucher === 'ready') return t('desk.handOver')
  if (sale.state === 'not-executed') return t('desk.decide')
  if (!isWaiting(sale)) return t('desk.look')
  if (!isAnswering) return t('desk.silent')
  const { seconds } = nextAskOf(sale, now)
  return (
    <>
      {seconds === undefined || seconds === 0 ? (
        t('desk.asking')
      ) : (
        <>
          {t('desk.askIn')} <span className="num">{formatCountdown(seconds)}</span>
        </>
      )}
      {sale.attention && <span className="mt">{t(`desk.attention.${sale.attention}`)}</span>}
    </>
  )
}
