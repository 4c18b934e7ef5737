import type { Sale } from '#domain/sale/sale.ts'
import { usePollSale } from '../../api/sale.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { useText } from '../../i18n/use-text.ts'
import { nextPollOf } from '../../sale/next-poll.ts'
import { useSaleRights } from '../../sale/use-sale-rights.ts'
import { useProxyNow } from '../../api/status.ts'

const TOLD_IN_SECONDS = 120
const TOLD_IN_MINUTES = 120 * 60

/** When find is asked next, in words, and how a person has it asked sooner. */
export function useNextPoll(sale: Sale) {
  const t = useText()
  const now = useProxyNow()
  const ask = usePollSale(sale.id)
  const { mayGoOn } = useSaleRights(sale)
  const { seconds, from, to, canPollNow: maySooner } = nextPollOf(sale, now)

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
