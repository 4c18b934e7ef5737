import { Hand, RefreshCw } from 'lucide-react'

import type { Sale } from '#domain/sale.ts'
import { ProxyFailure } from '../../api/request.ts'
import { useAskSale } from '../../api/sales.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { lookOfSale } from '../../sale-look.ts'
import { StateBanner } from '../../ui/StateBanner.tsx'
import { Countdown } from './Countdown.tsx'
import { FocusedAction } from './FocusedAction.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { SaleSlip, TrayFoot } from './SaleSlip.tsx'
import { SayCard } from './SayCard.tsx'
import { StopBar } from './StopBar.tsx'
import { useProxyNow } from './use-proxy-now.ts'
import { useWaysOn } from './use-ways-on.ts'

/** A person may have the service asked this long after the last time: the first interval of a direct recharge (spec 8). */
const ASK_AFTER_MS = 5_000

type WaitingSaleProps = {
  sale: Sale
  tileId: string | undefined
  /** The confirm is leaving, or its answer is on the way. */
  isLeaving?: boolean
}

/** Sent, no final answer yet. It is followed whether anybody looks or not, so the next customer does not wait. */
export function WaitingSale({ sale, tileId, isLeaving = false }: WaitingSaleProps) {
  const t = useText()
  const { newSale } = useWaysOn({ ...sale, amount: sale.amount.amount }, tileId)
  const { words, Icon } = lookOfSale(isLeaving ? { state: 'confirming' } : sale)
  const hint = isLeaving ? 'sale.sendingHint' : sale.held ? 'sale.heldHint' : 'sale.pendingHint'

  return (
    <SaleLayout
      stage={
        <>
          <StateBanner
            tone="wait"
            icon={<Icon className="ic" size={32} />}
            heading={t(`state.${words}.heading`, { brand: sale.brand })}
          >
            <p>{t(hint)}</p>
          </StateBanner>
          <StopBar tone="wait" icon={<Hand className="ic" size={56} aria-hidden="true" />} heading={t('sale.stop')}>
            {t('sale.stopHint')}
          </StopBar>
          {!isLeaving && <NextCheck sale={sale} />}
          {isLeaving ? null : <SayCard>{t('sale.sayWaiting')}</SayCard>}
        </>
      }
      tray={
        <>
          <SaleSlip
            sale={isLeaving ? { ...sale, state: 'confirming' } : sale}
            total={{ label: t('sale.customerPaid'), money: sale.pays }}
          />
          <TrayFoot remark={t('sale.waitingMoves')}>
            <FocusedAction key={words} onPress={newSale} icon={<kbd className="kbd">Enter</kbd>}>
              {t('sale.nextCustomer')}
            </FocusedAction>
          </TrayFoot>
        </>
      }
    />
  )
}

function NextCheck({ sale }: { sale: Sale }) {
  const t = useText()
  const formats = useFormats()
  const now = useProxyNow()
  const ask = useAskSale(sale.id)
  const askedAt = sale.lastFindAt ?? sale.confirmedAt ?? sale.openedAt
  const seconds = sale.nextFindAt === undefined ? 0 : Math.max(0, Math.ceil((sale.nextFindAt - now) / 1000))
  const canAsk = !ask.isPending && seconds > 0 && now >= askedAt + ASK_AFTER_MS
  const isTooSoon = ask.error instanceof ProxyFailure && ask.error.failure.code === 'too-soon'

  return (
    <section className="card nextcheck">
      <Countdown seconds={seconds} from={askedAt} to={sale.nextFindAt ?? now} now={now} />
      <div className="grow">
        <h2>{seconds === 0 ? t('sale.checkingNow') : t('sale.nextCheck', { count: seconds })}</h2>
        <p className="muted">
          {sale.lastFindAt !== undefined && sale.finds > 0
            ? `${t('sale.checkedTimes', { count: sale.finds, time: formats.clock(sale.lastFindAt) })} `
            : null}
          {isTooSoon ? t('failure.too-soon') : t('sale.keepChecking')}
        </p>
      </div>
      <button type="button" className="btn btn--lg" aria-disabled={!canAsk} onClick={() => canAsk && ask.mutate()}>
        <RefreshCw className="ic" size={20} aria-hidden="true" /> {t('sale.checkNow')}
      </button>
    </section>
  )
}
