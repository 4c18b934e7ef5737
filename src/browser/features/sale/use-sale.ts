import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { FailureCode } from '#contract/proxy/failure.ts'
import type { SaleId } from '#domain/sale-id.ts'
import type { Sale } from '#domain/sale.ts'
import { NoAnswer, ProxyFailure } from '../../api/request.ts'
import { saleQuery, useConfirmSale, useOpenSale } from '../../api/sales.ts'
import type { SaleRequest } from '../../begin-sale.ts'
import { findSaleRequest, noteStage } from '../../sale-request.ts'

/** What this screen knows of a sale. */
export type KnownSale =
  | { kind: 'sale'; sale: Sale }
  /** Confirmed here, and nothing has been heard since: not known, and never *Not sold* (DESIGN rule 16). */
  | { kind: 'silent'; sale?: Sale; request: SaleRequest | undefined }
  /** The check was asked for; its answer is on the way. */
  | { kind: 'opening'; request: SaleRequest }
  /** The check was asked for and the till did not answer: nothing can have been charged. */
  | { kind: 'open-lost'; request: SaleRequest }
  /** Our rules forbid it: no sale was opened. */
  | { kind: 'turned-down'; request: SaleRequest; code: FailureCode }
  | { kind: 'looking' | 'missing' | 'not-mine' | 'away' }

/** A read this long after a lost confirm cannot have been on its way before it. */
const OVERTAKEN_MS = 3_000

/** Opens the sale when this tab asked for it, reads it from the journal, and confirms it. */
export function useSale(id: SaleId) {
  const [request] = useState(() => findSaleRequest(id))
  const open = useOpenSale(id)
  const confirm = useConfirmSale(id)
  const [lostAt, setLostAt] = useState<number>()

  const ask = () => {
    if (request) open.mutate(request.content, { onSuccess: () => noteStage(id, 'answered') })
  }
  const isAsked = request?.stage === 'asked'
  useEffect(() => {
    if (isAsked) ask()
    // Once for each sale: the id is this screen's key.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const isAsking = isAsked && (open.isIdle || open.isPending)
  const query = useQuery({ ...saleQuery(id), enabled: !isAsking })

  const send = (sale: Sale) => {
    noteStage(id, 'sent')
    setLostAt(undefined)
    confirm.mutate(sale.version, {
      onError: (error) => {
        const isKnown = error instanceof ProxyFailure && error.failure.moneyMoved === 'no'
        if (!isKnown) setLostAt(Date.now())
      },
    })
  }

  const known = ((): KnownSale => {
    const sale = query.data
    if (sale) {
      const isStale = sale.state === 'checked' && query.dataUpdatedAt < (lostAt ?? 0) + OVERTAKEN_MS
      return lostAt !== undefined && isStale ? { kind: 'silent', sale, request } : { kind: 'sale', sale }
    }
    if (isAsking && request) return { kind: 'opening', request }
    if (request && open.error instanceof ProxyFailure) {
      return { kind: 'turned-down', request, code: open.error.failure.code }
    }
    // Reads are tried again for a while; the first silence is already worth telling.
    const error = query.error ?? query.failureReason
    if (request && isAsked && (open.isError || error)) return { kind: 'open-lost', request }
    if (error instanceof ProxyFailure) {
      return { kind: error.failure.code === 'not-allowed' ? 'not-mine' : 'missing' }
    }
    if (error instanceof NoAnswer) return request?.stage === 'sent' ? { kind: 'silent', request } : { kind: 'away' }
    return { kind: 'looking' }
  })()

  return {
    known,
    request,
    ask,
    send,
    isSending: confirm.isPending,
    /** Why the last *Send* was turned down before anything left. */
    sendRefusal: confirm.error instanceof ProxyFailure ? confirm.error.failure.code : undefined,
    readAgain: () => void query.refetch(),
  }
}
