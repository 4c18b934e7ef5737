import type { Sale } from '#domain/sale/sale.ts'
import { useAskSale } from '../../api/sale.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { useText } from '../../i18n/use-text.ts'
import { nextAskOf } from '../../next-ask.ts'
import { useMyRight } from '../../use-my-right.ts'
import { useProxyNow } from '../../use-proxy-now.ts'

const TOLD_IN_SECONDS = 120
const TOLD_IN_MINUTES = 120 * 60

/** When find is asked next, in words, and how a person has it asked sooner. */
export function useNextAsk(sale: Sale) {
  const t = useText()
  const now = useProxyNow()
  const ask = useAskSale(sale.id)
  const { mayGoOn } = useMyRight(sale)
  const { seconds, from, to, maySooner } = nextAskOf(sale, now)

  const words = ((): string => {
    if (seconds === undefined || seconds === 0) return t('sale.checkingNow')
    if (seconds <= TOLD_IN_SECONDS) return t('sale.nextCheck', { count: seconds })
    if (seconds <= TOLD_IN_MINUTES) return t('sale.nextCheckMinutes', { count: Math.ceil(seconds / 60) })
    return t('sale.nextCheckAt', { time: formatTime(to) })
  })()
  const canAsk = maySooner && !ask.isPending

  return {
    seconds: seconds ?? 0,
    from,
    to,
    now,
    words,
    /** Whose sale it is not, takes it over first. */
    mayAsk: mayGoOn,
    canAsk,
    askNow: () => {
      if (canAsk) ask.mutate()
    },
  }
}
