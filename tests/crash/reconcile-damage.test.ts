import { beforeAll, expect, it } from 'vitest'

import type { BatchRecord } from '#domain/sale/batch.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { atLevel } from '../support/level.ts'
import type { Line, Row } from './a-copy.ts'
import { aSoundShop, BATCH, copyOf, type SoundCopy, type SoundShop } from './a-sound-shop.ts'

let sound: SoundShop
beforeAll(async () => {
  sound = await aSoundShop()
})

/** The change to a copy and to one of its sales: a query, for example. */
type Damage =
  | string
  | ((copy: SoundCopy, sale: Row) => unknown)
  | {
      record?: object
      /** Changes to the sale's events: one added or removed, one with other details, one moved later (ms). */
      event?: [kind: string, detail?: object]
      without?: string
      detail?: [kind: string, detail: string]
      later?: [kind: string, ms: number]
      insert?: [before: string, kind: string]
      debit?: Record<string, string>
      line?: Line
      batch?: (batch: BatchRecord) => object
      approval?: object
      queries?: string[]
    }
type Subject = { [Name in keyof SoundCopy]: SoundCopy[Name] extends () => Row ? Name : never }[keyof SoundCopy]
/** The finding of reconcile: `#` is the number of the sale, `#id` its id, and `@` the id of the quantity. */
type Finding = [says: string, damage: Damage, what?: string]

function inflict(copy: SoundCopy, sale: Row, damage: Damage): void {
  if (typeof damage === 'string') return void copy.sql(damage)
  if (typeof damage === 'function') return void damage(copy, sale)
  const { record, event, without, detail, later, insert, debit, line, batch, approval, queries = [] } = damage
  const ofEvent = 'WHERE kind = ? AND sale_id = ?'
  if (record) copy.editRecord(sale, record)
  if (event) copy.addEvent(sale, ...event)
  if (without) copy.sql(`DELETE FROM sale_events ${ofEvent}`, without, sale.id)
  if (detail) copy.sql(`UPDATE sale_events SET detail = ? ${ofEvent}`, detail[1], detail[0], sale.id)
  if (later) copy.sql(`UPDATE sale_events SET at = at + ? ${ofEvent}`, later[1], later[0], sale.id)
  if (insert) copy.insertBefore(insert[0], sale.id, insert[1])
  if (debit) editDebit(copy, sale.id, debit)
  if (line) copy.addLine(line)
  if (batch) copy.editBatch(batch)
  if (approval) copy.editApproval(approval)
  for (const query of queries) copy.sql(query)
}

function editDebit(copy: SoundCopy, id: string, change: Record<string, string>): void {
  copy.editLines((line) =>
    line.debit?.externalTransactionId === id ? { ...line, debit: { ...line.debit, ...change } } : line,
  )
}

const isFindOf = (id: string, { request }: Line) => request?.externalId === id && request.path.endsWith('/find')

const NOBODY = '01J0000000000000000000000X'
const debitOf = (state: string): Finding => [
  `sale # is ${state}, and the service debited 1.00`,
  (copy, { id }) => copy.addDebit(id, 'aaa-bbb'),
]
const UNAPPROVED = 'a confirm of sale # reached the service without an approval in the journal before it'
const OF_SOLD = "count = count - 1 WHERE sale_group = 'sold'"
const OTHERWISE = 'sale # is counted as something else than it is'
const UNASKED = 'sale # is succeeded, its code is coming, and nobody asks for it'
const UNSURE = 'sale # has two answers for whether its code was handed over'
const AS_FIRST_LINE = { record: { batch: { id: BATCH, line: 1, of: 2 } } }
const inState = (state: string): string => `UPDATE batches SET state = '${state}'`
const RESERVED = 'UPDATE batch_lines SET is_reserved = 1 WHERE line = 2'
const JOSEPH = { id: 'other', name: 'Joseph Mathew' }
const SECOND_LINE_WAITS = {
  batch: ({ approvals }: BatchRecord) => ({
    state: 'running',
    approvals: approvals.map((one) => ({ ...one, remaining: [2] })),
  }),
}

function approvedBy(copy: SoundCopy, sale: Row, approver: object): void {
  copy.editRecord(sale, { approval: { ...(sale.record.approval as object), approver } })
}

