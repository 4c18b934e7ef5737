import { BUILD_HEADER } from '#api/headers.ts'
import type { Session } from '#api/session.ts'
import type { Status } from '#api/status.ts'
import { SESSION_LIFE_MS } from '#domain/person.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { pageBuild } from '../api/request.ts'
import { findSignOut, isIdle, NOT_ANSWERED, readLastActivityAt } from './presence.ts'
import { isRecord, recall, remember } from './storage.ts'

/** The fields of an open sale that its cashier needs to find it again. */
export type OpenSaleSnapshot = Pick<
  Sale,
  'id' | 'number' | 'isPractice' | 'isTest' | 'state' | 'held' | 'conflicting' | 'voucher'
> & {
  product: string
  /** The last four digits of the destination number. */
  end?: string
  /** When the sale was read (epoch ms). */
  readAt: number
}

export type ReadSale = { sale: Sale; readAt: number }

/** Shown after a reload while the server is not responding. Has no amounts, costs, balances, whole numbers or codes. */
export type OfflineSnapshot = {
  /** When the server last answered (epoch ms). */
  at: number
  /** When this person was first seen here (epoch ms). */
  since: number
  session: Session
  status: Status
  open: readonly OpenSaleSnapshot[]
}

/** The open items page lists the rest once the server responds. */
const MAX_OPEN = 20

type Seen = { session: Session; status: Status; at: number; sales: readonly ReadSale[] }

/** Field by field, so a new field is never stored by accident. Stores nothing while no one is signed in. */
export function storeOfflineSnapshot({ session, status, at, sales }: Seen): void {
  const { terminal, shop, person, idleMs, isPractice, timeZone, dayStartHour } = session
  if (!terminal || !person || idleMs === undefined) return
  const { openItems, waiting, serverTime, version, build } = status
  const before = readStored()
  const seen: OfflineSnapshot = {
    at,
    since: before?.session.person?.id === person.id ? before.since : Date.now(),
    session: {
      terminal,
      staff: [],
      person,
      idleMs,
      isPractice,
      timeZone,
      settingsVersion: NOT_ANSWERED,
      build,
      ...(shop && { shop }),
      ...(dayStartHour !== undefined && { dayStartHour }),
    },
    status: { ...NOTHING_KNOWN, since: at, openItems, waiting, serverTime, version, build },
    // Anyone may be at a kiosk.
    open: terminal.isKiosk ? [] : sales.slice(0, MAX_OPEN).map(asOpenThen),
  }
  remember('offline-snapshot', { page: ownPage(), seen })
}

const NOTHING_KNOWN = {
  service: 'ok',
  wallet: 'unknown',
  attention: 0,
  refundsDue: 0,
  unread: 0,
  undelivered: 0,
  settingsVersion: NOT_ANSWERED,
} as const

function asOpenThen({ sale, readAt }: ReadSale): OpenSaleSnapshot {
  const { id, number, isPractice, isTest, state, held, conflicting, voucher, kind, serviceName, brand, account } = sale
  return {
    id,
    number,
    state,
    product: kind === 'international' ? brand : serviceName,
    readAt,
    ...(account !== undefined && /^\d{8,}$/.test(account) && { end: account.slice(-4) }),
    ...(isPractice && { isPractice }),
    ...(isTest && { isTest }),
    ...(held && { held }),
    ...(conflicting && { conflicting }),
    ...(voucher && { voucher }),
  }
}

/** Returns what this tab saw last, or `undefined` once that person's session must have ended. */
export function findOfflineSnapshot(now = Date.now()): OfflineSnapshot | undefined {
  const seen = readStored()
  if (!seen || findSignOut()) return undefined
  const { session, since } = seen
  const isOver = isIdle(readLastActivityAt(), now, session.idleMs ?? 0) || isIdle(since, now, SESSION_LIFE_MS)
  return isOver ? undefined : seen
}

/** In another build, the same fields may have a different meaning. */
const ownPage = () => pageBuild()[BUILD_HEADER] ?? ''

const readStored = (): OfflineSnapshot | undefined =>
  recall('offline-snapshot', (stored) =>
    isRecord(stored) && stored['page'] === ownPage() && isRecord(stored['seen'])
      ? (stored['seen'] as OfflineSnapshot)
      : undefined,
  )
