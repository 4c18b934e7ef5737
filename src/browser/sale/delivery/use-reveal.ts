import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import type { Receipt } from '#domain/receipt.ts'
import { isUndelivered, type Sale } from '#domain/sale/sale.ts'
import { hasSecret, isUsable, type Voucher } from '#domain/voucher.ts'
import { useRevealSale, type RevealReason } from '../../api/sale.ts'

/** A code is taken off the screen again after so long (rule 12). */
const HIDDEN_AFTER_MS = 60_000
const ASK_AGAIN_MS = 3_000
const ASKS_BY_ITSELF = 5

/** A sale as it was when its code and receipt were read; a sale without a code has only a receipt. */
export type Revealed = { sale: Sale; voucher: Voucher | null; receipt: Receipt | null }

/** The codes that came, and the line of a quantity whose code did not. */
type Found = { codes: readonly Revealed[]; missing?: { line: number; error?: unknown } }

/** What this screen holds of codes and receipts. They are nowhere else: not in a cache, not in storage, not in the address. */
type RevealState =
  | { kind: 'hidden'; wasShown: boolean; error?: unknown }
  | { kind: 'asking' }
  /** Nothing is there now: `isOver` once it is not asked again by itself. */
  | { kind: 'not-there'; isOver: boolean }
  | { kind: 'shown'; codes: readonly Revealed[] }

export type Reveal = ReturnType<typeof useReveal>

type RevealOptions = {
  /** They are asked for as soon as this is true. */
  asksByItself?: boolean
  /** The undelivered codes of a quantity. A person asks again for one that does not come. */
  isQuantity?: boolean
}

/**
 * Asks for code and receipt of sales, holds them while they are shown, and drops them after a minute, when the page is left, and with the
 * screen. Every showing is asked for again, and counted by the proxy.
 */
export function useReveal(sales: readonly Sale[], { asksByItself = false, isQuantity = false }: RevealOptions = {}) {
  const { mutateAsync: reveal } = useRevealSale()
  const [now, setNow] = useState<RevealState>({ kind: 'hidden', wasShown: false })
  // An answer that was overtaken by leaving or another question is dropped.
  const turn = useRef(0)
  const asking = useRef<Promise<Found | undefined>>(undefined)

  // What is being read meanwhile is for a printer, and goes on.
  const hide = useCallback(() => setNow({ kind: 'hidden', wasShown: true }), [])
  const leave = useCallback(() => {
    turn.current += 1
    hide()
  }, [hide])

  /** Reads the codes one after the other, until one does not come. Returns nothing when the answer was overtaken. */
  const read = async (wanted: readonly Sale[], why?: RevealReason): Promise<Found | undefined> => {
    const mine = (turn.current += 1)
    const codes: Revealed[] = []
    for (const { id, voucher: status, batch } of wanted) {
      const line = batch?.line ?? 0
      try {
        const { sale, secret } = await reveal({ id, ...why })
        const { voucher, receipt } = secret.take()
        if (mine !== turn.current) return undefined
        // Handed over meanwhile, or withheld.
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
      if (asksLeft > 0) setTimeout(askAgain, ASK_AGAIN_MS)
    }
    return found
  }
  const ask = (why?: RevealReason, asksLeft = ASKS_BY_ITSELF) => (asking.current = askFor(why, asksLeft))

  const askByItself = useEffectEvent(() => void ask())
  // With the commit: a key pressed before it was asked for would print without it.
  useLayoutEffect(() => {
    if (asksByItself) askByItself()
  }, [asksByItself])

  useEffect(
    () => () => {
      turn.current += 1
    },
    [],
  )
  const holdsSecret = now.kind === 'shown' && now.codes.some(({ voucher }) => voucher && hasSecret(voucher))
  useEffect(() => {
    if (!holdsSecret && !isQuantity) return
    // A page that is kept for going back keeps its memory, too.
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [holdsSecret, isQuantity, leave])
  // Shown again, it stays for another minute.
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
    /** The answer that is on its way. */
    asked: () => asking.current,
  }
}

const isReady = (voucher: Sale['voucher']) => voucher === 'ready' || voucher === 'delivered'