/** Keyed by the sale that is damaged or to which something is added. */
const findings: Partial<Record<Subject, Finding[]>> = {
  sold: [
    ['sale # was debited 2 times', (copy, { id }) => copy.addDebit(id, 'aaa-bbb')],
    [
      'was debited twice',
      (copy, { id, record }) => copy.addDebit(id, record.transactionId),
      'a transaction debited again',
    ],
    [
      'sale # is succeeded without a debit',
      (copy, { id }) =>
        copy.editLines(({ debit, ...line }) =>
          debit?.externalTransactionId === id ? line : ({ debit, ...line } as Line),
        ),
    ],
    [
      'for transaction aaa-bbb (our id: 01J0000000000000000000000X), and no sale has it',
      (copy) => copy.addDebit(NOBODY, 'aaa-bbb'),
    ],
    ['for transaction aaa-bbb (our id: none), and no sale has it', (copy) => copy.addDebit(undefined, 'aaa-bbb')],
    ['and the service executed 7.00 of', { debit: { amount: '7.00' } }, 'a debit of another amount'],
    ['and the service executed 25.00 of', { debit: { account: '7.00' } }, 'a debit of another account'],
    ['and the service executed 25.00 of', { debit: { serviceId: '7.00' } }, 'a debit of another serviceId'],
    ['sale # names transaction zzz, and the service knows it as', { record: { transactionId: 'zzz' } }],
    [UNAPPROVED, { without: 'approved' }, 'a confirm without an approval'],
    [UNAPPROVED, { later: ['approved', 5_000] }, 'a confirm before its approval'],
    ['sale # was confirmed twice on one approval', (copy, { id }) => copy.addConfirm(id)],
    ['sale # was confirmed after it was settled ("final")', (copy, { id }) => copy.addConfirm(id, 5_000)],
    ['sale # was approved by nobody', { detail: ['approved', '{}'] }],
    ['sale # does not say who approved it', { record: { approval: undefined } }],
    [
      'the check of sale # reached the service before the sale was opened',
      (copy, sale) => copy.editRecord(sale, { openedAt: Number(sale.record.openedAt) + 5_000 }),
    ],
    ['sale # fell: "approved" came when it was succeeded', { event: ['approved', { by: 'Amal' }] }],
    ['sale # fell: "pending" came when it was succeeded', { event: ['pending', { state: 0 }] }],
    ['sale # fell: "final" came when it was succeeded', { event: ['final', { state: 2 }] }],
    [
      'sale # fell: "approved" came after the service had said that it moved',
      { insert: ['checked', 'started-without-confirm'] },
    ],
    ['sale # settled by state 0, which is not final', { detail: ['final', '{"state":0}'] }],
    [
      'sale # has two answers for account: 971500000099 and 971500000001',
      (copy, { number }) => copy.sql("UPDATE sales SET account = '971500000099' WHERE number = ?", number),
    ],
    ['sale # does not begin with its opening', { without: 'opened' }],
    [
      'there are events of a sale 01J0 ',
      "INSERT INTO sale_events (sale_id, at, kind, detail) VALUES ('01J0', 0, 'opened', '{}')",
    ],
    [
      'key 5 of /balance was accepted after a key that is not smaller',
      { line: { key: '5', request: { path: '/balance', at: 0 } } },
    ],
    [
      'was used 2 times',
      (copy) => copy.addLine({ request: { path: '/balance', at: 0, staleKey: String(copy.lastKey()) } }),
      'a key used again, though it was refused',
    ],
    [
      "key 99999999999999 of /balance lies above the journal's mark",
      { line: { key: '99999999999999', request: { path: '/balance', at: 0 } } },
    ],
    [
      "the ledger's wallet holds 0.01 after the debit of",
      (copy) => copy.editLines((line) => (line.debit ? { ...line, debit: { ...line.debit, balance: '0.01' } } : line)),
    ],
    [
      'by the journal it is from',
      { record: { cost: { amount: '30.00', currency: 'AED' } } },
      'a cost other than what was paid',
    ],
    ['sale # uses the limits of nobody instead of ', (copy, sale) => copy.useLimits(sale, null)],
    ['sale # uses the limits of another instead of ', (copy, sale) => copy.useLimits(sale, 'another')],
    ['the total of the limits of ', 'UPDATE limit_totals SET whole = whole - 1'],
    [OTHERWISE, (copy, sale) => copy.countAs(sale, 'not-sold', 1), 'a sale that is counted as another'],
    [OTHERWISE, "UPDATE sales SET loss = 'refunded' WHERE is_open = 0", 'a loss that is none'],
    ['and the sales are ', `UPDATE sale_totals SET ${OF_SOLD}`, 'a total that lost a sale'],
    ['000001 millionths, ', 'UPDATE sale_totals SET millionths = millionths + 1', 'a total by a millionth too high'],
    ['1 millionths by a second method', 'UPDATE sale_totals SET split_millionths = split_millionths + 1'],
    [
      'sale # is paid otherwise by its columns',
      "UPDATE sales SET payment_method = 'card' WHERE payment_method = 'cash'",
    ],
    ['sale # is paid otherwise than it was approved', { record: { paymentMethod: 'card' } }],
    ['the total in product_totals of ', 'UPDATE product_totals SET cost_millionths = cost_millionths + 1'],
    ['the total in service_totals of ', `UPDATE service_totals SET ${OF_SOLD}`],
    ['the total in interval_totals of ', `UPDATE interval_totals SET ${OF_SOLD}`],
    [
      'what the wallet was certainly charged in AED says ',
      'UPDATE wallet_charges SET certain_whole = certain_whole - 1',
    ],
    [
      'what the wallet may have been charged in AED says 1 millionths',
      'UPDATE wallet_charges SET added_millionths = added_millionths + 1',
    ],
    ['the cost of the quarter of an hour ', 'UPDATE cost_intervals SET millionths = millionths + 1'],
    ['the fit of costs ', 'UPDATE cost_fits SET count = count + 1'],
    ['the total of the state succeeded says ', "UPDATE state_totals SET count = count + 1 WHERE state = 'succeeded'"],
    ['sale # is in no day of the totals, or in two', 'UPDATE sale_days SET to_at = from_at + 1'],
    [
      'sale # was let go by who sold it',
      (copy, sale) => approvedBy(copy, sale, (sale.record.approval as { by: object }).by),
    ],
    [
      'sale # was let go by Hamad Saleh, and no event says so',
      (copy, sale) => approvedBy(copy, sale, { id: 'h', name: 'Hamad Saleh' }),
    ],
    ['sale # is no voucher that was sold, and its code is ready', { record: { voucher: 'ready' } }],
    ['quantity @ does not list the id of its line 2', 'DELETE FROM batch_lines WHERE line = 2'],
    [
      'a line of a quantity other that is not there',
      "INSERT INTO batch_lines VALUES ('01J0', 'other', 1, 1, 0, NULL, NULL, NULL, NULL)",
    ],
    ['quantity @ has limits reserved for line 2, which is not about to be sold', RESERVED],
    [
      'quantity @ has no limits reserved for line 2, which is about to be sold',
      { ...SECOND_LINE_WAITS, queries: [inState('running')] },
    ],
    [
      'quantity @ counts its line 2 twice: it is reserved and confirmed',
      { ...SECOND_LINE_WAITS, queries: [inState('running'), RESERVED] },
    ],
    [
      'quantity @ counts its line 2 nowhere: it is neither reserved nor confirmed',
      { approval: { at: Date.now() + 3_600_000 } },
    ],
    [
      'quantity @ runs, and was stopped',
      { batch: () => ({ state: 'running', stop: { reason: 'requested', at: 0 } }), queries: [inState('running')] },
    ],
    ['quantity @ is complete, and nobody approved it', { batch: () => ({ approvals: [] }) }],
    [
      'quantity @ is running, and nobody approved it',
      { batch: () => ({ state: 'running', approvals: [] }), queries: [inState('running')] },
    ],
    ['quantity @ has two answers for its limits: 1.00 and 50.00', "UPDATE batches SET limit_amount = '1.00'"],
    ['quantity @ has two answers for its state: stopped and complete', inState('stopped')],
    ['quantity @ of Amal Rahman was approved by Joseph Mathew', { approval: { by: JOSEPH } }],
    ['quantity @ was approved at version 99, after 0 and before', { approval: { version: 99 } }],
    [
      'quantity @ was let go beyond shop perHour by Hamad Saleh, and the audit log does not say so',
      (copy) => {
        const [hamad] = copy.sql<{ id: string; name: string }>("SELECT id, name FROM staff WHERE role = 'supervisor'")
        copy.editApproval({ overridden: { by: hamad, limits: [{ of: 'shop', kind: 'perHour' }] } })
      },
    ],
    [
      'quantity @ was let go by Joseph Mathew, who is no supervisor',
      { approval: { overridden: { by: JOSEPH, limits: [] } } },
    ],
    ...['check', 'confirm', 'find'].map((step): Finding => [
      `a /transaction/${step} for ${NOBODY} reached the service, and no sale has that id`,
      (copy) =>
        copy.addLine({
          key: String(copy.lastKey() + 1n),
          request: { path: `/transaction/${step}`, at: 0, externalId: NOBODY },
        }),
    ]),
  ],
  failed: [
    debitOf('failed'),
    [
      'belongs to 2 sales',
      (copy, sale) => copy.editRecord(sale, { transactionId: copy.sold().record.transactionId }),
      'a transaction of two sales',
    ],
    ['sale # is canceled in the journal, and what happened to it ends in failed', { record: { state: 'canceled' } }],
    ['sale # uses the limits of another instead of nobody', (copy, sale) => copy.useLimits(sale, 'another')],
    ['sale # is charged as certain to the wallet', "UPDATE sales SET charge = 'certain' WHERE state = 'failed'"],
    ['sale # fell: "delivered" came when it was failed', { event: ['delivered'] }],
  ],
  abandoned: [
    debitOf('abandoned'),
    ['sale # was confirmed after it was settled ("abandoned")', (copy, { id }) => copy.addConfirm(id, 5_000)],
    [
      'sale # was called not executed after 1 answered finds instead of two',
      (copy, { id }) =>
        copy.sql(
          "DELETE FROM sale_events WHERE id = (SELECT min(id) FROM sale_events WHERE kind = 'still-reserved' AND sale_id = ?)",
          id,
        ),
    ],
    [
      'sale # was called not executed after a pause of 0 s between two finds instead of 0.2 s',
      (copy, { id }) => {
        const first = copy.lines().find((line) => isFindOf(id, line))?.request?.at ?? 0
        copy.editLines((line) =>
          line.request && isFindOf(id, line) ? { ...line, request: { ...line.request, at: first } } : line,
        )
      },
    ],
    [
      'sale # was called not executed after 0 finds that reached the service instead of two',
      (copy, { id }) => copy.editLines((line) => (isFindOf(id, line) ? undefined : line)),
    ],
    ['sale # was called not executed and nobody had approved it', { without: 'approved' }],
    [
      'sale # was called not executed after 0 answered finds instead of two',
      { insert: ['not-executed', 'restarted'] },
      'finds of before a restart counted in',
    ],
    [
      'sale # was called not executed when the service had executed it',
      (copy, { id }) =>
        copy.editLines((line) =>
          line.transaction?.externalId === id
            ? { ...line, transaction: { ...line.transaction, step: 'confirmed' } }
            : line,
        ),
    ],
  ],
  pendingBefore: [
    [
      'sale # went astray: "not-executed" came when it was pending',
      (copy, { id }) =>
        copy.sql("UPDATE sale_events SET kind = 'not-executed' WHERE kind = 'final' AND sale_id = ?", id),
    ],
  ],
  checked: [
    debitOf('checked'),
    ['sale # is checked, with no next step and nobody to decide', { record: { next: undefined } }],
    [
      'sale # is checked, and its next step is more than a day away',
      (copy, sale) =>
        copy.editRecord(sale, { next: { kind: 'expire', at: Number(sale.record.openedAt) + 3 * 86_400_000 } }),
    ],
  ],
  codeComing: [
    [UNASKED, { record: { next: undefined } }, 'a code that nobody asks for'],
    [
      UNASKED,
      { record: { resolution: { outcome: 'sold', at: 0 }, dailyFinds: 29, next: undefined } },
      'a closed sale whose code is not asked for any more',
    ],
    ['sale # had no code when it was sold, none came, and its code is ready', { record: { voucher: 'ready' } }],
  ],
  delivered: [
    ['sale # is a voucher that was sold, and does not say where its code is', { record: { voucher: undefined } }],
    [UNSURE, { without: 'delivered' }, 'a hand-over without an event'],
    [UNSURE, { record: { voucher: 'ready' } }, 'a hand-over the record forgot'],
    ['the code of sale # was shown 1 times, and it counts 4', { record: { revealCount: 4 } }],
    [
      'the code of sale # was shown to Amal Rahman without a reason',
      (copy, sale) => {
        copy.addEvent(sale, 'code-revealed', { by: 'Amal Rahman' })
        const last = '(SELECT max(id) FROM sale_events WHERE sale_id = ?)'
        copy.sql(`UPDATE sale_events SET at = at + 180000 WHERE id = ${last}`, sale.id)
      },
    ],
  ],
  codeCame: [
    ['sale # had its code, and its code is coming', { record: { voucher: 'coming' } }],
    ['the code of sale # was shown 1 times, and it counts 0', { event: ['code-revealed', { by: 'Amal Rahman' }] }],
    [
      'the code of sale # was shown to Joseph Mathew without a reason',
      { event: ['code-revealed', { by: 'Joseph Mathew' }] },
    ],
    [
      `sale # is 10.00 of ${vouchers.codeAtNextFind}, and the service executed 10.00 of ${vouchers.codeAtNextFind} for 971501111111`,
      { debit: { account: '971501111111' } },
    ],
  ],
  secondLine: [
    ['line 1 of 2 of quantity @ has 2 sales', AS_FIRST_LINE],
    ['line 1 of 2 of quantity @ was debited 2 times', AS_FIRST_LINE],
    [
      'sale # has a split payment that is not its price',
      { record: { split: { paymentMethod: 'cash', amount: { amount: '50.00', currency: 'AED' } } } },
    ],
    ['sale # has a split payment that is not its price', { record: { paymentMethod: 'cash' } }, 'a part of one method'],
    ['quantity @ is split otherwise than its lines', { record: { split: undefined } }],
    [
      'quantity @ is split otherwise than its lines',
      { approval: { payment: { paymentMethod: 'card' } } },
      'a quantity that was not split',
    ],
    [
      'sale # has two answers for quantity: other and @',
      (copy, { number }) => copy.sql("UPDATE sales SET batch_id = 'other' WHERE number = ?", number),
    ],
    [
      'quantity @ has a sale # whose id was not minted for its line 2',
      { batch: ({ lines }) => ({ lines: [lines[0], { saleId: NOBODY }] }) },
    ],
    ['quantity @ has 2 sales of its line 1', AS_FIRST_LINE],
    ['the id #id is of two lines', { batch: ({ lines }) => ({ lines: [lines[1], lines[1]] }) }],
    ['quantity @ confirmed its line 2 (sale #), which was not approved', { approval: { lines: [1] } }],
    [
      'quantity @ confirmed its line 2 (sale #) 18',
      { later: ['approved', 180_000] },
      'a line confirmed long after its approval',
    ],
    [
      'quantity @ confirmed its line 2 (sale #) after it was stopped',
      {
        batch: ({ approvals }) => ({ state: 'stopped', stop: { reason: 'requested', at: approvals[0]?.at } }),
        queries: [inState('stopped')],
      },
    ],
    [
      'quantity @ confirmed line 2 (sale #), which no one approved',
      { batch: () => ({ state: 'checked', approvals: [] }), queries: [inState('checked')] },
    ],
    [
      'quantity @ began its line 2 (sale #) before its line 1 was sold',
      (copy) => inflict(copy, copy.saleOf('succeeded', '"line":1'), { later: ['final', 60_000] }),
    ],
  ],
  refused: [debitOf('refused')],
}

const all = Object.entries(findings)
  .flatMap(([of, rows]) => rows.map((row) => ({ of: of as Subject, row })))
  .filter((_, index) => index % atLevel(6, 1) === 0)
  .map(({ of, row: [says, damage, what] }) => [what ? `finds ${what}` : `says "${says}"`, of, says, damage] as const)

it.each(all)('reconcile %s', (_, of, says, damage) => {
  const copy = copyOf(sound)
  const sale = copy[of]()
  inflict(copy, sale, damage)
  const expected = says.replace('#id', sale.id).replace('#', String(sale.number)).replace('@', BATCH)
  expect(copy.audit().violations).toContainEqual(expect.stringContaining(expected))
})
