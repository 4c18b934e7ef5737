import type { Money } from '#domain/money.ts'

/** `GET /api/wallet`, supervisors only. Without a reading there is no balance: unreadable is never zero. */
export type Wallet = {
  balance?: Money
  /** When the balance was read, epoch ms. */
  readAt?: number
  topupCode?: string
  /** Why a fresh reading is not there. */
  problem?: 'unreachable' | 'unreadable'
}
