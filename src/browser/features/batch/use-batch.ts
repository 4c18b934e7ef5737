import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import type { Failure, FailureCode } from '#contract/proxy/failure.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { saleCan, type Sale } from '#domain/sale/sale.ts'
import { isSummary } from '#domain/sale/summary.ts'
import { batchQuery, useLineSteps } from '../../api/batch.ts'
import { NoAnswer, ProxyFailure } from '../../api/request.ts'
import { sessionQuery } from '../../api/session.ts'
import { findBatch, keepBatch, type BatchRequest, type LineContent } from '../../begin-batch.ts'
import { keepSaleRequest, newSaleId } from '../../begin-sale.ts'
import { writeContact } from '../../contact-text.ts'
import { isAboutApprover } from '../../limit/tell-limit.ts'
import { useMyRight } from '../../use-my-right.ts'
import { useProxyNow } from '../../use-proxy-now.ts'
import { arrangeLines, countLines, moneyOf, type BatchCounts, type BatchLine } from './batch-lines.ts'
import { planNext, type Plan } from './batch-plan.ts'
import { useLineAboveLimit, type Approver } from './use-line-above-limit.ts'

/** Why the last step of this tab did not go through. */
export type StepFailure = {
  line: number
  code: FailureCode | 'no-answer'
  otherSale?: SaleId
  retryAfterMs?: number
}

export type KnownBatch =
  | {
      kind: 'batch'
      lines: BatchLine[]
      of: number
      counts: BatchCounts
      sample: Sale | undefined
      content: LineContent
    }
  | { kind: 'looking' | 'away' | 'missing' }

/** A read this long after a lost confirm cannot have been on its way before it. */
const OVERTAKEN_MS = 3_000

/**
 * A quantity, line by line. What is sold says the journal alone; this tab remembers the ids it will use, so that nothing is asked for twice
 * under two names. It sells only while a person has it on screen and has said so.
 */
