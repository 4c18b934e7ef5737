import type { Reply } from './read/read-answer.ts'

export type CallMetrics = {
  calls: { path: string; outcome: CallOutcome; count: number }[]
  /** Calls sent again because a later key may have overtaken them. */
  resent: number
  /** Confirms refused for a key that a later one may have overtaken. */
  overtakenConfirms: number
}
export type CallOutcome = 'answered' | 'refused' | 'lost' | 'not-sent'

export type CallCounter = ReturnType<typeof createCallCounter>

export type ObserveCall = (path: string, outcome: CallOutcome, ms: number) => void

/** Counts by the route template, not the actual URL, so the table stays small. */
export function createCallCounter(observe?: ObserveCall) {
  const counts = new Map<string, { path: string; outcome: CallOutcome; count: number }>()
  let resent = 0
  let overtakenConfirms = 0
  return {
    /** `ms` since the call was sent. */
    recordReply: (path: string, reply: Reply, ms: number): void => {
      const outcome = outcomeOf(reply)
      if (outcome !== 'not-sent') observe?.(path, outcome, ms)
      const row = counts.get(`${path} ${outcome}`) ?? { path, outcome, count: 0 }
      counts.set(`${path} ${outcome}`, { ...row, count: row.count + 1 })
    },
    recordResent: (): void => {
      resent += 1
    },
    recordOvertakenConfirm: (): void => {
      overtakenConfirms += 1
    },
    metrics: (): CallMetrics => ({ calls: [...counts.values()], resent, overtakenConfirms }),
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
