import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'

import type { Failure } from '#api/failure.ts'
import type { OpenSale } from '#api/sales.ts'
import type { Money } from '#domain/money.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { isComplete, type Sale } from '#domain/sale/sale.ts'
import {
  saleQuery,
  forgetFailedOpening,
  useAcknowledge,
  useConfirmSale,
  useOpening,
  usePollSale,
} from '../../api/sale.ts'
import { NoAnswer, ProxyFailure } from '../../api/request.ts'
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
import { useSaleRights } from '../../sale/use-sale-rights.ts'
import { useProxyNow } from '../../api/status.ts'
import { newTab, stepTab, type SendOptions } from './sale-view.ts'

/** What the proxy returned of a sale, or what this tab knows without it. */
export type KnownSale =
  | { kind: 'sale'; sale: Sale; readAt: number }
  /** Sent from this tab before it was loaded again, and the proxy does not respond: not known, and never *Not sold* (rule 16). */
  | { kind: 'silent'; request: SaleRequest }
  /** The check was asked for; its answer is on the way. */
  | { kind: 'opening'; request: SaleRequest }
  /** The check was asked for and the till did not answer: nothing can have been charged. */
  | { kind: 'open-lost'; request: SaleRequest }
  /** Our rules forbid it: no sale was opened. */
  | { kind: 'turned-down'; request: SaleRequest; failure: Failure }
  /** `gone`: it was open to everybody in the shop, and is settled now. */
  /** `lost`: the records were put back from a backup, or it was sent from this tab and is not there: it may have been charged. */
  | { kind: 'looking' | 'missing' | 'lost' | 'not-mine' | 'gone' | 'away' }

/** Reads the sale from the journal, opens it again where that is due, and confirms it. */
export function useSale(id: SaleId) {
  const opening = useRequestedOpening('sale', id)
  const confirm = useConfirmSale(id)
  const query = useQuery({ ...saleQuery(id), enabled: opening.isReading })
  return useSending(id, opening, {
    sale: query.data,
    // Reads are tried again for a while; the first silence is already worth telling.
    error: query.error ?? query.failureReason,
    readAt: query.dataUpdatedAt,
    readAgain: () => void query.refetch(),
    send: ({ version }, options, callbacks) => confirm.mutate({ version, ...options }, callbacks),
  })
}

/** The request this tab stored under the id of a sale or a quantity, and how its opening goes. *Review* began it, unless the page was loaded since. */
export function useRequestedOpening(of: 'sale' | 'quantity', id: string) {
  const queryClient = useQueryClient()
  const [request, setRequest] = useState(() => findRequest(of, id))
  const send = useSendRequest()
  const opening = useOpening(id)
  // Who comes back to it reads it and may ask again.
  useEffect(() => () => forgetFailedOpening(queryClient, id), [queryClient, id])
  /** Nothing was opened, so the id is still free. */
  const openAs = (wanted: SaleRequest) => {
    storeSaleRequest(id, wanted)
    setRequest(wanted)
    send(id, wanted)
  }
  const failure = opening?.error instanceof ProxyFailure ? opening.error.failure : undefined
  return {
    request,
    open: () => {
      if (request) send(id, request)
    },
    /** The other sale is known, and this one is wanted all the same. */
    openAgain: (duplicateOf: SaleId) => {
      if (request) openAs({ ...request, content: { ...request.content, duplicateOf } })
    },
    /** The customer was told what it costs now. */
    openAtPrice: (pays: Money) => {
      if (request) openAs({ ...request, ...atPrice(request, pays) })
    },
    isAsked: request?.stage === 'asked',
    /** Nothing was sent since the page was loaded. */
    isFresh: opening === undefined,
    isPending: opening?.status === 'pending',
    isError: opening?.status === 'error',
    failure,
    /** The journal says how it is. */
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
  /** Sends it once, whatever comes of it. */
  send: (sale: Sale, options: SendOptions, callbacks: SendCallbacks) => void
}

type SendCallbacks = { onSuccess: () => void; onError: (error: Error) => void }

/** What is known of the sale under this id, and its one confirm. */
export function useSending(
  id: string,
  opening: ReturnType<typeof useRequestedOpening>,
  { sale, error, readAt, readAgain, send }: AsyncContent,
) {
  const { request, open, openAgain, openAtPrice, isAsked, isFresh } = opening
  const [tab, dispatch] = useReducer(stepTab, request?.sentAt, newTab)

  // After a reload the request is sent again, but only when the proxy has never heard of it.
  const isNeverHeard = isAsked && isFresh && !sale && isNotFound(error)
  const openOnce = useEffectEvent(open)
  useEffect(() => {
    if (isNeverHeard) openOnce()
  }, [isNeverHeard])

  const known = ((): KnownSale => {
    if (sale) {
      if (!isComplete(sale) && isNotFound(error)) return { kind: isLost(error, true) ? 'lost' : 'gone' }
      return { kind: 'sale', sale, readAt }
    }
    if (request && opening.failure) return { kind: 'turned-down', request, failure: opening.failure }
    if (request && (opening.isPending || (isAsked && isFresh && (!error || isNeverHeard))))
      return { kind: 'opening', request }
    if (request && isAsked && (opening.isError || error)) return { kind: 'open-lost', request }
    if (error instanceof ProxyFailure) {
      const { code, moneyMoved } = error.failure
      if (code !== 'not-found' && code !== 'not-allowed') return { kind: 'away' }
      if (isLost(error, request?.stage === 'sent')) return { kind: 'lost' }
      return { kind: code === 'not-found' && moneyMoved === 'no' ? 'missing' : 'not-mine' }
    }
    if (error instanceof NoAnswer) {
      return request?.stage === 'sent' ? { kind: 'silent', request } : { kind: 'away' }
    }
    return { kind: 'looking' }
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

const isNotFound = (error: Error | null) => error instanceof ProxyFailure && error.failure.code === 'not-found'

/** Whether what is not there may have been charged all the same. What was sent from here, or was seen, was in the journal once. */
export const isLost = (error: Error | null, wasThere: boolean): boolean =>
  error instanceof ProxyFailure &&
  error.failure.code === 'not-found' &&
  (error.failure.mayBeLost === true || (wasThere && error.failure.moneyMoved === 'no'))

function atPrice({ content, offer }: SaleRequest, pays: Money): Pick<SaleRequest, 'content' | 'offer'> {
  const shown: OpenSale = content.kind === 'international' ? { ...content, shown: pays } : content
  return { content: shown, offer: offer && { ...offer, pays } }
}

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

/** The person who has the sale on screen has seen what became of it; a page behind another one is not looked at. */
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
