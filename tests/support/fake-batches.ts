import type { BatchAnswer, BatchLineAnswer, BatchLineContent, ConfirmBatch, OpenBatch } from '#api/batches.ts'
import type { Failure } from '#api/failure.ts'
import { addMoney, decimal, money, timesMoney, type Money } from '#domain/money/money.ts'
import { releasesLine } from '#domain/sale/duplicate.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { aVoucherSale } from './a-voucher.ts'
import { amal } from './fake-proxy.ts'
import { NOW } from './now.ts'
import type { FakeAnswer, FakeProxy } from './render-page.tsx'

type Outcome = Partial<Sale> | Failure['code'] | 'no answer' | undefined

/**
 * The outcome of requests and lines. Where a test defines nothing, requests are answered and lines are sold at once.
 */
export type Course = {
  open?: () => Outcome
  /** The result of a line's check, in a basket or list. */
  check?: (line: number) => Pick<BatchLineAnswer, 'skip'> | { sale: Partial<Sale> } | undefined
  confirm?: (body: ConfirmBatch) => Failure['code'] | FakeAnswer | undefined
  sell?: (line: number, sale: Sale) => Partial<Sale> | undefined
  /** Why the next line is not started. */
  obstacle?: (line: number) => Partial<NonNullable<BatchAnswer['stop']>> | undefined
}

export const SOLD_LINE = { state: 'succeeded', voucher: 'ready' } as const
const sumOfMoney = (amounts: readonly Money[]) => addMoney(amounts)[0] ?? money(decimal('0'), 'AED')
const cashier = { id: amal.id, name: amal.name }
const refuse = (code: Failure['code']): FakeAnswer => ({ status: 409, body: { code, message: '', moneyMoved: 'no' } })
const answerOf = (told: Failure['code'] | FakeAnswer): FakeAnswer =>
  typeof told === 'string' ? (told === 'no answer' ? told : refuse(told as Failure['code'])) : told

export function aBatchAnswer(id: string, count: number, changes: Partial<BatchAnswer> = {}): BatchAnswer {
  const pays = money(decimal('20'), 'AED')
  const lines = Array.from({ length: count }, (_, index) => ({
    line: index + 1,
    approved: false,
    wasApproved: false,
  }))
  return {
    id,
    version: 1,
    state: 'checked',
    count,
    kind: 'voucher',
    serviceId: 'fixed',
    serviceName: 'Pixelmoor 20',
    brand: 'Pixelmoor',
    amount: pays,
    pays,
    total: timesMoney(pays, count),
    charge: {
      sold: timesMoney(pays, 0),
      open: timesMoney(pays, 0),
      notSold: timesMoney(pays, 0),
      apart: timesMoney(pays, 0),
    },
    cashier,
    openedAt: NOW,
    lines,
    ...changes,
  }
}

