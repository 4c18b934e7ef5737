import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { BatchAnswer, BatchLineContent, ConfirmBatch } from '#api/batches.ts'
import type { FailureCode } from '#api/failure.ts'
import { isStoppedByPerson } from '#domain/sale/steps/batch-step.ts'
import type { Exceeded } from '#domain/sales-limits.ts'
import {
  undecidedLines,
  contentOfLine,
  countLines,
  findStop,
  isMixed,
  isThrough,
  linesToGoOn,
  sumLines,
  type BatchCounts,
  type BatchSums,
  type Stop,
} from './batch-state.ts'
import { useConfirmBatch, useStopBatch } from '../../../api/batch-steps.ts'
import { batchQuery } from '../../../api/batch.ts'
import { NoAnswer, ServerFailure, type RetryableFailure } from '../../../api/request.ts'
import type { ApproverWithPin } from '../../../api/sale-steps.ts'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { settleBasket } from '../../../sale/basket.ts'
import { findSaleRequest, storeSaleRequest, writeRequest } from '../../../sale/sale-request.ts'
import type { ReviewedBatch } from '../use-sale-options.ts'
import { isAboutApprover, OVERTAKEN_MS } from '../sale-view.ts'
import { isLost, useRequestedOpening, useSending, type OpenedSale } from '../use-sale.ts'

export type StepFailure = Pick<RetryableFailure, 'retryAfterMs'> & { code: FailureCode | 'no-answer' }

export type ShownBatch = {
  batch: BatchAnswer
  counts: BatchCounts
  money: BatchSums
  /** `ended`: no more lines will be sold. */
  step: 'selling' | 'stopped' | 'ended'
  stop: Stop | undefined
  /** The lines that *Continue* names; empty if no one here can continue. */
  rest: number[]
  /** Lines whose approval was sent but not answered. */
  silent: number[]
  /** The person who stopped the batch, if it was someone else. */
  stoppedBy: string | undefined
}

type Approval = Omit<ConfirmBatch, 'approver'>

export type UsedBatch = ReturnType<typeof useBatch>

/** Rule 18. This screen reads, approves and stops the batch; it sells nothing itself. */
export function useBatch(id: string) {
  const query = useQuery(batchQuery(id))
  const me = useCurrentUser().person.id
  const confirm = useConfirmBatch(id)
  const stop = useStopBatch(id)
  const [lost, setLost] = useState<Approval & { at: number }>()
  const [aboveLimit, setAboveLimit] = useState<{ approval: Approval; limits: readonly Exceeded[] }>()

  const isGone = isLost(query.error, query.data !== undefined || findSaleRequest(id)?.stage === 'sent')
  const batch = isGone ? undefined : query.data
  const error = confirm.error ?? stop.error
  const failed = error instanceof ServerFailure ? error.failure : undefined
  // A failure about an earlier version is outdated.
  const isAboutThis = stop.error !== null || confirm.variables?.version === batch?.version
  const failure: StepFailure | undefined = error && isAboutThis ? (failed ?? { code: 'no-answer' }) : undefined
  const shown = batch && showBatch(batch, { me, silent: isOvertaken() ? (lost?.lines ?? []) : [] })
  const agreed = failure && failed?.code === 'confirm-duplicate' ? failed.sale?.id : undefined
  const duplicateOf = agreed ?? (batch?.stop?.reason === 'confirm-duplicate' ? batch.stop.sale?.id : undefined)
  const asked =
    aboveLimit && shown?.step === 'stopped' && aboveLimit.approval.version === batch?.version ? aboveLimit : undefined

  function isOvertaken(): boolean {
    return lost !== undefined && lost.version === batch?.version && query.dataUpdatedAt < lost.at + OVERTAKEN_MS
  }

  const approve = (approval: Approval, approver?: ApproverWithPin) => {
    if (!batch) return
    noteSentHere(batch)
    setLost(undefined)
    stop.reset()
    const onError = (error: Error) => {
      const refusal = error instanceof ServerFailure ? error.failure : undefined
      if (!refusal || refusal.code === 'internal-error') setLost({ ...approval, at: Date.now() })
      if (refusal?.limits) setAboveLimit({ approval, limits: refusal.limits })
      else if (!refusal || !isAboutApprover(refusal.code)) setAboveLimit(undefined)
    }
    confirm.mutate({ ...approval, approver }, { onError })
  }

  return {
    shown: shown && confirm.isPending && !asked ? { ...shown, step: 'selling' as const } : shown,
    nothing: isGone ? ('lost' as const) : nothingOf(query.error),
    failure,
    isStepping: confirm.isPending || stop.isPending,
    isAgain: duplicateOf !== undefined,
    goOn: () => {
      if (!batch || !shown || shown.rest.length === 0 || confirm.isPending) return
      approve({ version: batch.version, lines: shown.rest, ...(duplicateOf ? { duplicateOf } : {}) })
    },
    /** Approves lines of a basket or list as the review shows them. */
    sell: (said: Omit<Approval, 'version'>) => {
      if (batch && said.lines.length > 0 && !confirm.isPending) approve({ version: batch.version, ...said })
    },
    stopHere: () => {
      if (stop.isPending) return
      confirm.reset()
      settleBasket(id)
      stop.mutate()
    },
    /** The exceeded limits, until a supervisor approves or the dialog is closed. */
    aboveLimit: asked && batch && { cashier: batch.cashier, limits: asked.limits, lines: asked.approval.lines },
    letGo: (by: ApproverWithPin) => asked && approve(asked.approval, by),
    leaveLimit: () => setAboveLimit(undefined),
    readAgain: () => void query.refetch(),
  }
}

