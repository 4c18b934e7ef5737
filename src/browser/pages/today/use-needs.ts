import { useQuery } from '@tanstack/react-query'

import type { Wallet } from '#api/wallet.ts'
import { statusQuery } from '../../api/status.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'

/** What needs a supervisor, and the page where they settle it. */
export type Need = {
  id: string
  tone: 'bad' | 'wait' | 'info'
  count: number
  text: string
  go: { text: MessageId; to: string }
}

/** The most urgent first. */
export function useNeeds(wallet: Wallet | undefined): Need[] {
  const t = useText()
  const { data: status } = useQuery(statusQuery)
  const toOpenItems = { text: 'shell.openItems', to: paths.openItems() } as const
  const toWallet = { text: 'ready.wallet.go', to: paths.wallet() } as const
  const toReady = { text: 'ready.title', to: paths.ready() } as const
  const late = wallet?.expectedDeposits.filter(({ isLate }) => isLate).length ?? 0
  const unexplained = wallet?.movements.filter(({ explainedAt }) => explainedAt === undefined).length ?? 0
  const counted = (id: string, tone: Need['tone'], message: MessageId, count: number, go: Need['go']): Need[] =>
    count > 0 ? [{ id, tone, count, text: t(message, { count }), go }] : []
  return [
    ...counted('stopped', 'bad', 'shell.stopped', status?.service === 'stopped' ? 1 : 0, toReady),
    ...counted('wallet', 'wait', 'alerts.wallet', status?.wallet === 'low' ? 1 : 0, toWallet),
    ...counted('attention', 'wait', 'today.need.sales', status?.attention ?? 0, toOpenItems),
    ...counted('refunds', 'wait', 'alerts.refund', status?.refundsDue ?? 0, toOpenItems),
    ...counted('codes', 'wait', 'alerts.undelivered', status?.undelivered ?? 0, toOpenItems),
    ...counted('late', 'wait', 'today.need.deposits', late, toWallet),
    ...counted('pins', 'info', 'alerts.pinLocks', status?.pinLocks ?? 0, {
      text: 'alerts.openStaff',
      to: paths.staff(),
    }),
    ...counted('clock', 'info', 'alerts.clock', status?.isClockAhead ? 1 : 0, toReady),
    ...counted('movements', 'info', 'today.need.movements', unexplained, toWallet),
  ]
}
