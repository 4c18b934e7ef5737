import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'

import type { Ticket } from '#contract/proxy/displays.ts'
import { tellTicket } from '../../api/displays.ts'
import { statusQuery } from '../../api/status.ts'
import { useCustomerDisplay } from '../../sale/customer-display.ts'
import { useTypedTicket } from './use-typed-ticket.ts'

/** A ticket is told at most so often (ms). */
const LOOK_EVERY_MS = 250
/** One that stays the same is repeated, to learn what the customer says. */
const REPEAT_MS = 1_000

/** Tells the customer display of this till, where there is one, what is on the ticket or the sale on screen. */
export function DisplayLink() {
  const { data: hasDisplay } = useQuery({ ...statusQuery, select: (status) => status.hasDisplay === true })
  return hasDisplay ? <TicketTeller /> : null
}

function TicketTeller() {
  const shown = useCustomerDisplay((state) => state.shown)
  const typed = useTypedTicket()
  useTelling(shown ?? typed)
  return null
}

/** The windows of this till in this browser. */
const WINDOWS = 'toptill-windows'

/** Whether this is the window that was used last: two beside each other would take turns on the display. */
function useIsLastUsed() {
  const isLastUsed = useRef(true)
  useEffect(() => {
    const windows = new BroadcastChannel(WINDOWS)
    const use = () => {
      isLastUsed.current = true
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel is of one origin anyway.
      windows.postMessage('used')
    }
    windows.addEventListener('message', () => {
      isLastUsed.current = false
    })
    use()
    window.addEventListener('pointerdown', use, true)
    window.addEventListener('keydown', use, true)
    return () => {
      windows.close()
      window.removeEventListener('pointerdown', use, true)
      window.removeEventListener('keydown', use, true)
    }
  }, [])
  return isLastUsed
}

/** Without a ticket, as while a sale is being opened, the last one stays. */
function useTelling(ticket: Ticket | undefined): void {
  const latest = useRef<Ticket | undefined>(undefined)
  const isLastUsed = useIsLastUsed()
  useLayoutEffect(() => {
    latest.current = ticket ?? latest.current
  })
  useEffect(() => {
    let isTelling = false
    let told = { text: '', at: 0 }
    const tell = () => {
      const { current: now } = latest
      // Behind another page nobody serves a customer with this one.
      if (!now || isTelling || !isLastUsed.current || document.visibilityState === 'hidden') return
      const text = JSON.stringify(now)
      const isDue = text !== told.text || (now.kind !== 'none' && performance.now() - told.at >= REPEAT_MS)
      if (!isDue) return
      isTelling = true
      told = { text, at: performance.now() }
      void tellTicket(now)
        .then(
          (answer) => useCustomerDisplay.setState({ told: answer }),
          () => useCustomerDisplay.setState({ told: undefined }),
        )
        .finally(() => {
          isTelling = false
        })
    }
    const timer = setInterval(tell, LOOK_EVERY_MS)
    tell()
    return () => {
      clearInterval(timer)
      useCustomerDisplay.setState({ told: undefined })
    }
  }, [isLastUsed])
}
