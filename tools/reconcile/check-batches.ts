import { groupBy, repeated } from './amount.ts'
import type { Journal, JournalSale, JournalBatch, BatchLineRow } from './journal-content.ts'

/** The server acts on an approval for this long. The line's first step is stored with the same clock. */
const APPROVAL_LASTS_MS = 2 * 60_000
/** Longer for each line of a basket or list. */
const MORE_FOR_A_LINE_MS = 5_000
const SOLD_NOTHING = new Set(['refused', 'failed'])

/** Checks that every batch was sold line by line as approved. */
export function checkBatches({ sales, batches, batchLines, supervisors, log }: Journal): string[] {
  const known = new Set(batches.map(({ columns }) => columns.id))
  const salesOf = groupBy(
    sales.filter(({ record }) => record.batch),
    ({ record }) => record.batch?.id,
  )
  const rowsOf = groupBy(batchLines, ({ batch_id }) => batch_id)
  return [
    ...batchLines
      .filter(({ batch_id }) => !known.has(batch_id))
      .map((row) => `a line of a quantity ${row.batch_id} that is not there`),
    ...repeated(batches.flatMap(({ record }) => idsOf(record))).map((id) => `the id ${id} is of two lines`),
    ...batches.flatMap((batch) => {
      const theirs = salesOf.get(batch.columns.id) ?? []
      return [
        ...checkColumns(batch),
        ...checkRows(batch, rowsOf.get(batch.columns.id) ?? []),
        ...checkLines(batch, theirs),
        ...theirs.flatMap((sale) => [
          ...checkContent(batch, sale),
          ...checkConfirm(batch, sale),
          ...(isMixed(batch) ? checkTurn(batch, sale, theirs) : checkOrder(batch, sale, theirs)),
        ]),
        ...checkReservations(batch, theirs),
        ...checkApprovals(batch, { supervisors, log }),
      ].map((problem) => `quantity ${batch.columns.id} ${problem}`)
    }),
  ]
}

const idsOf = ({ lines }: JournalBatch['record']) =>
  lines.flatMap(({ saleId, earlierIds = [] }) => [saleId, ...earlierIds])

const saleIdOf = ({ lines }: JournalBatch['record'], line: number) => lines[line - 1]?.saleId

/** A basket or list, whose lines have their own content. A line that is not sold does not stop the others. */
const isMixed = ({ record }: JournalBatch) => record.lines.some(({ content }) => content !== undefined)

const contentOf = ({ content, lines }: JournalBatch['record'], line: number) => lines[line - 1]?.content ?? content

/** The columns repeat the record, including those that count toward limits. */
function checkColumns({ columns, record }: JournalBatch): string[] {
  const { content } = record
  const pairs: [name: string, column: unknown, said: unknown][] = [
    ['id', columns.id, record.id],
    ['state', columns.state, record.state],
    ['cashier', columns.cashier_id, record.cashier.id],
    ['time', columns.opened_at, record.openedAt],
    ['limits', columns.limit_amount, content.amount.amount],
    ['currency', columns.limit_currency, content.amount.currency],
    ['kind', columns.limit_voucher, Number(content.kind === 'voucher')],
  ]
  return pairs
    .filter(([, column, said]) => column !== said)
    .map(([name, column, said]) => `has two answers for its ${name}: ${String(column)} and ${String(said)}`)
}

/** Each line has one current row, and one per earlier id. Limits are reserved for lines that are approved but not confirmed. */
function checkRows({ record }: JournalBatch, rows: BatchLineRow[]): string[] {
  const rowOf = new Map(rows.map((row) => [row.sale_id, row]))
  const reserved = new Set(record.state === 'running' ? (record.approvals.at(-1)?.remaining ?? []) : [])
  const problems = record.lines.flatMap(({ saleId, earlierIds = [] }, index) => {
    const line = index + 1
    const row = rowOf.get(saleId)
    if (!row || row.line !== line || row.is_current !== 1) return [`does not list the id of its line ${line}`]
    const [own, limits] = [record.lines[index]?.content, [row.limit_amount, row.limit_currency, row.limit_voucher]]
    const wanted = own ? [own.amount.amount, own.amount.currency, Number(own.kind === 'voucher')] : [null, null, null]
    if (limits.join() !== wanted.join())
      return [`counts ${limits.join(' ')} for its line ${line}, which sells ${wanted.join(' ')}`]
    const isReserved = row.is_reserved === 1
    if (isReserved && !reserved.has(line))
      return [`has limits reserved for line ${line}, which is not about to be sold`]
    if (!isReserved && reserved.has(line)) return [`has no limits reserved for line ${line}, which is about to be sold`]
    return earlierIds
      .filter(
        (id) => rowOf.get(id)?.line !== line || rowOf.get(id)?.is_current !== 0 || rowOf.get(id)?.is_reserved !== 0,
      )
      .map((id) => `does not list ${id} as an earlier id of its line ${line}`)
  })
  return rows.length === idsOf(record).length
    ? problems
    : [...problems, `lists ${rows.length} ids of lines instead of ${idsOf(record).length}`]
}

