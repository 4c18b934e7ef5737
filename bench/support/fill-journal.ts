import Libsql from 'libsql'
import { ulid } from 'ulid'

import { createRandom } from '../../tools/random.ts'

/** Sales of today; the others are spread evenly over the previous days. */
const TODAY = 4_000
const OTHER_DAYS = 365
const DAY_MS = 24 * 60 * 60_000
const SERVICES = 200
const CURRENCY = 'AED'
const BRANDS = 40
const TILLS = Array.from({ length: 8 }, (_, index) => ({ id: `till-${index + 1}`, name: `Till ${index + 1}` }))
const PAYMENTS = ['cash', 'cash', 'cash', 'card', 'other']
const AMOUNTS = ['5.00', '10.00', '12.50', '20.00', '25.00', '50.00', '100.00', '250.00']

/** `share` is per thousand sales; the other fields are what the rules derive from the state. */
type Kind = {
  share: number
  state: string
  group: string
  isPaid: 0 | 1
  isConfirmed: boolean
  isLimited: boolean
  isOpen?: 1
  voucher?: string
}

const KINDS: readonly Kind[] = [
  { share: 800, state: 'succeeded', group: 'sold', isPaid: 1, isConfirmed: true, isLimited: true },
  {
    share: 100,
    state: 'succeeded',
    group: 'sold',
    isPaid: 1,
    isConfirmed: true,
    isLimited: true,
    voucher: 'delivered',
  },
  { share: 40, state: 'failed', group: 'not-sold', isPaid: 0, isConfirmed: true, isLimited: false },
  { share: 35, state: 'abandoned', group: 'not-confirmed', isPaid: 0, isConfirmed: false, isLimited: false },
  { share: 25, state: 'refused', group: 'not-sold', isPaid: 0, isConfirmed: false, isLimited: false },
]
const PENDING: Kind = {
  share: 0,
  state: 'pending',
  group: 'waiting',
  isPaid: 0,
  isConfirmed: true,
  isLimited: true,
  isOpen: 1,
}
/** How many of the newest sales are still open. */
const OPEN = 10

export type NamedSale = { account: string; id: string; transactionId: string; cashierId: string }

/** Copies the journal's one complete sale for all others. The journal's own triggers update the totals. Returns the newest sale. */
export function fillJournal(file: string, count: number): NamedSale {
  const database = new Libsql(file)
  // These settings apply only while filling: the server sets its own when it opens the file.
  for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'cache_size = -400000'])
    database.prepare(`PRAGMA ${pragma}`).all([])
  const rowsOf = (query: string, ...values: string[]) => database.prepare(query).all(values) as any[]
  const [pattern] = rowsOf("SELECT * FROM sales WHERE state = 'succeeded'")
  const events = rowsOf('SELECT at, kind, detail FROM sale_events WHERE sale_id = ?', pattern.id)
  const people = rowsOf("SELECT id, name FROM staff WHERE role = 'cashier'")
  const { number: _, ...shape } = pattern
  const names = Object.keys(shape)
  const insertSale = database.prepare(`INSERT INTO sales (${names.join()}) VALUES (${names.map(() => '?').join()})`)
  const insertEvent = database.prepare('INSERT INTO sale_events (sale_id, at, kind, detail) VALUES (?, ?, ?, ?)')
  const insertDay = database.prepare(`INSERT INTO sale_days (from_at, to_at) SELECT ?, ?
    WHERE NOT EXISTS (SELECT 1 FROM sale_days WHERE from_at = ?)`)
  const record = JSON.parse(pattern.record)
  const random = createRandom(1).below
  const now = Date.now()
  const today = now - (now % DAY_MS)

  database.exec('BEGIN')
  for (let index = 0; index < count; index += 1) {
    const isOfToday = index >= count - TODAY
    const openedAt = isOfToday
      ? today + Math.floor(((now - today - 1_000) * (index - (count - TODAY))) / TODAY)
      : today - OTHER_DAYS * DAY_MS + Math.floor((OTHER_DAYS * DAY_MS * index) / Math.max(1, count - TODAY))
    const from = openedAt - (openedAt % DAY_MS)
    insertDay.run([from, from + DAY_MS, from])
    const sale = saleOf(index < count - OPEN ? pickKind(random(1_000)) : PENDING, { record, people, random, openedAt })
    insertSale.run(names.map((name) => sale.columns[name] ?? null))
    for (const { at, kind, detail } of events)
      insertEvent.run([sale.columns.id, openedAt + (at - record.openedAt), kind, detail])
  }
  database.exec('COMMIT')
  const columns = 'account, id, transaction_id AS transactionId, cashier_id AS cashierId'
  const [newest] = rowsOf(`SELECT ${columns} FROM sales ORDER BY number DESC LIMIT 1`)
  database.prepare('PRAGMA journal_mode = DELETE').all([])
  database.close()
  return newest
}

