import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { Failure } from '#contract/proxy/failure.ts'
import type { ConfirmSale, OpenSale } from '#contract/proxy/sales.ts'
import type { Money } from '#domain/money.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { isComplete, type Sale } from '#domain/sale/sale.ts'
import { NoAnswer, ProxyFailure } from '../../api/request.ts'
import { saleQuery, useConfirmSale, useOpenSale } from '../../api/sale.ts'
import { keepSaleRequest, type SaleRequest } from '../../begin-sale.ts'
import { findSaleRequest, noteStage } from '../../sale-request.ts'
import type { TimelineLine } from '../../timeline-lines.ts'

/** What a person said with *Send*: that they know of another sale, that the detected operator is the chosen one, or who lets it go. */
export type SendWish = Pick<ConfirmSale, 'duplicateOf' | 'accept' | 'approver'>

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

/** Opens the sale when this tab asked for it, reads it from the journal, and confirms it. */
export function useSale(id: SaleId) {
  const [request, setRequest] = useState(() => findSaleRequest(id))
  const open = useOpenSale(id)
  const confirm = useConfirmSale(id)
  const [sentAt, setSentAt] = useState(request?.sentAt)
  const [lostAt, setLostAt] = useState<number>()

  const openAs = ({ content }: SaleRequest) => open.mutate(content, { onSuccess: () => noteStage(id, 'answered') })
  const ask = () => {
    if (request) openAs(request)
  }
  /** No sale was opened, so the id is still free. */
  const askAs = (wanted: SaleRequest) => {
    keepSaleRequest(id, wanted)
    setRequest(wanted)
    openAs(wanted)
  }
  /** The other sale is known, and this one is wanted all the same. */
  const askAgain = (duplicateOf: SaleId) => {
    if (request) askAs({ ...request, content: { ...request.content, duplicateOf } })
  }
  /** The customer was told what it costs now. */
  const askAtPrice = (pays: Money) => {
    if (request) askAs({ ...request, ...atPrice(request, pays) })
  }
  const isAsked = request?.stage === 'asked'
  useEffect(() => {
    if (isAsked) ask()
    // Once for each sale: the id is this screen's key.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const isAsking = isAsked && (open.isIdle || open.isPending)
  const isTurnedDown = isAsked && open.error instanceof ProxyFailure
  const query = useQuery({ ...saleQuery(id), enabled: !isAsking && !isTurnedDown })

  const send = (sale: Sale, wish: SendWish = {}) => {
    const now = Date.now()
    noteStage(id, 'sent', now)
    setSentAt(now)
    setLostAt(undefined)
    confirm.confirm({ version: sale.version, ...wish }, (error) => {
      const isKnown = error instanceof ProxyFailure && error.failure.moneyMoved === 'no'
      if (!isKnown) setLostAt(Date.now())
    })
  }

  const known = ((): KnownSale => {
    const sale = query.data
    // Reads are tried again for a while; the first silence is already worth telling.
    const error = query.error ?? query.failureReason
    if (sale) {
      if (!isComplete(sale) && error instanceof ProxyFailure && error.failure.code === 'not-found')
        return { kind: 'gone' }
      const isStale = sale.state === 'checked' && query.dataUpdatedAt < (lostAt ?? 0) + OVERTAKEN_MS
      if (lostAt === undefined || !isStale) return { kind: 'sale', sale }
      return { kind: 'silent', sale, request, told: tellSilence(sentAt, lostAt) }
    }
    if (isAsking && request) return { kind: 'opening', request }
    if (request && open.error instanceof ProxyFailure) {
      return { kind: 'turned-down', request, failure: open.error.failure }
    }
    if (request && isAsked && (open.isError || error)) return { kind: 'open-lost', request }
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
    ask,
    askAgain,
    askAtPrice,
    send,
    isSending: confirm.isPending,
    /** Why the last *Send* was turned down before anything left. */
    sendFailure: confirm.error instanceof ProxyFailure ? confirm.error.failure : undefined,
    /** Back to the sale as it stands. */
    forgetSend: confirm.reset,
    readAgain: () => void query.refetch(),
  }
}

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