/** Each sale sells what its line says. A number may have been masked since. */
function checkContent({ record }: JournalBatch, { record: sale }: JournalSale): string[] {
  const content = contentOf(record, sale.batch?.line ?? 0)
  const isSame =
    sale.kind === content.kind &&
    sale.serviceId === content.serviceId &&
    sale.amount.amount === content.amount.amount &&
    sale.amount.currency === content.amount.currency &&
    [sale.account, content.account].map((account) => account?.slice(-2)).every((end, _, [first]) => end === first)
  return isSame ? [] : [`has a sale ${sale.number} that does not sell what its line ${sale.batch?.line} says`]
}

/** Each sale has an id of its line, and at most one sale has sold the line or may still do so. */
function checkLines({ record }: JournalBatch, sales: JournalSale[]): string[] {
  const foreign = sales.flatMap(({ record: { id, number, batch } }) => {
    const { saleId, earlierIds = [] } = record.lines[(batch?.line ?? 0) - 1] ?? {}
    if (saleId !== id && !earlierIds.includes(id))
      return [`has a sale ${number} whose id was not minted for its line ${batch?.line}`]
    return batch?.of === record.lines.length
      ? []
      : [`has ${record.lines.length} lines, and sale ${number} says ${batch?.of}`]
  })
  const holding = groupBy(
    sales.filter(({ record: sale }) => !releases(sale)),
    ({ record: { batch } }) => batch?.line,
  )
  const twice = [...holding]
    .filter(([, those]) => those.length > 1)
    .map(([line, those]) => `has ${those.length} sales of its line ${line}`)
  return [...foreign, ...twice]
}

const releases = ({ state, conflicting, resolution, refund, confirmedAt }: JournalSale['record']) =>
  !conflicting &&
  !resolution &&
  !refund &&
  (SOLD_NOTHING.has(state) || (state === 'abandoned' && confirmedAt === undefined))

/**
 * A line is confirmed by the approval that names it, as long as that approval is fresh and the batch is not stopped; or by a person as a single sale,
 * once the batch is not running or a colleague has taken the sale over.
 */
function checkConfirm(journalBatch: JournalBatch, sale: JournalSale): string[] {
  const { record } = journalBatch
  const { number, batch, approval } = sale.record
  const line = batch?.line ?? 0
  const confirmed = sale.events.findLast(({ kind }) => kind === 'approved')
  if (!approval || !confirmed) return []
  const theirs = record.approvals.find(({ at, by }) => at === approval.at && by.id === approval.by?.id)
  const stoppedAt = record.stop?.at ?? Infinity
  if (theirs) {
    const isLast = theirs === record.approvals.at(-1)
    const ageMs = confirmed.at - theirs.at
    if (!theirs.lines.includes(line)) return [`confirmed its line ${line} (sale ${number}), which was not approved`]
    const more = isMixed(journalBatch) ? theirs.lines.length * MORE_FOR_A_LINE_MS : 0
    if (ageMs < 0 || ageMs > APPROVAL_LASTS_MS + more)
      return [`confirmed its line ${line} (sale ${number}) ${ageMs / 1000} s after it was approved`]
    if (isLast && record.state === 'stopped' && confirmed.at > stoppedAt)
      return [`confirmed its line ${line} (sale ${number}) after it was stopped`]
    return []
  }
  const approvedAt = record.approvals.at(-1)?.at ?? 0
  const runsSince = record.state === 'running' ? approvedAt : Infinity
  // The journal has only the last stop. There may be an earlier one before an approval, a person's stop or a restore.
  const isOnlyStop = !['requested', 'restored'].includes(record.stop?.reason ?? '')
  const isEarly = record.state === 'stopped' && isOnlyStop && confirmed.at >= approvedAt && confirmed.at < stoppedAt
  const isLeftToBatch = record.state === 'checked' || confirmed.at >= runsSince || isEarly
  return isLeftToBatch && !isTakenOver(journalBatch, sale)
    ? [`confirmed line ${line} (sale ${number}), which no one approved`]
    : []
}

const isTakenOver = ({ record }: JournalBatch, sale: JournalSale): boolean =>
  sale.record.cashier?.id !== record.cashier.id || sale.events.some(({ kind }) => kind === 'taken-over')

