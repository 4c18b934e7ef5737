import { createContext, type ComponentType, type ReactNode } from 'react'

import type { Tile } from '#domain/frontview.ts'
import type { Service } from '#domain/service.ts'

export type DockProps = {
  service: Service
  tile: Tile | undefined
  /** The ticket itself. */
  children: ReactNode
}

/** What a kiosk has in place of bar and rail, around a ticket, and as the shop's mark, which leads out of it. Nothing where this is no kiosk. */
export type KioskParts = {
  Bar: ComponentType
  Dock: ComponentType<DockProps>
  Mark: ComponentType<{ size?: number }>
}

export const KioskContext = createContext<KioskParts | undefined>(undefined)