export function useBatch(batchId: string, sellsAtOnce: boolean) {
  const now = useProxyNow()
  const steps = useLineSteps(batchId)
  const query = useQuery(batchQuery(batchId))
  const { data: me } = useQuery({ ...sessionQuery, select: ({ person }) => person?.id })
  const [kept, setKept] = useState(() => findBatch(batchId))
  const [isToGo, setIsGoing] = useState(sellsAtOnce)
  const [goOnAt, setGoOnAt] = useState<number>()
  const [failure, setFailure] = useState<StepFailure>()
  const [lost, setLost] = useState<{ id: SaleId; at: number }>()
  const [isBusy, setIsBusy] = useState(false)
  const isStepping = useRef(false)
  /** What was done last: the same again would only ask what the journal is about to tell. */
  const lastStep = useRef<string>(undefined)

  const sales = query.data ?? []
  const sample = sales.at(0)
  // A supervisor sees the quantity of a cashier, and opens no line in it.
  const isMine = kept !== undefined || sales.some(({ cashier }) => cashier.id === me)
  const isGoing = isToGo && isMine
  const request = kept ?? (sample && requestFrom(sample))
  const lines = request ? arrangeLines(sales, request.of, request.saleIds) : []
  const { mayGoOn } = useMyRight(lines.find(({ sale }) => sale && saleCan.confirm(sale, now))?.sale ?? NOBODYS)
  const plan = planNext(lines, { now, ...(goOnAt === undefined ? {} : { goOnAt }) })
  const { aboveLimit, setAboveLimit, isNext, ...word } = useLineAboveLimit(plan, isBusy)
  const isStale = (sale: Sale) => sale.id === lost?.id && query.dataUpdatedAt < lost.at + OVERTAKEN_MS
  const silent = sales.find((sale) => saleCan.confirm(sale, now) && isStale(sale))?.id
  const counts = countLines(lines, silent)

  const keep = (changed: BatchRequest) => {
    keepBatch(batchId, changed)
    setKept(changed)
  }

  /** The id of a line is remembered before it is sent. */
  const open = async (line: number) => {
    if (!request) return
    const id = request.saleIds[line] ?? newSaleId()
    keep({ ...request, saleIds: { ...request.saleIds, [line]: id } })
    const duplicateOf = failure?.line === line ? failure.otherSale : undefined
    const batch = { id: batchId, line, of: request.of }
    await steps.open(id, { ...request.content, batch, ...(duplicateOf ? { duplicateOf } : {}) })
  }
  const confirm = async (line: number, sale: Sale) => {
    const duplicateOf = failure?.line === line ? failure.otherSale : undefined
    const by = word.take(sale.id)
    const mine = mayGoOn ? sale : await steps.take(sale.id)
    if (request && sale.batch) {
      const { content, tileId } = request
      keepSaleRequest(sale.id, {
        content: { ...content, batch: sale.batch },
        stage: 'sent',
        sentAt: Date.now(),
        tileId,
      })
    }
    try {
      await steps.confirm(sale.id, {
        version: mine.version,
        ...(duplicateOf ? { duplicateOf } : {}),
        ...(by ? { approver: by } : {}),
      })
    } catch (error) {
      const isKnown = error instanceof ProxyFailure && error.failure.moneyMoved === 'no'
      if (!isKnown) setLost({ id: sale.id, at: Date.now() })
      throw error
    }
  }
  const perform = async (wanted: Plan & { do: 'open' | 'confirm' }) => {
    isStepping.current = true
    setIsBusy(true)
    try {
      await (wanted.do === 'open' ? open(wanted.line) : confirm(wanted.line, wanted.sale))
      setFailure(undefined)
      setAboveLimit(undefined)
    } catch (error) {
      const told = error instanceof ProxyFailure ? error.failure : undefined
      if (told?.limits && wanted.do === 'confirm') setAboveLimit({ sale: wanted.sale, limits: told.limits })
      else if (!told || !isAboutApprover(told.code)) setAboveLimit(undefined)
      if (told?.code === 'batch-line-taken' && told.sale && !isSummary(told.sale)) {
        // Another till sold this line; the next one goes on from there.
        steps.note(told.sale)
      } else {
        setIsGoing(false)
        setFailure({
          line: wanted.line,
          code: told?.code ?? 'no-answer',
          ...otherSaleOf(told, failure),
          ...(told?.retryAfterMs === undefined ? {} : { retryAfterMs: told.retryAfterMs }),
        })
        void query.refetch()
      }
    } finally {
      word.forget()
      isStepping.current = false
      setIsBusy(false)
    }
  }

  const goOn = () => {
    // A line that sold nothing is sold anew, under another id.
    if (request && plan.do === 'stop' && plan.why === 'not-sold') {
      keep({ ...request, saleIds: { ...request.saleIds, [plan.line]: newSaleId() } })
    }
    lastStep.current = undefined
    // Our clock steps: what the person saw is older than their word in any case.
    const seenAt = plan.do === 'stop' ? Math.max(plan.sale.lastFindAt ?? 0, plan.sale.confirmedAt ?? 0) : 0
    setGoOnAt(Math.max(now, seenAt + 1))
    setIsGoing(true)
  }

  const isKnown = query.data !== undefined
  const planned = `${plan.do} ${'line' in plan ? plan.line : ''} ${'sale' in plan ? `${plan.sale.id} ${plan.sale.version}` : ''}`
  useEffect(() => {
    if (!isGoing || !isKnown || isStepping.current || isBusy) return
    if (plan.do === 'open' || plan.do === 'confirm') {
      if (lastStep.current === planned) return
      lastStep.current = planned
      void perform(plan)
    } else if (plan.do !== 'wait') setIsGoing(false)
    // Whenever something else is next; what it is done with comes from the same moment.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isGoing, isKnown, isBusy, planned])

  const known = ((): KnownBatch => {
    if (request && (isKnown || kept)) {
      if (!isKnown && query.isError) return { kind: 'away' }
      if (!isKnown) return { kind: 'looking' }
      return { kind: 'batch', lines, of: request.of, counts, sample, content: request.content }
    }
    if (isKnown) return { kind: 'missing' }
    return { kind: query.error instanceof NoAnswer || query.error instanceof ProxyFailure ? 'away' : 'looking' }
  })()

  return {
    known,
    plan,
    // What kept a line back is no news once that line is sold.
    failure: 'line' in plan && plan.line === failure?.line ? failure : undefined,
    silent,
    isGoing: isGoing || isBusy,
    /** Only who began a quantity goes on with it (DESIGN rule 18). */
    isMine,
    isEnded: kept?.isEnded === true || (isKnown && plan.do === 'nothing'),
    /** No further line is begun; the one under way ends by itself. */
    pause: () => {
      word.forget()
      setIsGoing(false)
    },
    goOn,
    /** The line that stands above a limit, until a supervisor lets it go or a person goes back. */
    aboveLimit,
    letGo: (by: Approver) => {
      if (!aboveLimit || !isNext(aboveLimit.sale.id)) return setAboveLimit(undefined)
      word.give(aboveLimit.sale.id, by)
      goOn()
    },
    leaveLimit: () => {
      word.forget()
      setAboveLimit(undefined)
      setFailure((told) => told && { line: told.line, code: 'above-limit' })
    },
    /** The lines that are not sold stay so: what was only checked is given up. */
    stopHere: async () => {
      if (!request) return
      setIsBusy(true)
      try {
        for (const { sale } of lines) {
          if (sale && saleCan.abandon(sale) && moneyOf({ line: 0, sale }, silent) === 'not-sold')
            await steps.abandon(sale.id)
        }
        keep({ ...request, isEnded: true })
        setFailure(undefined)
      } catch (error) {
        const code = error instanceof ProxyFailure ? error.failure.code : 'no-answer'
        setFailure({ line: plan.do === 'nothing' ? 0 : plan.line, code })
      } finally {
        setIsBusy(false)
        void query.refetch()
      }
    },
    readAgain: () => void query.refetch(),
  }
}

/** The sale that was asked about stays agreed to while it is asked who lets this one go. */
function otherSaleOf(told: Failure | undefined, before: StepFailure | undefined): Pick<StepFailure, 'otherSale'> {
  if (told?.code === 'confirm-duplicate' && told.sale) return { otherSale: told.sale.id }
  return told && isAboutApprover(told.code) && before?.otherSale ? { otherSale: before.otherSale } : {}
}

const NOBODYS = { cashier: { id: '', name: '' } }

/** What the lines of a quantity are, told by one of them: this tab did not begin it. */
function requestFrom({ kind, serviceId, amount, account, customer, batch }: Sale): BatchRequest | undefined {
  if (!batch || kind === 'international') return undefined
  return {
    content: {
      kind,
      serviceId,
      amount: amount.amount,
      ...(account === undefined ? {} : { account: writeContact(account) }),
      ...(customer === undefined ? {} : { customer: writeContact(customer) }),
    },
    of: batch.of,
    saleIds: {},
  }
}
