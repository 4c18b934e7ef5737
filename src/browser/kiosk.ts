import { useQuery } from '@tanstack/react-query'
import { createContext, type ComponentType, type ReactNode } from 'react'

import type { Tile } from '#domain/frontview.ts'
import type { Service } from '#domain/service.ts'
import { sessionQuery } from './api/session.ts'

export type DockProps = {
  service: Service
  tile: Tile | undefined
  children: ReactNode
}

/** What a kiosk has in place of bar and rail, around a ticket, and as the shop's mark, which leads out of it. Nothing where this is no kiosk. */
export type KioskParts = {
  Bar: ComponentType
  Dock: ComponentType<DockProps>
  Mark: ComponentType<{ size?: number }>
}

export const KioskContext = createContext<KioskParts | undefined>(undefined)

/** This terminal is a kiosk: nothing but selling is open here, and nothing leads anywhere else. */
export function useIsKiosk(): boolean {
  return useQuery({ ...sessionQuery, select: ({ terminal }) => terminal?.isKiosk === true }).data ?? false
}

/** Customers order at this terminal, and nobody signs in. */
export function useIsSelfOrder(): boolean {
  return useQuery({ ...sessionQuery, select: ({ terminal }) => terminal?.isSelfOrder === true }).data ?? false
}
