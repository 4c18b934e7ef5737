import { useEffect } from 'react'
import { create } from 'zustand'

import type { Ticket, TicketReply } from '#api/displays.ts'

type CustomerDisplay = {
  shown: Ticket | undefined
  /** The display's last state; `undefined` without a display. */
  reply: TicketReply | undefined
}

/** Shared state of the till's pages and its customer display; `shell/display` exchanges it with the server. */
export const useCustomerDisplay = create<CustomerDisplay>()(() => ({ shown: undefined, reply: undefined }))

/** Clears the display while a page without a sale is open. */
export function useShowNothing({ isOn }: { isOn: boolean }): void {
  useEffect(() => {
    if (!isOn) return
    useCustomerDisplay.setState({ shown: { kind: 'none' } })
    return () => useCustomerDisplay.setState({ shown: undefined })
  }, [isOn])
}

/** Shows this sale or batch on the display while its page is open. */
export function useShowSale(kind: 'sale' | 'batch', id: string, cashTendered: string | undefined): void {
  useEffect(() => {
    useCustomerDisplay.setState({ shown: { kind, id, ...(cashTendered === undefined ? {} : { cashTendered }) } })
  }, [kind, id, cashTendered])
  useEffect(() => () => useCustomerDisplay.setState({ shown: undefined }), [kind, id])
}