/** A server that sells batches. It continues a batch each time the batch is read, and each line is a separate sale. */
export function fakeBatches(course: Course = {}) {
  const batches = new Map<string, BatchAnswer>()
  const sales: Sale[] = []

  function openLine(batch: BatchAnswer, line: number): Sale {
    const number = sales.length + 1
    const id = `01J0000000000000000000${String(number).padStart(4, '0')}` as SaleId
    const sale = aVoucherSale({
      id,
      number,
      version: 1,
      cashier: batch.cashier,
      batch: { id: batch.id, line, of: batch.count },
    })
    sales.push(sale)
    setLine(batch, line, { sale })
    return sale
  }
  const setLine = (batch: BatchAnswer, line: number, change: object) => Object.assign(batch.lines[line - 1]!, change)
  const settle = (
    batch: BatchAnswer,
    state: BatchAnswer['state'],
    stop?: Partial<NonNullable<BatchAnswer['stop']>>,
  ) => {
    Object.assign(batch, { state, version: batch.version + 1 })
    if (stop) batch.stop = { reason: 'not-sold', at: NOW, ...stop }
  }

  function advance(batch: BatchAnswer): void {
    if (batch.state !== 'running') return
    for (const { line, approved } of batch.lines) {
      if (!approved) continue
      const known = batch.lines[line - 1]?.sale
      const isNew = !known || releasesLine(known)
      const isConfirmed = known !== undefined && confirmed.has(known.id)
      const obstacle = isNew && !isConfirmed ? course.obstacle?.(line) : undefined
      if (obstacle) return settle(batch, 'stopped', { line, ...obstacle })
      const sale = isNew && !isConfirmed ? openLine(batch, line) : known!
      if (!confirmed.has(sale.id)) {
        confirmed.add(sale.id)
        const now = NOW
        Object.assign(sale, { confirmedAt: now, finalAt: now, ...(course.sell?.(line, sale) ?? SOLD_LINE) })
        sale.version += 1
      }
      if (sale.state === 'succeeded' && sale.voucher !== 'coming') continue
      const isMixed = batch.lines[0]?.content !== undefined
      if (['failed', 'refused', 'abandoned', 'canceled', 'replaced', 'not-executed'].includes(sale.state)) {
        confirmed.delete(sale.id)
        if (!isMixed) return settle(batch, 'stopped', { reason: 'not-sold', line })
      } else if (!isMixed) return
    }
    const isComplete = batch.lines.every(({ sale }) => sale?.state === 'succeeded')
    const isAnyFailed = batch.lines.some(({ approved, sale }) => approved && sale?.state !== 'succeeded')
    const reason = batch.lines[0]?.content && isAnyFailed ? 'not-sold' : 'not-approved'
    settle(batch, isComplete ? 'complete' : 'stopped', isComplete ? undefined : { reason })
  }
  const confirmed = new Set<SaleId>()

  function openLines(id: string, contents: readonly BatchLineContent[]): void {
    const batch = aBatchAnswer(id, contents.length)
    batches.set(id, batch)
    for (const [index, { kind, serviceId, account, amount }] of contents.entries()) {
      const pays = money(decimal(amount), 'AED')
      const names =
        kind === 'voucher'
          ? { serviceName: 'Pixelmoor 20', brand: 'Pixelmoor' }
          : { serviceName: 'Qamra', brand: 'Qamra' }
      const content = { kind, serviceId, ...names, ...(account ? { account } : {}), amount: pays, pays }
      const told = course.check?.(index + 1)
      setLine(batch, index + 1, { content, ...(told && 'skip' in told ? told : {}) })
      if (!told || 'sale' in told) Object.assign(openLine(batch, index + 1), content, { state: 'checked' }, told?.sale)
    }
    batch.total = sumOfMoney(batch.lines.flatMap(({ content }) => content?.pays ?? []))
  }

  function open(id: string, body: OpenBatch): FakeAnswer {
    const told = batches.has(id) ? undefined : course.open?.()
    if (typeof told === 'string') return answerOf(told as Failure['code'])
    if (!batches.has(id) && 'lines' in body) openLines(id, body.lines)
    else if (!batches.has(id) && 'count' in body) {
      const { count, account, customer } = body
      const contacts = { ...(account ? { account } : {}), ...(customer ? { customer } : {}) }
      const batch = aBatchAnswer(id, count, contacts)
      batches.set(id, batch)
      Object.assign(openLine(batch, 1), contacts, told ?? {})
    }
    return { body: structuredClone(batches.get(id)) }
  }

  function confirm(batch: BatchAnswer, body: ConfirmBatch): FakeAnswer {
    const told = course.confirm?.(body)
    if (told !== undefined) return answerOf(told)
    if (body.version !== batch.version || batch.state === 'running') return refuse('stale-version')
    delete batch.stop
    for (const line of batch.lines) {
      line.approved = body.lines.includes(line.line)
      line.wasApproved ||= line.approved
    }
    Object.assign(batch, { approvedAt: NOW })
    settle(batch, 'running')
    advance(batch)
    return { body: structuredClone(batch) }
  }

  const answer: FakeProxy = (method, path, body) => {
    const [, id = ''] = /^\/api\/batches\/(\w+)/.exec(path) ?? []
    if (id && method === 'PUT') return open(id, body as OpenBatch)
    const batch = batches.get(id)
    if (id && !batch) return { status: 404, body: { code: 'not-found', message: '', moneyMoved: 'no' } }
    if (batch && path === `/api/batches/${id}/confirm`) return confirm(batch, body as ConfirmBatch)
    if (batch && path === `/api/batches/${id}/stop`) {
      settle(batch, 'stopped', { reason: 'requested', by: cashier })
      for (const { sale } of batch.lines)
        if (sale?.state === 'checked') Object.assign(sale, { state: 'abandoned', version: 9 })
    }
    if (batch) {
      advance(batch)
      return { body: structuredClone(batch) }
    }
    const sale = sales.find((one) => path.includes(one.id))
    return sale && { body: structuredClone(sale) }
  }
  return { batches, sales, answer, openLine }
}