/** A line begins once the approved line before it is sold and complete. */
function checkOrder({ record }: JournalBatch, { record: sale }: JournalSale, sales: JournalSale[]): string[] {
  const line = sale.batch?.line ?? 0
  const approval = record.approvals.findLast(({ at }) => at <= sale.openedAt)
  const before = approval?.lines.filter((one) => one < line).at(-1)
  if (!approval?.lines.includes(line) || before === undefined) return []
  const earlier = sales.find(({ record: { id } }) => id === saleIdOf(record, before))
  const isLate = earlier === undefined || completedAt(earlier) > sale.openedAt
  return isLate ? [`began its line ${line} (sale ${sale.number}) before its line ${before} was sold`] : []
}

/** A line of a basket is confirmed once the confirm of the approved line before it was answered. */
function checkTurn({ record }: JournalBatch, { record: sale, events }: JournalSale, sales: JournalSale[]): string[] {
  const [line, at] = [sale.batch?.line ?? 0, sale.approval?.at]
  const approval = record.approvals.find((one) => one.at === at && one.by.id === sale.approval?.by?.id)
  const before = approval?.lines.filter((one) => one < line).at(-1)
  const confirmed = events.findLast(({ kind }) => kind === 'approved')
  const earlier = sales.find(({ record: { id } }) => before !== undefined && id === saleIdOf(record, before))
  if (!confirmed || earlier?.record.approval?.at !== at) return []
  const sent = earlier?.events.findLastIndex(({ kind }) => kind === 'approved') ?? -1
  const answeredAt = earlier?.events[sent + 1]?.at ?? Infinity
  return answeredAt > confirmed.at
    ? [`confirmed its line ${line} (sale ${sale.number}) before its line ${before} was answered`]
    : []
}

/** When a sale became complete or was resolved; `Infinity` if neither. */
function completedAt({ record, events }: JournalSale) {
  const first = (isIt: (kind: string) => boolean) => events.find(({ kind }) => isIt(kind))?.at ?? Infinity
  const isWaiting = events.some(({ kind }) => kind === 'code-coming')
  const completed = first((kind) => (isWaiting ? kind === 'code-arrived' : kind === 'final'))
  return Math.min(completed, record.resolution?.at ?? Infinity)
}

/** Each approved line is either reserved or confirmed. */
function checkReservations(batch: JournalBatch, sales: JournalSale[]): string[] {
  const { record } = batch
  const approval = record.approvals.at(-1)
  if (!approval) {
    // People sold its lines one by one, after it was stopped or a colleague took one over.
    const isLeft = record.stop !== undefined || sales.some((sale) => isTakenOver(batch, sale))
    const isUnapproved = record.state === 'running' || (record.state === 'complete' && !isLeft)
    return isUnapproved ? [`is ${record.state}, and nobody approved it`] : []
  }
  if (record.state === 'running' && record.stop) return ['runs, and was stopped']
  return approval.lines.flatMap((line) => {
    const sale = sales.find(({ record: { id } }) => id === saleIdOf(record, line))
    const isConfirmed = sale?.record.approval !== undefined && sale.record.approval.at >= approval.at
    const isRemaining = approval.remaining.includes(line)
    if (isRemaining && isConfirmed && record.state === 'running')
      return [`counts its line ${line} twice: it is reserved and confirmed`]
    return isRemaining || isConfirmed ? [] : [`counts its line ${line} nowhere: it is neither reserved nor confirmed`]
  })
}

/** Approvals are by the batch's cashier, one per version, and name existing lines. The audit log has an entry for each approval above a limit. */
function checkApprovals(
  { columns, record }: JournalBatch,
  { supervisors, log }: Pick<Journal, 'supervisors' | 'log'>,
): string[] {
  return record.approvals.flatMap((approval, index) => {
    const { by, version, lines, remaining, overridden } = approval
    const earlier = record.approvals[index - 1]?.version ?? 0
    const problems = []
    if (by.id !== record.cashier.id) problems.push(`of ${record.cashier.name} was approved by ${by.name}`)
    if (version <= earlier || version >= columns.version)
      problems.push(`was approved at version ${version}, after ${earlier} and before ${columns.version}`)
    if (lines.length === 0 || lines.some((line) => !record.lines[line - 1]) || repeated(lines).length > 0)
      problems.push(`has ${record.lines.length} lines, and ${lines.join(', ')} were approved`)
    if (remaining.some((line) => !lines.includes(line)))
      problems.push('has limits reserved for lines that were not approved')
    if (!overridden) return problems
    const limit = overridden.limits.map(({ of, kind }) => `${of} ${kind}`).join(', ')
    const isLogged = log.some(
      ({ kind, entry }) =>
        kind === 'limit-overridden' &&
        entry.by?.id === overridden.by.id &&
        entry.detail?.limit === limit &&
        entry.detail?.lines === lines.length,
    )
    if (!isLogged)
      problems.push(`was let go beyond ${limit} by ${overridden.by.name}, and the audit log does not say so`)
    if (!supervisors.has(overridden.by.id)) problems.push(`was let go by ${overridden.by.name}, who is no supervisor`)
    return problems
  })
}
