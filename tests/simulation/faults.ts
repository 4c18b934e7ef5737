import type { Streams } from './random.ts'

const ON_THE_LINE = {
  'request dropped': 6,
  'request delayed': 8,
  'request twice': 8,
  'request overtaken': 8,
  'reset within the request': 5,
  'answer dropped': 10,
  'answer late': 6,
  'reset within the answer': 6,
  'answer cut short': 3,
  'HTML with 200': 2,
  'HTML with 502': 3,
  'error of a gateway': 3,
  redirect: 1,
  'empty answer': 2,
  'error and transaction': 3,
  'other transaction id': 3,
  'other sale id': 3,
  'answer to somebody else': 4,
  'too big': 1,
  'too deep': 1,
  'prototype key': 1,
  'unknown state': 2,
  'unreadable field': 3,
  'info lost': 3,
  'info garbled': 2,
} as const

export type LineFault = keyof typeof ON_THE_LINE
const LINE_FAULTS = Object.keys(ON_THE_LINE) as LineFault[]

const ELSEWHERE = [
  'no connection',
  'slow connection',
  'connection found dead',
  'refused',
  'refused though done',
  'accepted but not shown yet',
  'slow service',
  'long pending',
  'unlisted state of a transaction',
  'code comes later',
  'code never comes',
  'another code later',
  'wallet empty',
  'price changed',
  'prices abroad changed',
  'offers renumbered',
  'another operator',
  'another country',
  'slow disk',
  'busy proxy',
  'disk full',
  'proxy killed',
  'clock back an hour',
  'clock ahead a year',
  'request of a till lost',
  'request of a till twice',
  'answer to a till lost',
] as const

export const OF_TWO_PROXIES = [
  'proxy paused',
  'proxy suspended',
  'paused around a commit',
  'paused as it sends',
  'lease taken away',
  'database cut off',
  'clock of a proxy jumps',
  'clock of the database jumps',
  'handed over',
  'other proxy killed',
] as const

/** The fault of a shop whose database is replaced by an older copy. */
export const PUT_BACK = 'journal put back'

type OtherFault = (typeof ELSEWHERE)[number] | (typeof OF_TWO_PROXIES)[number] | typeof PUT_BACK
export type Fault = LineFault | OtherFault
export const ALL_FAULTS: readonly Fault[] = [...LINE_FAULTS, ...ELSEWHERE]

export type Faults = {
  onExchange: (path: string) => LineFault | undefined
  happens: (fault: OtherFault, probability: number) => boolean
  hit: (fault: Fault) => void
  end: () => void
  haveEnded: () => boolean
  counts: ReadonlyMap<Fault, number>
}

/** Each seed leaves out some faults and has its own probabilities for the others. */
export function seededFaults(streams: Streams, without: readonly Fault[] = []): Faults {
  const mood = streams('mood')
  const moodOfTwo = streams('mood of two proxies')
  const skipped = new Set<Fault>([
    ...without,
    ...ALL_FAULTS.filter(() => mood.chance(0.2)),
    ...OF_TWO_PROXIES.filter(() => moodOfTwo.chance(0.2)),
  ])
  const perExchange = mood.pick([0.1, 0.25, 0.4, 0.55])
  const elsewhere = mood.pick([0.3, 1, 2])
  const line = streams('line faults')
  const table = LINE_FAULTS.flatMap((fault) => Array.from({ length: ON_THE_LINE[fault] }, () => fault))
  const chances = new Map([...ELSEWHERE, ...OF_TWO_PROXIES, PUT_BACK].map((fault) => [fault, streams(fault)]))
  const counts = new Map<Fault, number>()
  let isOver = false

  const hit = (fault: Fault) => void counts.set(fault, (counts.get(fault) ?? 0) + 1)
  return {
    onExchange: () => {
      const drawn = line.next() / perExchange
      const fault = drawn < 1 ? table[Math.floor(drawn * table.length)] : undefined
      return fault && !isOver && !skipped.has(fault) ? fault : undefined
    },
    happens: (fault, probability) => {
      const isDrawn = chances.get(fault)?.chance(Math.min(0.9, probability * elsewhere)) === true
      if (!isDrawn || isOver || skipped.has(fault)) return false
      hit(fault)
      return true
    },
    hit,
    end: () => {
      isOver = true
    },
    haveEnded: () => isOver,
    counts,
  }
}
