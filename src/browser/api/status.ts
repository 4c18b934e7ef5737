import { queryOptions, useMutation, useQuery, useQueryClient, type QueryFunctionContext } from '@tanstack/react-query'
import { create } from 'zustand'

import { PAGE_VERSION_HEADER } from '#api/headers.ts'
import type { Status } from '#api/status.ts'
import { NOT_ANSWERED } from '../presence.ts'
import { isRecord, recall, remember } from '../storage.ts'
import { useNow } from '../ui/use-now.ts'
import { call, NoAnswer, pageVersion, ProxyFailure } from './request.ts'
import { sessionQuery } from './session.ts'
import { REFETCH_MS } from './refetch-ms.ts'

/** The proxy returns the status from memory. Without a limit, one that hangs would look like one that answers. */
const READ_TIMEOUT_MS = 5_000
const FAILURES_UNTIL_AWAY = 2
const RETRY_MS = [1_000, 2_000, 4_000, 8_000]
const LAST_RETRY_MS = 10_000

/** How many reads of the status in a row got no answer, and when the last of them failed (epoch ms). */
type Connection = { failureCount: number; failedAt: number }

const useConnection = create<Connection>()(() => ({ failureCount: 0, failedAt: 0 }))

/** How long after a failed read the next one begins: as usual at first, then soon, and later at leisure. */
export const retryDelayMs = (failureCount: number): number =>
  failureCount < FAILURES_UNTIL_AWAY
    ? REFETCH_MS.status
    : (RETRY_MS[failureCount - FAILURES_UNTIL_AWAY] ?? LAST_RETRY_MS)

async function readStatus({ signal, client }: Pick<QueryFunctionContext, 'signal' | 'client'>): Promise<Status> {
  try {
    const isFirst = useConnection.getState().failedAt === 0
    // The session was asked for in vain just now. To ask for this, too, would only make the page look as if it could sell for so long.
    if (isFirst && client.getQueryData(sessionQuery.queryKey)?.settingsVersion === NOT_ANSWERED) {
      useConnection.setState({ failureCount: FAILURES_UNTIL_AWAY - 1 })
      throw new NoAnswer('the session was not answered')
    }
    const status = await call('GET /api/status', { signal, deadlineMs: READ_TIMEOUT_MS })
    useConnection.setState({ failureCount: 0 })
    const known = client.getQueryData(sessionQuery.queryKey)?.settingsVersion
    if (known !== undefined && known !== status.settingsVersion)
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    return status
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof ProxyFailure) {
      // The till may have been switched to practice or back, from another tab.
      if (error.failure.code === 'page-outdated') void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      useConnection.setState({ failureCount: 0 })
      throw error
    }
    useConnection.setState(({ failureCount }) => ({ failureCount: failureCount + 1, failedAt: Date.now() }))
    throw error instanceof NoAnswer ? error : new NoAnswer(error)
  }
}

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: readStatus,
  refetchInterval: () => retryDelayMs(useConnection.getState().failureCount),
  // The next reading comes soon enough, and says sooner that nothing answers.
  retry: false,
})

/** What does not answer: the till's own server, or only the service behind it. */
export type Away = 'till' | 'service'

/** What is away right now. The till's server is, once two readings in a row got no answer. */
export function useAway(): Away | undefined {
  const { isError, data } = useQuery(statusQuery)
  const isTillAway = useConnection(({ failureCount }) => failureCount >= FAILURES_UNTIL_AWAY)
  if (isError) return isTillAway ? 'till' : undefined
  return data?.service === 'unreachable' ? 'service' : undefined
}

/** Why the products cannot be used. Selling that is stopped is told beside other work on other pages. */
export type Trouble = Away | 'stopped'

/** How often the till's server was tried in vain, when last, and when it is tried next (epoch ms). */
export function useTries(): { count: number; lastAt: number; nextAt: number } {
  const { failureCount, failedAt } = useConnection()
  return { count: failureCount, lastAt: failedAt, nextAt: failedAt + retryDelayMs(failureCount) }
}

/** False once a reading of the status went unanswered: nothing can be sold from here until the next one is answered. */
export function useIsAnswering(): boolean {
  return !useQuery(statusQuery).isError
}

/** Why nothing can be sold from here now; a banner says more. A full disk stops new sales only (rule 16). */
export function useSellingStop(isForNew = true): 'ticket.offline' | 'shell.stopped' | undefined {
  const { isError, data } = useQuery(statusQuery)
  if (isError) return 'ticket.offline'
  const isStopped = data?.service === 'stopped' && (isForNew || data.reason !== 'disk-full')
  return isStopped ? 'shell.stopped' : undefined
}

/** What to do about products that cannot be read. While selling is stopped, trying again is in vain. */
export const useFailedHint = () =>
  useSellingStop() === 'shell.stopped' ? 'failure.selling-stopped' : 'storefront.failedHint'

export function useResumeSelling() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/selling/resume'),
    onSuccess: (status) => queryClient.setQueryData(statusQuery.queryKey, status),
  })
}

const STEP_MS = 500

/** The proxy's time, by which the next find is planned: this machine's clock may be off. */
export function useProxyNow(): number {
  const { data, dataUpdatedAt } = useQuery(statusQuery)
  return useNow(STEP_MS) + (data ? data.serverTime - dataUpdatedAt : 0)
}

/** Whether the proxy hands out another page than this one, by the version that it names. A page that was not built has none. */
export function isOutdated(served: string | undefined): boolean {
  const { [PAGE_VERSION_HEADER]: shown } = pageVersion()
  return shown !== undefined && served !== undefined && shown !== served
}

/** While processes of two builds answer in turns, the page of one is outdated for the other. */
const AGAIN_AFTER_MS = 10 * 60_000

/** Loads the new page by itself, where nobody is there to press a button; not twice in a row for the same one. */
export function takeUpdate(served: string, now = Date.now()): void {
  const before = recall('update', (stored) => (isRecord(stored) ? stored : undefined))
  const isTried = before?.['version'] === served && now - Number(before['at']) < AGAIN_AFTER_MS
  if (isTried || !remember('update', { version: served, at: now })) return
  window.location.reload()
}
