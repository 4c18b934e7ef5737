import type { Reply } from './read-answer.ts'

/** What the calls so far came to, for the operator. */
export type CallFigures = {
  calls: { path: string; outcome: Outcome; count: number }[]
  /** Calls that went again because a later key may have overtaken them. */
  signedAnew: number
  /** Confirms refused for a key that a later one may have overtaken. */
  overtakenConfirms: number
}
export type Outcome = 'answered' | 'refused' | 'lost' | 'not-sent'

/** Counts calls. Paths are those of the contract, so the table stays small. */
export type CallCounter = {
  noteReply: (path: string, reply: Reply) => void
  noteSignedAnew: () => void
  noteOvertakenConfirm: () => void
  look: () => CallFigures
}

export function createCallCounter(): CallCounter {
  const counts = new Map<string, { path: string; outcome: Outcome; count: number }>()
  let signedAnew = 0
  let overtakenConfirms = 0
  return {
    noteReply: (path, reply) => {
      const outcome = outcomeOf(reply)
      const row = counts.get(`${path} ${outcome}`) ?? { path, outcome, count: 0 }
      counts.set(`${path} ${outcome}`, { ...row, count: row.count + 1 })
    },
    noteSignedAnew: () => {
      signedAnew += 1
    },
    noteOvertakenConfirm: () => {
      overtakenConfirms += 1
    },
    look: () => ({ calls: [...counts.values()], signedAnew, overtakenConfirms }),
  }
}

export function outcomeOf({ kind }: Reply): Outcome {
  switch (kind) {
    case 'object':
      return 'answered'
    case 'refusal':
      return 'refused'
    case 'lost':
    case 'not-sent':
      return kind
  }
}
