import * as fc from 'fast-check'

import { anyWireShop } from './any-frontview.ts'
import { judgeWire } from './judge.ts'

export type Chunk = { seed: number; runs: number }
/** The result of one chunk; `problem` describes the smallest list that is arranged wrongly. */
export type ChunkReport = Chunk & { elements: number; problem?: string }

const RUNS_PER_CHUNK = 10_000

/** Splits the runs into chunks with consecutive seeds, so that each can be repeated alone. */
export const planChunks = (seed: number, runs: number): Chunk[] =>
  Array.from({ length: Math.ceil(runs / RUNS_PER_CHUNK) }, (_, index) => ({
    seed: seed + index,
    runs: Math.min(RUNS_PER_CHUNK, runs - index * RUNS_PER_CHUNK),
  }))

export function runChunk({ seed, runs }: Chunk): ChunkReport {
  let elements = 0
  const judged = fc.property(anyWireShop, (wire) => {
    elements += judgeWire(wire)
  })
  const details = fc.check(judged, { seed, numRuns: runs })
  if (!details.failed) return { seed, runs, elements }
  const reason = details.errorInstance instanceof Error ? details.errorInstance.message : 'thrown'
  return { seed, runs, elements, problem: `${reason}\n${fc.defaultReportMessage(details)}` }
}
