import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work in pieces. Each `yield` returns how much was done since the last one, as a number of characters. */
export type Pieces<T> = Generator<number, T>

/**
 * About a millisecond of work. It is counted and not timed, so that the same work always pauses at the same places. Of 10,000 services (2.5 MB) the
 * longest turn took 17 ms of processor time on a machine full of other work, and with four times as many characters up to 64 ms.
 */
const CHARACTERS_PER_TURN = 128 * 1024

/** Does all the work without a pause. */
export function allAtOnce<T>(pieces: Pieces<T>): T {
  for (;;) {
    const step = pieces.next()
    if (step.done) return step.value
  }
}

/** Does the work in turns and lets other waiting work run in between. */
export async function inTurns<T>(pieces: Pieces<T>): Promise<T> {
  for (let done = 0; ;) {
    const step = pieces.next()
    if (step.done) return step.value
    done += step.value
    if (done < CHARACTERS_PER_TURN) continue
    done = 0
    await nextTurn()
  }
}
