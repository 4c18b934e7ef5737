import type { Reply } from './read-answer.ts'

/** What the calls so far came to, for the operator. */
export type CallMetrics = {
  calls: { path: string; outcome: CallOutcome; count: number }[]
  /** Calls that went again because a later key may have overtaken them. */
  resent: number
  /** Confirms refused for a key that a later one may have overtaken. */
  overtakenConfirms: number
}
export type CallOutcome = 'answered' | 'refused' | 'lost' | 'not-sent'

/** Counts calls. Paths are those of the contract, so the table stays small. */
export type CallCounter = {
  recordReply: (path: string, reply: Reply) => void
  recordResent: () => void
  recordOvertakenConfirm: () => void
  metrics: () => CallMetrics
}

export function createCallCounter(): CallCounter {
  const counts = new Map<string, { path: string; outcome: CallOutcome; count: number }>()
  let resent = 0
  let overtakenConfirms = 0
  return {
    recordReply: (path, reply) => {
      const outcome = outcomeOf(reply)
      const row = counts.get(`${path} ${outcome}`) ?? { path, outcome, count: 0 }
      counts.set(`${path} ${outcome}`, { ...row, count: row.count + 1 })
    },
    recordResent: () => {
      resent += 1
    },
    recordOvertakenConfirm: () => {
      overtakenConfirms += 1
    },
    metrics: () => ({ calls: [...counts.values()], resent, overtakenConfirms }),
  }
}

export function outcomeOf({ kind }: Reply): CallOutcome {
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
