import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

import type { Revealed } from '#contract/proxy/sales.ts'
import type { Receipt } from '#domain/receipt.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { hasSecret, type Voucher } from '#domain/voucher.ts'
import { useRevealSale, type RevealReason } from '../../api/sale.ts'

/** A code is taken off the screen again after so long (DESIGN rule 12). */
const HIDDEN_AFTER_MS = 60_000
const ASK_AGAIN_MS = 3_000
const ASKS_BY_ITSELF = 5

/** What this screen holds of code and receipt. It is nowhere else: not in a cache, not in storage, not in the address. */
export type RevealState =
  | { kind: 'hidden'; wasShown: boolean; error?: unknown }
  | { kind: 'asking' }
  /** Nothing is there now: `isOver` once it is not asked again by itself. */
  | { kind: 'not-there'; isOver: boolean }
  | { kind: 'shown'; voucher: Voucher | null; receipt: Receipt | null }

export type RevealedContent = Pick<Revealed, 'receipt' | 'voucher'>

/**
 * Asks for code and receipt of a sale, holds them while they are shown, and drops them after a minute, when the page is left, and with the
 * screen. Every showing is asked for again, and counted by the proxy.
 */
export function useReveal(sale: Pick<Sale, 'id' | 'voucher'>, asksByItself: boolean) {
  const { mutateAsync: reveal } = useRevealSale(sale.id)
  const [now, setNow] = useState<RevealState>({ kind: 'hidden', wasShown: false })
  // An answer that was overtaken by hiding, leaving or another question is dropped.
  const turn = useRef(0)
  const isCodeThere = sale.voucher === 'ready' || sale.voucher === 'delivered'

  const hide = useCallback(() => {
    turn.current += 1
    setNow({ kind: 'hidden', wasShown: true })
  }, [])

  const askFor = useCallback(
    async (why: RevealReason | undefined, asksLeft: number): Promise<RevealedContent | undefined> => {
      const mine = (turn.current += 1)
      setNow({ kind: 'asking' })
      try {
        const { receipt, voucher } = (await reveal(why)).secret.take()
        if (mine !== turn.current) return undefined
        if (isCodeThere && !voucher) {
          setNow({ kind: 'not-there', isOver: asksLeft === 0 })
          if (asksLeft > 0) {
            setTimeout(
              () =>
                mine === turn.current &&
                void askFor(why?.reason === undefined ? undefined : { reason: why.reason }, asksLeft - 1),
              ASK_AGAIN_MS,
            )
          }
          return undefined
        }
        setNow({ kind: 'shown', receipt, voucher })
        return { receipt, voucher }
      } catch (error) {
        if (mine === turn.current) setNow({ kind: 'hidden', wasShown: false, error })
        return undefined
      }
    },
    [reveal, isCodeThere],
  )
  const ask = useCallback((why?: RevealReason) => askFor(why, ASKS_BY_ITSELF), [askFor])

  // With the commit: a key pressed before it was asked for would print without it.
  useLayoutEffect(() => {
    if (asksByItself) void ask()
    // Once, when it becomes due: what changes while it is asked is no reason to ask again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [asksByItself])

  useEffect(
    () => () => {
      turn.current += 1
    },
    [],
  )

  const holdsSecret = now.kind === 'shown' && now.voucher !== null && hasSecret(now.voucher)
  useHideInTime(holdsSecret ? now : undefined, hide)

  return { now, ask, hide }
}

/** Hides what is on screen after a minute, and when the page is left. Shown again, it stays for another minute. */
export function useHideInTime(shown: object | undefined, hide: () => void): void {
  useEffect(() => {
    if (shown === undefined) return
    const timer = setTimeout(hide, HIDDEN_AFTER_MS)
    // A page that is kept for going back keeps its memory, too.
    window.addEventListener('pagehide', hide)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', hide)
    }
  }, [shown, hide])
}
