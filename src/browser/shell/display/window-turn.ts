import { ulid } from 'ulid'

import { isYoungerThan } from '#domain/sale/sale.ts'
import { erase, isRecord, recall, remember } from '../../lib/storage.ts'

/** A window that has not renewed its turn for this long (ms) has left. */
const HELD_MS = 5_000

/** Identifies this window of the till. Without TLS there is no `crypto.randomUUID`. */
const THIS_WINDOW = ulid()

function readTurn(stored: unknown): { window: string; at: number } | undefined {
  if (!isRecord(stored)) return undefined
  const { window: holder, at } = stored
  return typeof holder === 'string' && typeof at === 'number' ? { window: holder, at } : undefined
}

const findTurn = () => recall('display-turn', readTurn)

/** A window that is in use and has a ticket or sale takes the turn. */
export function mayTell(): boolean {
  const turn = findTurn()
  return !turn || turn.window === THIS_WINDOW || !isYoungerThan(HELD_MS, turn.at, Date.now())
}

export function holdTurn(): void {
  const turn = findTurn()
  const isFresh = turn?.window === THIS_WINDOW && isYoungerThan(HELD_MS / 5, turn.at, Date.now())
  if (!isFresh) remember('display-turn', { window: THIS_WINDOW, at: Date.now() })
}

/** Call when this window shows nothing, is hidden or closes. */
export function endTurn(): void {
  if (findTurn()?.window === THIS_WINDOW) erase('display-turn')
}
