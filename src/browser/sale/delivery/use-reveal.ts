import { useCallback, useEffect, useRef, useState } from 'react'

import type { Receipt } from '#domain/receipt.ts'
import { isUndelivered, type Sale } from '#domain/sale/sale.ts'
import { hasSecret, isUsable, type Voucher } from '#domain/catalog/voucher.ts'
import { useRevealSale, type RevealReason } from '../../api/sale-steps.ts'

/** A code is hidden again after this time (ms) (rule 12). */
const HIDDEN_AFTER_MS = 60_000
const REFETCH_MS = 3_000
const ASKS_BY_ITSELF = 5

/** When they were read. Without a code, there is only a receipt. */
export type Revealed = { sale: Sale; voucher: Voucher | null; receipt: Receipt | null }

type Found = { codes: readonly Revealed[]; missing?: { line: number; error?: unknown } }

/** The codes and receipts of this screen. They are in no cache, storage or URL. */
type RevealState =
  | { kind: 'hidden'; wasShown: boolean; error?: unknown }
  | { kind: 'asking' }
  /** Not available yet. `isOver`: no longer retried automatically. */
  | { kind: 'not-there'; isOver: boolean }
  | { kind: 'shown'; codes: readonly Revealed[] }

export type Reveal = ReturnType<typeof useReveal>

type RevealOptions = {
  /** The undelivered codes of a batch. If one is missing, a person retries. */
  isQuantity?: boolean
}

/** Drops code and receipt after a minute, when the page is left, and on unmount. The server counts every reveal. */
export function useReveal(sales: readonly Sale[], { isQuantity = false }: RevealOptions = {}) {
  const { mutateAsync: reveal } = useRevealSale()
  const [now, setNow] = useState<RevealState>({ kind: 'hidden', wasShown: false })
  // Used to drop responses that arrive after the page was left or a newer request was sent.
  const turn = useRef(0)
  const asking = useRef<Promise<Found | undefined>>(undefined)

  // A read that is in progress for the printer continues.
  const hide = useCallback(() => setNow({ kind: 'hidden', wasShown: true }), [])
  const leave = useCallback(() => {
    turn.current += 1
    hide()
  }, [hide])

  /** Reads codes one by one until one is missing. `undefined` if the response is outdated. */
  const read = async (wanted: readonly Sale[], why?: RevealReason): Promise<Found | undefined> => {
    const mine = (turn.current += 1)
    const codes: Revealed[] = []
    for (const { id, voucher: status, batch } of wanted) {
      const line = batch?.line ?? 0
      try {
        const { sale, secret } = await reveal({ id, ...why })
        const { voucher, receipt } = secret.take()
        if (mine !== turn.current) return undefined
        // The code was delivered or withheld meanwhile.
        if (isQuantity && !isUndelivered(sale)) continue
        const isThere = isQuantity ? voucher !== null && isUsable(voucher) : voucher !== null || !isReady(status)
        if (!isThere) return { codes, missing: { line } }
        codes.push({ sale, voucher, receipt })
      } catch (error) {
        return mine === turn.current ? { codes, missing: { line, error } } : undefined
      }
    }
    return { codes }
  }

  const askFor = async (why: RevealReason | undefined, asksLeft: number): Promise<Found | undefined> => {
    setNow({ kind: 'asking' })
    const found = await read(sales, why)
    if (!found) return undefined
    const { codes, missing } = found
    if (codes.length > 0) setNow({ kind: 'shown', codes })
    else if (!missing || isQuantity || 'error' in missing)
      setNow({ kind: 'hidden', wasShown: false, error: missing?.error })
    else {
      const mine = turn.current
      setNow({ kind: 'not-there', isOver: asksLeft === 0 })
      const askAgain = () =>
        mine === turn.current && void ask(why?.reason === undefined ? undefined : { reason: why.reason }, asksLeft - 1)
      if (asksLeft > 0) setTimeout(askAgain, REFETCH_MS)
    }
    return found
  }
  const ask = (why?: RevealReason, asksLeft = ASKS_BY_ITSELF) => (asking.current = askFor(why, asksLeft))

  useEffect(
    () => () => {
      turn.current += 1
    },
    [],
  )
  const holdsSecret = now.kind === 'shown' && now.codes.some(({ voucher }) => voucher && hasSecret(voucher))
  useEffect(() => {
    if (!holdsSecret && !isQuantity) return
    // A page in the back-forward cache keeps its memory.
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [holdsSecret, isQuantity, leave])
  // Each reveal restarts the minute.
  useEffect(() => {
    if (!holdsSecret) return
    const timer = setTimeout(hide, HIDDEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [now, holdsSecret, hide])

  return {
    now,
    ask,
    hide,
    read,
    asked: () => asking.current,
  }
}

const isReady = (voucher: Sale['voucher']) => voucher === 'ready' || voucher === 'delivered'
