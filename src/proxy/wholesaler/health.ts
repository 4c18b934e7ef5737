import type { Clock } from '../clock.ts'

/** Whether the wholesaler answers at all. */
export type Health = {
  noteAnswer: () => void
  noteSilence: () => void
  look: () => { service: 'ok' | 'away'; since: number }
}

const SILENCES = 3

/** Away after three calls in a row without any answer, ok at the next answer. `onAway` is told once each time. */
export function createHealth(clock: Clock, onAway: () => void): Health {
  let silences = 0
  let state: { service: 'ok' | 'away'; since: number } = { service: 'ok', since: clock.now() }
  return {
    noteAnswer: () => {
      silences = 0
      if (state.service === 'away') state = { service: 'ok', since: clock.now() }
    },
    noteSilence: () => {
      silences += 1
      if (silences < SILENCES || state.service === 'away') return
      state = { service: 'away', since: clock.now() }
      onAway()
    },
    look: () => state,
  }
}
