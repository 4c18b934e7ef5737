import { ulid } from 'ulid'

import { isYoungerThan } from '#domain/sale/sale.ts'
import { erase, isRecord, recall, remember } from '../../storage.ts'

/** The holder says again and again that it is there; one that was silent for so long is gone (ms). */
const HELD_MS = 5_000

/** This window, among all windows of this till in this browser. (Over plain HTTP a browser has no `crypto.randomUUID`.) */
const THIS_WINDOW = ulid()

function readTurn(stored: unknown): { window: string; at: number } | undefined {
  if (!isRecord(stored)) return undefined
  const { window: holder, at } = stored
  return typeof holder === 'string' && typeof at === 'number' ? { window: holder, at } : undefined
}

const findTurn = () => recall('display-turn', readTurn)

/** Whether no other window of this till tells the display what it shows: one that is used and shows a ticket or a sale takes the turn. */
export function mayTell(): boolean {
  const turn = findTurn()
  return !turn || turn.window === THIS_WINDOW || !isYoungerThan(HELD_MS, turn.at, Date.now())
}

/** Takes the turn, or says that this window still has it. */
export function holdTurn(): void {
  const turn = findTurn()
  const isFresh = turn?.window === THIS_WINDOW && isYoungerThan(HELD_MS / 5, turn.at, Date.now())
  if (!isFresh) remember('display-turn', { window: THIS_WINDOW, at: Date.now() })
}

/** This window shows nothing any more, or is hidden or closed. */
export function endTurn(): void {
  if (findTurn()?.window === THIS_WINDOW) erase('display-turn')
}
