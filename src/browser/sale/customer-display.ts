import { useEffect } from 'react'
import { create } from 'zustand'

import type { Ticket, TicketTold } from '#api/displays.ts'

type CustomerDisplay = {
  /** The sale or quantity on screen, for the customer of this till. */
  shown: Ticket | undefined
  /** What the till's display said last; nothing where it has none. */
  told: TicketTold | undefined
}

/** What passes between the pages of a till and its customer display. `shell/display` tells the proxy, and learns what the customer says. */
export const useCustomerDisplay = create<CustomerDisplay>()(() => ({ shown: undefined, told: undefined }))

/** Shows the customer nothing, while a page is open that has no sale to show. */
export function useShowNothing({ isOn }: { isOn: boolean }): void {
  useEffect(() => {
    if (!isOn) return
    useCustomerDisplay.setState({ shown: { kind: 'none' } })
    return () => useCustomerDisplay.setState({ shown: undefined })
  }, [isOn])
}

/** Shows the customer this sale or quantity for as long as its page is open. */
export function useShowSale(kind: 'sale' | 'batch', id: string, given: string | undefined): void {
  useEffect(() => {
    useCustomerDisplay.setState({ shown: { kind, id, ...(given === undefined ? {} : { given }) } })
  }, [kind, id, given])
  useEffect(() => () => useCustomerDisplay.setState({ shown: undefined }), [kind, id])
}