function pickKind(drawn: number) {
  let sum = 0
  const kind = KINDS.find(({ share }) => drawn < (sum += share))
  if (!kind) throw new Error('the shares are not a thousand')
  return kind
}

function saleOf(
  kind: Kind,
  {
    record: pattern,
    people,
    random,
    openedAt,
  }: { record: any; people: any[]; random: (below: number) => number; openedAt: number },
): { columns: Record<string, string | number | null> } {
  const id = ulid(openedAt)
  const cashier = people[random(people.length)]
  // A few services are sold most often.
  const service = Math.min(1 + random(SERVICES), 1 + random(SERVICES))
  const amount = AMOUNTS[random(AMOUNTS.length)] ?? ''
  const brand = `Brand ${1 + (service % BRANDS)}`
  const terminal = TILLS[random(TILLS.length)] ?? { id: '', name: '' }
  const paymentMethod = PAYMENTS[random(PAYMENTS.length)] ?? ''
  const cost = { amount: (Number(amount) * 0.96).toFixed(2), currency: CURRENCY }
  const account = `9715${String(random(100_000_000)).padStart(8, '0')}`
  const shift = openedAt - pattern.openedAt
  const { confirmedAt, approval, confirmsSent, confirmSentAt, finalAt, ...unconfirmed } = pattern
  const by = { ...approval, at: approval.at + shift, by: cashier, terminal }
  const transactionId = `t-${id.toLowerCase()}`
  const nextAt = kind.isOpen ? Date.now() + DAY_MS : null
  const record = {
    ...unconfirmed,
    id,
    state: kind.state,
    ...(kind.isConfirmed ? { confirmedAt: confirmedAt + shift, approval: by, confirmsSent } : {}),
    ...(kind.isConfirmed ? { confirmSentAt: confirmSentAt + shift } : {}),
    ...(kind.isOpen ? { next: { kind: 'find', at: nextAt } } : { finalAt: finalAt + shift }),
    ...(kind.voucher ? { kind: 'voucher', voucher: kind.voucher } : {}),
    transactionId,
    serviceId: `service-${service}`,
    serviceName: `Service ${service}`,
    brand,
    terminal,
    cost,
    ...(kind.isConfirmed ? { paymentMethod } : {}),
    account,
    amount: { amount, currency: CURRENCY },
    pays: { amount, currency: CURRENCY },
    openedAt,
    checkedAt: pattern.checkedAt + shift,
    cashier,
  }
  const [whole = '0', fraction = ''] = amount.split('.')
  return {
    columns: {
      id,
      version: record.version,
      state: kind.state,
      sale_group: kind.group,
      is_open: kind.isOpen ?? 0,
      is_paid: kind.isPaid,
      cashier_id: cashier.id,
      cashier_name: cashier.name,
      kind: record.kind,
      is_voucher: Number(kind.voucher !== undefined),
      service_id: record.serviceId,
      service_name: record.serviceName,
      brand: record.brand,
      is_test: 0,
      terminal_id: record.terminal.id,
      terminal_name: record.terminal.name,
      payment_method: record.paymentMethod ?? '',
      account,
      currency: CURRENCY,
      pays_whole: Number(whole),
      pays_millionths: Number(fraction.padEnd(6, '0')),
      cost_currency: CURRENCY,
      cost_whole: Number(cost.amount.split('.')[0]),
      cost_millionths: Number((cost.amount.split('.')[1] ?? '').padEnd(6, '0')),
      charge: kind.isPaid ? 'certain' : kind.isOpen ? 'open' : 'none',
      cost_fit: '',
      opened_at: openedAt,
      final_at: record.finalAt ?? null,
      confirmed_at: record.confirmedAt ?? null,
      next_at: nextAt,
      transaction_id: transactionId,
      approved_by: kind.isConfirmed ? cashier.id : null,
      is_open_item: kind.isOpen ?? 0,
      is_undelivered: 0,
      is_refund_due: 0,
      loss: '',
      payment_state: 'none',
      refund_by: '',
      limit_owner: kind.isLimited ? cashier.id : null,
      record: JSON.stringify(record),
    },
  }
}