function showBatch(batch: BatchAnswer, { me, silent }: { me: string; silent: number[] }): ShownBatch {
  const { state, cashier, lines, stop } = batch
  const isOver = state === 'complete' || isStoppedByPerson(stop)
  const isEnded = isOver || isThrough(batch)
  const open = [...silent, ...undecidedLines(batch, isOver)]
  const found = findStop(batch)
  const isMine = cashier.id === me
  const by = stop?.by
  return {
    batch,
    counts: countLines(lines, open),
    money: sumLines(batch, open),
    step: state === 'running' ? 'selling' : isEnded ? 'ended' : 'stopped',
    stop: found,
    // Only the batch's own cashier can continue it (rule 18).
    rest: isMine && found && (isThrough(batch) || !found.endsBatch) ? linesToGoOn(batch) : [],
    silent,
    stoppedBy: by && by.id !== me ? by.name : undefined,
  }
}

function nothingOf(error: Error | null): 'loading' | 'server-unreachable' | 'missing' {
  if (error instanceof ServerFailure && error.failure.code === 'not-found') return 'missing'
  return error instanceof NoAnswer || error instanceof ServerFailure ? 'server-unreachable' : 'loading'
}

/** Needed so that a terminal with automatic printing prints what was approved there. */
function noteSentHere(batch: BatchAnswer): void {
  const { id, count, lines } = batch
  storeSaleRequest(id, {
    content: lineOf(batch),
    count,
    ...(isMixed(batch) && { lines: lines.map((line) => lineOf(contentOfLine(batch, line))) }),
    ...findSaleRequest(id),
    stage: 'sent',
    sentAt: Date.now(),
  })
}

/** What a line sells, as it is requested. */
const lineOf = ({
  kind,
  amount,
  ...rest
}: Pick<BatchAnswer, 'kind' | 'serviceId' | 'amount' | 'account' | 'customer'>): BatchLineContent =>
  writeRequest({ ...rest, kind: kind === 'voucher' ? kind : 'direct', amount: amount.amount })

/** Opens the batch again if needed, and approves all lines. `review` is its first line, which represents all. */
export function useReviewedBatch(id: string): {
  batch: BatchAnswer | undefined
  review: OpenedSale
  quantity: ReviewedBatch | undefined
} {
  const opening = useRequestedOpening('quantity', id)
  const confirm = useConfirmBatch(id)
  const stop = useStopBatch(id)
  const query = useQuery({ ...batchQuery(id), enabled: opening.isReading })
  const batch = query.data
  const review = useSending(id, opening, {
    sale: batch?.lines[0]?.sale,
    error: query.error ?? query.failureReason,
    readAt: query.dataUpdatedAt,
    readAgain: () => void query.refetch(),
    send: (_, { accept: __, ...said }, callbacks) => {
      if (!batch) return
      const lines = batch.lines.map(({ line }) => line)
      confirm.mutate({ version: batch.version, lines, ...said }, callbacks)
    },
  })
  return { batch, review, quantity: batch && { count: batch.count, onLeave: () => stop.mutate() } }
}
