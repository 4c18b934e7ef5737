import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { Failure } from '#contract/proxy/failure.ts'
import type { OpenSale } from '#contract/proxy/sales.ts'
import type { Money } from '#domain/money.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { isComplete, type Sale } from '#domain/sale/sale.ts'
import { NoAnswer, ProxyFailure } from '../../api/request.ts'
import { forgetFailedOpening, saleQuery, useConfirmSale, useOpening, type Confirmation } from '../../api/sale.ts'
import {
  findSaleRequest,
  setRequestStep,
  storeSaleRequest,
  useSendRequest,
  type SaleRequest,
} from '../../sale/sale-request.ts'
import type { TimelineLine } from '../../sale/event-words.ts'

/** What a person said with *Send*: that they know of another sale, that the detected operator is the chosen one, or who lets it go. */
export type SendOptions = Pick<Confirmation, 'duplicateOf' | 'accept' | 'approver'>

/** What this screen knows of a sale. */
export type KnownSale =
  | { kind: 'sale'; sale: Sale }
  /** Confirmed here, and nothing has been heard since: not known, and never *Not sold* (DESIGN rule 16). */
  | { kind: 'silent'; sale?: Sale; request: SaleRequest | undefined; told: TimelineLine[] }
  /** The check was asked for; its answer is on the way. */
  | { kind: 'opening'; request: SaleRequest }
  /** The check was asked for and the till did not answer: nothing can have been charged. */
  | { kind: 'open-lost'; request: SaleRequest }
  /** Our rules forbid it: no sale was opened. */
  | { kind: 'turned-down'; request: SaleRequest; failure: Failure }
  /** `gone`: it was open to everybody in the shop, and is settled now. */
  | { kind: 'looking' | 'missing' | 'not-mine' | 'gone' | 'away' }

/** A read this long after a lost confirm cannot have been on its way before it. */
const OVERTAKEN_MS = 3_000

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
    confirm,
    send: ({ version }, options, onError) => confirm.mutate({ version, ...options }, { onError }),
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
  confirm: { isPending: boolean; error: Error | null; reset: () => void }
  send: (sale: Sale, wish: SendOptions, onError: (error: Error) => void) => void
}

/** What is known of the sale under this id, and its one confirm. */
export function useSending(
  id: string,
  opening: ReturnType<typeof useRequestedOpening>,
  { sale, error, readAt, readAgain, confirm, send }: AsyncContent,
) {
  const { request, open, openAgain, openAtPrice, isAsked, isFresh } = opening
  const [sentAt, setSentAt] = useState(request?.sentAt)
  const [lostAt, setLostAt] = useState<number>()

  // After a reload the request is sent again, but only when the proxy has never heard of it.
  const isNeverHeard = isAsked && isFresh && !sale && isNotFound(error)
  useEffect(() => {
    if (isNeverHeard) open()
    // Once: from now on it is no longer fresh.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isNeverHeard])

  const known = ((): KnownSale => {
    if (sale) {
      if (!isComplete(sale) && isNotFound(error)) return { kind: 'gone' }
      const isStale = sale.state === 'checked' && readAt < (lostAt ?? 0) + OVERTAKEN_MS
      if (lostAt === undefined || !isStale) return { kind: 'sale', sale }
      return { kind: 'silent', sale, request, told: tellSilence(sentAt, lostAt) }
    }
    if (request && opening.failure) return { kind: 'turned-down', request, failure: opening.failure }
    if (request && (opening.isPending || (isAsked && isFresh && (!error || isNeverHeard))))
      return { kind: 'opening', request }
    if (request && isAsked && (opening.isError || error)) return { kind: 'open-lost', request }
    if (error instanceof ProxyFailure) {
      const { code, moneyMoved } = error.failure
      if (code !== 'not-found' && code !== 'not-allowed') return { kind: 'away' }
      return { kind: code === 'not-found' && moneyMoved === 'no' ? 'missing' : 'not-mine' }
    }
    if (error instanceof NoAnswer) {
      return request?.stage === 'sent'
        ? { kind: 'silent', request, told: tellSilence(sentAt, lostAt) }
        : { kind: 'away' }
    }
    return { kind: 'looking' }
  })()

  return {
    known,
    request,
    open,
    openAgain,
    openAtPrice,
    send: (seen: Sale, wish: SendOptions = {}) => {
      const now = Date.now()
      setRequestStep(id, 'sent', now)
      setSentAt(now)
      setLostAt(undefined)
      send(seen, wish, (why) => {
        const isKnown = why instanceof ProxyFailure && why.failure.moneyMoved === 'no'
        if (!isKnown) setLostAt(Date.now())
      })
    },
    isSending: confirm.isPending,
    /** Why the last *Send* was turned down before anything left. */
    sendFailure: confirm.error instanceof ProxyFailure ? confirm.error.failure : undefined,
    /** Back to the sale as it stands. */
    forgetSend: confirm.reset,
    readAgain,
  }
}

export type OpenedSale = ReturnType<typeof useSending>

const isNotFound = (error: Error | null) => error instanceof ProxyFailure && error.failure.code === 'not-found'

function atPrice({ content, offer }: SaleRequest, pays: Money): Pick<SaleRequest, 'content' | 'offer'> {
  const shown: OpenSale = content.kind === 'international' ? { ...content, shown: pays } : content
  return { content: shown, offer: offer && { ...offer, pays } }
}

/** What this screen did itself: the journal, which would tell it, is silent. */
function tellSilence(sentAt: number | undefined, lostAt: number | undefined): TimelineLine[] {
  return [
    ...(sentAt === undefined ? [] : [{ at: sentAt, kind: 'approved' as const, times: 1 }]),
    ...(lostAt === undefined ? [] : [{ at: lostAt, kind: 'confirm-lost' as const, times: 1 }]),
  ]
}
