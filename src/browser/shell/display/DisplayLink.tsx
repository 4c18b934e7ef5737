import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'

import type { Ticket } from '#api/displays.ts'
import { tellTicket } from '../../api/displays.ts'
import { statusQuery } from '../../api/status.ts'
import { useCustomerDisplay } from '../../sale/customer-display.ts'
import { useTypedTicket } from './use-typed-ticket.ts'
import { endTurn, holdTurn, mayTell } from './window-turn.ts'

/** The shortest interval (ms) between updates. */
const LOOK_EVERY_MS = 250
/** An unchanged ticket is sent again, to learn the customer's answer. */
const REPEAT_MS = 1_000

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

/** Without a ticket, for example while a sale is being opened, the last one stays. */
function useTelling(ticket: Ticket | undefined): void {
  const latest = useRef<Ticket | undefined>(undefined)
  useLayoutEffect(() => {
    latest.current = ticket ?? latest.current
  })
  useEffect(() => {
    let isTelling = false
    let isOver = false
    let shown: string | undefined
    let reply = { text: '', at: 0 }
    const hasTicket = () => latest.current !== undefined && latest.current.kind !== 'none'
    const isHidden = () => document.visibilityState === 'hidden'
    const loseTurn = () => {
      if (reply.text === '') return
      reply = { text: '', at: 0 }
      useCustomerDisplay.setState({ reply: undefined })
    }
    const claimTurn = () => {
      if (hasTicket() && !isHidden()) holdTurn()
    }
    const tell = () => {
      const { current: now } = latest
      // A hidden page serves no customer.
      if (!now || isTelling || isHidden()) return
      const text = JSON.stringify(now)
      if (text !== shown && document.hasFocus()) claimTurn()
      shown = text
      if (!mayTell()) return loseTurn()
      if (hasTicket()) holdTurn()
      else endTurn()
      const isDue = text !== reply.text || (hasTicket() && performance.now() - reply.at >= REPEAT_MS)
      if (!isDue) return
      isTelling = true
      reply = { text, at: performance.now() }
      void tellTicket(now)
        .catch(() => undefined)
        .then((answer) => {
          isTelling = false
          if (!isOver && mayTell()) useCustomerDisplay.setState({ reply: answer })
        })
    }
    const timer = setInterval(tell, LOOK_EVERY_MS)
    tell()
    const listening = new AbortController()
    const { signal } = listening
    for (const event of ['pointerdown', 'keydown', 'focus'] as const)
      window.addEventListener(event, claimTurn, { capture: true, signal })
    window.addEventListener('pagehide', endTurn, { signal })
    document.addEventListener('visibilitychange', () => (isHidden() ? endTurn() : claimTurn()), { signal })
    return () => {
      isOver = true
      clearInterval(timer)
      listening.abort()
      endTurn()
      useCustomerDisplay.setState({ reply: undefined })
    }
  }, [])
}
