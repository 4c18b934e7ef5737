import { queryOptions, useMutation, useQuery, useQueryClient, type QueryFunctionContext } from '@tanstack/react-query'
import { create } from 'zustand'

import { BUILD_HEADER } from '#api/headers.ts'
import type { Status } from '#api/status.ts'
import { NOT_ANSWERED } from '../lib/presence.ts'
import { isRecord, recall, remember } from '../lib/storage.ts'
import { useNow } from '../ui/use-now.ts'
import { call, NoAnswer, pageBuild, ServerFailure } from './request.ts'
import { sessionQuery } from './session.ts'
import { REFETCH_MS } from './refetch-ms.ts'

/** The server answers from memory, so a slower response means that it hangs. */
const READ_TIMEOUT_MS = 5_000
const FAILURES_UNTIL_AWAY = 2
const RETRY_MS = [1_000, 2_000, 4_000, 8_000]
const LAST_RETRY_MS = 10_000

/** Consecutive unanswered status reads, and when the last one failed (epoch ms). */
type Connection = { failureCount: number; failedAt: number }

const useConnection = create<Connection>()(() => ({ failureCount: 0, failedAt: 0 }))

/** The pause after failed reads (ms): first the usual interval, then short pauses that get longer. */
export const retryDelayMs = (failureCount: number): number =>
  failureCount < FAILURES_UNTIL_AWAY
    ? REFETCH_MS.status
    : (RETRY_MS[failureCount - FAILURES_UNTIL_AWAY] ?? LAST_RETRY_MS)

async function readStatus({ signal, client }: Pick<QueryFunctionContext, 'signal' | 'client'>): Promise<Status> {
  try {
    const isFirst = useConnection.getState().failedAt === 0
    // The session read just failed. Another wait for the status would only make the page look able to sell.
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
    if (error instanceof ServerFailure) {
      // The till may have been switched to or from practice in another tab.
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
  // The next poll is soon and reports an outage sooner than retries.
  retry: false,
})

/** What is not responding: the till's server, or the wholesaler. */
export type Away = 'till' | 'service'

/** The server counts as not responding after two unanswered reads. */
export function useAway(): Away | undefined {
  const { isError, data } = useQuery(statusQuery)
  const isTillAway = useConnection(({ failureCount }) => failureCount >= FAILURES_UNTIL_AWAY)
  if (isError) return isTillAway ? 'till' : undefined
  return data?.service === 'unreachable' ? 'service' : undefined
}

/** Why products cannot be used. Other pages show stopped selling beside their work. */
export type Trouble = Away | 'stopped'

/** Unanswered attempts, and the times of the last and next one (epoch ms). */
export function useTries(): { count: number; lastAt: number; nextAt: number } {
  const { failureCount, failedAt } = useConnection()
  return { count: failureCount, lastAt: failedAt, nextAt: failedAt + retryDelayMs(failureCount) }
}

/** False after an unanswered status read: nothing can be sold until a read is answered again. */
export function useIsAnswering(): boolean {
  return !useQuery(statusQuery).isError
}

/** A full disk only stops new sales (rule 16). */
export function useSellingStop(isForNew = true): 'ticket.offline' | 'shell.stopped' | undefined {
  const { isError, data } = useQuery(statusQuery)
  if (isError) return 'ticket.offline'
  const isStopped = data?.service === 'stopped' && (isForNew || data.reason !== 'disk-full')
  return isStopped ? 'shell.stopped' : undefined
}

/** The hint shown if products cannot be read. While selling is stopped, a retry cannot help. */
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

/** The server's time, because the server schedules the next find and this machine's clock may be off. */
export function useServerNow(): number {
  const { data, dataUpdatedAt } = useQuery(statusQuery)
  return useNow(STEP_MS) + (data ? data.serverTime - dataUpdatedAt : 0)
}

/** A page in development has no build. */
export function isOutdated(served: string | undefined): boolean {
  const { [BUILD_HEADER]: shown } = pageBuild()
  return shown !== undefined && served !== undefined && shown !== served
}

/** While server processes of two builds alternate, each one makes the other's page outdated. */
const AGAIN_AFTER_MS = 10 * 60_000

/** Reloads automatically where no one can press a button. Not twice in a row for the same build. */
export function takeUpdate(served: string, now = Date.now()): void {
  const before = recall('update', (stored) => (isRecord(stored) ? stored : undefined))
  const isTried = before?.['build'] === served && now - Number(before['at']) < AGAIN_AFTER_MS
  if (isTried || !remember('update', { build: served, at: now })) return
  window.location.reload()
}
