import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'

import type { Failure } from '#api/failure.ts'
import type { OpenSale } from '#api/sales.ts'
import type { Money } from '#domain/money/money.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { isComplete, type Sale } from '#domain/sale/sale.ts'
import { saleQuery, forgetFailedOpening, useOpening } from '../../api/sale.ts'
import { useAcknowledge, useConfirmSale, usePollSale } from '../../api/sale-steps.ts'
import { NoAnswer, ServerFailure } from '../../api/request.ts'
import { sessionQuery } from '../../api/session.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { useText } from '../../i18n/use-text.ts'
import { nextPollOf } from '../../sale/next-poll.ts'
import {
  findSaleRequest,
  setRequestStep,
  storeSaleRequest,
  type SaleRequest,
  useSendRequest,
} from '../../sale/sale-request.ts'
import { noteResult, noteSend } from '../../sale/sale-time.ts'
import { useSaleRights } from '../../sale/use-sale-rights.ts'
import { useServerNow } from '../../api/status.ts'
import { newTab, stepTab, type SendOptions } from './sale-view.ts'

/** What the server returned for a sale, or what this tab knows without the server. */
export type KnownSale =
  | { kind: 'sale'; sale: Sale; readAt: number }
  /** Sent from this tab before a reload, and the server is not responding: unknown, never *Not sold* (rule 16). */
  | { kind: 'no-response'; request: SaleRequest }
  | { kind: 'opening'; request: SaleRequest }
  /** The server did not answer the check: nothing can have been charged. */
  | { kind: 'open-lost'; request: SaleRequest }
  /** Our rules forbid the sale, so none was opened. */
  | { kind: 'rejected'; request: SaleRequest; failure: Failure }
  /** `not-visible`: was visible to everyone in the shop and is settled now. */
  /** `lost`: missing after a database restore or after it was sent from this tab. It may have been charged. */
  | { kind: 'loading' | 'missing' | 'lost' | 'not-mine' | 'not-visible' | 'server-unreachable' }

/** Reads a sale, opens it again if needed, and confirms it. */
export function useSale(id: SaleId) {
  const opening = useRequestedOpening('sale', id)
  const confirm = useConfirmSale(id)
  const query = useQuery({ ...saleQuery(id), enabled: opening.isReading })
  const sale = query.data
  const { data: terminal } = useQuery({ ...sessionQuery, select: (session) => session.terminal })
  useEffect(() => {
    if (sale && isComplete(sale)) noteResult(id, sale.state === 'succeeded')
  }, [id, sale])
  return useSending(id, opening, {
    sale,
    // The first unanswered read is shown without waiting for the retries.
    error: query.error ?? query.failureReason,
    readAt: query.dataUpdatedAt,
    readAgain: () => void query.refetch(),
    send: ({ version }, options, callbacks) => {
      if (terminal && !terminal.isKiosk && !terminal.isPractice) noteSend(id)
      confirm.mutate({ version, ...options }, callbacks)
    },
  })
}

/** The stored request, and the state of its opening. *Review* starts it, or this page after a reload. */
export function useRequestedOpening(of: 'sale' | 'quantity', id: string) {
  const queryClient = useQueryClient()
  const [request, setRequest] = useState(() => findRequest(of, id))
  const send = useSendRequest()
  const opening = useOpening(id)
  // When the person returns, the page reads the sale and may open it again.
  useEffect(() => () => forgetFailedOpening(queryClient, id), [queryClient, id])
  const openAs = (wanted: SaleRequest) => {
    storeSaleRequest(id, wanted)
    setRequest(wanted)
    send(id, wanted)
  }
  const failure = opening?.error instanceof ServerFailure ? opening.error.failure : undefined
  return {
    request,
    open: () => {
      if (request) send(id, request)
    },
    openAgain: (duplicateOf: SaleId) => {
      if (request) openAs({ ...request, content: { ...request.content, duplicateOf } })
    },
    openAtPrice: (pays: Money) => {
      if (request) openAs({ ...request, ...atPrice(request, pays) })
    },
    isAsked: request?.stage === 'asked',
    isFresh: opening === undefined,
    isPending: opening?.status === 'pending',
    isError: opening?.status === 'error',
    failure,
    /** Read the sale only if no opening is pending or failed. */
    isReading: opening?.status !== 'pending' && failure === undefined,
  }
}

function findRequest(of: 'sale' | 'quantity', id: string): SaleRequest | undefined {
  const found = findSaleRequest(id)
  return (found?.count === undefined) === (of === 'sale') ? found : undefined
}

