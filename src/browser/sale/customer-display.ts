import { useEffect } from 'react'
import { create } from 'zustand'

import type { Ticket, TicketTold } from '#api/displays.ts'

type CustomerDisplay = {
  shown: Ticket | undefined
  /** The display's last state; `undefined` without a display. */
  told: TicketTold | undefined
}

/** Shared state of the till's pages and its customer display; `shell/display` exchanges it with the server. */
export const useCustomerDisplay = create<CustomerDisplay>()(() => ({ shown: undefined, told: undefined }))

/** Clears the display while a page without a sale is open. */
export function useShowNothing({ isOn }: { isOn: boolean }): void {
  useEffect(() => {
    if (!isOn) return
    useCustomerDisplay.setState({ shown: { kind: 'none' } })
    return () => useCustomerDisplay.setState({ shown: undefined })
  }, [isOn])
}

/** Shows this sale or batch on the display while its page is open. */
export function useShowSale(kind: 'sale' | 'batch', id: string, given: string | undefined): void {
  useEffect(() => {
    useCustomerDisplay.setState({ shown: { kind, id, ...(given === undefined ? {} : { given }) } })
  }, [kind, id, given])
  useEffect(() => () => useCustomerDisplay.setState({ shown: undefined }), [kind, id])
}
