import { useQuery } from '@tanstack/react-query'
import { createContext, type ComponentType, type ReactNode } from 'react'

import type { Tile } from '#domain/catalog/frontview.ts'
import type { Service } from '#domain/catalog/service.ts'
import { sessionQuery } from '../api/session.ts'

export type DockProps = {
  service: Service
  tile: Tile | undefined
  children: ReactNode
}

/** What a kiosk shows instead of the top bar and rail, around a ticket, and as the shop's logo, which staff press to leave kiosk mode. Absent elsewhere. */
export type KioskParts = {
  Bar: ComponentType
  Dock: ComponentType<DockProps>
  Mark: ComponentType<{ size?: number }>
}

export const KioskContext = createContext<KioskParts | undefined>(undefined)

/** Only selling is available at a kiosk. */
export function useIsKiosk(): boolean {
  return useQuery({ ...sessionQuery, select: ({ terminal }) => terminal?.isKiosk === true }).data ?? false
}

/** Customers place orders without anyone signed in. */
export function useIsSelfOrder(): boolean {
  return useQuery({ ...sessionQuery, select: ({ terminal }) => terminal?.isSelfOrder === true }).data ?? false
}
