import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work on something large. Each `yield` says how much was done since the last one, counted in characters. */
export type Pieces<T> = Generator<number, T>

/** Some milliseconds of work. It is counted and not timed, so that the same work always pauses at the same places. */
const CHARACTERS_A_TURN = 512 * 1024

/** Does the work to its end. */
export function allAtOnce<T>(pieces: Pieces<T>): T {
  for (;;) {
    const step = pieces.next()
    if (step.done) return step.value
  }
}

/** Does the work turn by turn and lets everything else that waits run in between. */
export async function inTurns<T>(pieces: Pieces<T>): Promise<T> {
  for (let done = 0; ;) {
    const step = pieces.next()
    if (step.done) return step.value
    done += step.value
    if (done < CHARACTERS_A_TURN) continue
    done = 0
    await nextTurn()
  }
}