type AsyncContent = {
  sale: Sale | undefined
  error: Error | null
  readAt: number
  readAgain: () => void
  /** Sends the sale once, with no retry. */
  send: (sale: Sale, options: SendOptions, callbacks: SendCallbacks) => void
}

type SendCallbacks = { onSuccess: () => void; onError: (error: Error) => void }

/** The state of the sale or batch with this id, and its one confirm. */
export function useSending(
  id: string,
  opening: ReturnType<typeof useRequestedOpening>,
  { sale, error, readAt, readAgain, send }: AsyncContent,
) {
  const { request, open, openAgain, openAtPrice, isAsked, isFresh } = opening
  const [tab, dispatch] = useReducer(stepTab, request?.sentAt, newTab)

  // After a reload, sends the request again only if the server has never received it.
  const isNeverHeard = isAsked && isFresh && !sale && isNotFound(error)
  const openOnce = useEffectEvent(open)
  useEffect(() => {
    if (isNeverHeard) openOnce()
  }, [isNeverHeard])

  const known = ((): KnownSale => {
    if (sale) {
      if (!isComplete(sale) && isNotFound(error)) return { kind: isLost(error, true) ? 'lost' : 'not-visible' }
      return { kind: 'sale', sale, readAt }
    }
    if (request && opening.failure) return { kind: 'rejected', request, failure: opening.failure }
    if (request && (opening.isPending || (isAsked && isFresh && (!error || isNeverHeard))))
      return { kind: 'opening', request }
    if (request && isAsked && (opening.isError || error)) return { kind: 'open-lost', request }
    if (error instanceof ServerFailure) {
      const { code, moneyMoved } = error.failure
      if (code !== 'not-found' && code !== 'not-allowed') return { kind: 'server-unreachable' }
      if (isLost(error, request?.stage === 'sent')) return { kind: 'lost' }
      return { kind: code === 'not-found' && moneyMoved === 'no' ? 'missing' : 'not-mine' }
    }
    if (error instanceof NoAnswer) {
      return request?.stage === 'sent' ? { kind: 'no-response', request } : { kind: 'server-unreachable' }
    }
    return { kind: 'loading' }
  })()

  return {
    known,
    request,
    open,
    openAgain,
    openAtPrice,
    tab,
    send: (seen: Sale, options: SendOptions = {}) => {
      const at = Date.now()
      setRequestStep(id, 'sent', at)
      dispatch({ type: 'sent', options, at })
      send(seen, options, {
        onSuccess: () => dispatch({ type: 'replied' }),
        onError: (why) => dispatch({ type: 'failed', error: why, at: Date.now() }),
      })
    },
    acceptOperator: () => dispatch({ type: 'operator-accepted' }),
    askedQuestions: () => dispatch({ type: 'scam-asked' }),
    leaveSend: () => dispatch({ type: 'left' }),
    readAgain,
  }
}

export type OpenedSale = ReturnType<typeof useSending>

const isNotFound = (error: Error | null) => error instanceof ServerFailure && error.failure.code === 'not-found'

/** Whether a missing sale may have been charged. It was sent or seen here, so it was once in the database. */
export const isLost = (error: Error | null, wasThere: boolean): boolean =>
  error instanceof ServerFailure &&
  error.failure.code === 'not-found' &&
  (error.failure.mayBeLost === true || (wasThere && error.failure.moneyMoved === 'no'))

function atPrice({ content, offer }: SaleRequest, pays: Money): Pick<SaleRequest, 'content' | 'offer'> {
  const shown: OpenSale = content.kind === 'international' ? { ...content, shown: pays } : content
  return { content: shown, offer: offer && { ...offer, pays } }
}

const TOLD_IN_SECONDS = 120
const TOLD_IN_MINUTES = 120 * 60

/** When the next find will be, in words, and a way to ask sooner. */
export function useNextPoll(sale: Sale) {
  const t = useText()
  const now = useServerNow()
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
    /** Others must take over the sale first. */
    mayAsk: mayGoOn,
    canAsk,
    askNow: () => {
      if (canAsk) ask.mutate()
    },
  }
}

/** Marks the sale as seen once the page is visible. */
export function useAcknowledgeShown({ id, isUnread, version }: Sale): void {
  const { mutate } = useAcknowledge(id)
  useEffect(() => {
    if (!isUnread) return
    const markWhenVisible = () => {
      if (document.visibilityState === 'visible') mutate()
    }
    markWhenVisible()
    document.addEventListener('visibilitychange', markWhenVisible)
    return () => document.removeEventListener('visibilitychange', markWhenVisible)
  }, [isUnread, version, mutate])
}
