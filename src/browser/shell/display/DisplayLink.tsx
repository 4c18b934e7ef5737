import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'

import type { Ticket } from '#contract/proxy/displays.ts'
import { tellTicket } from '../../api/displays.ts'
import { statusQuery } from '../../api/status.ts'
import { useCustomerDisplay } from '../../sale/customer-display.ts'
import { useTypedTicket } from './use-typed-ticket.ts'
import { takeTurns } from './window-turn.ts'

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

/** Without a ticket, as while a sale is being opened, the last one stays. */
function useTelling(ticket: Ticket | undefined): void {
  const latest = useRef<Ticket | undefined>(undefined)
  useLayoutEffect(() => {
    latest.current = ticket ?? latest.current
  })
  useEffect(() => {
    let isTelling = false
    let told = { text: '', at: 0 }
    const turn = takeTurns({
      hasTicket: () => latest.current !== undefined && latest.current.kind !== 'none',
      onLost: () => {
        told = { text: '', at: 0 }
        useCustomerDisplay.setState({ told: undefined })
      },
    })
    let shown: string | undefined
    const tell = () => {
      const { current: now } = latest
      const text = JSON.stringify(now)
      if (text !== shown) turn.take()
      shown = text
      // Behind another page nobody serves a customer with this one.
      if (!now || isTelling || !turn.isMine() || document.visibilityState === 'hidden') return
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
      turn.end()
      useCustomerDisplay.setState({ told: undefined })
    }
  }, [])
}
