import { setTimeout as elapsed } from 'node:timers/promises'

import type { Audit } from '../reconcile.ts'
import { isCodeOf } from '../reconcile/find-secrets.ts'
import type { Journal, JournalSale } from '../reconcile/journal-content.ts'
import type { Browser, Hired } from './processes.ts'
import { NAMED, NAMED_INTERNATIONAL, ODD_SERVICE } from './till.ts'
import { isComplete, type Witness } from './witness.ts'

type Sold = { witness: Witness; ids: Iterable<string>; batches: Iterable<string>; mint: (id: string) => void }

const COMPLETES_WITHIN_MS = 180_000

/**
 * Does what a supervisor does after closing time: lets every batch and sale complete, and reveals every code. Returns what failed, and the sign-in
 * secrets.
 */
export async function closeShop({ browser, pin, signIn }: Hired, { witness, ids, batches, mint }: Sold) {
  const secrets: string[] = []
  /** Signs in again, because the till locked after its idle time. */
  const comeBack = async () => {
    await signIn()
    secrets.push(...browser.secrets())
  }
  await comeBack()
  const problems = [
    ...(await completeBatches(browser, witness, batches, mint)),
    ...(await completeAll(browser, witness, ids)),
  ]
  await comeBack()
  problems.push(...(await revealAll(browser, pin, witness, ids)))
  const status = await browser.ask('GET', '/api/status')
  if (status?.body.service !== 'ok')
    problems.push(`in the end the service is ${status?.body.service} (${status?.body.reason ?? 'no reason'})`)
  return { secrets, problems }
}

const POLL_INTERVAL_MS = 200
const AT_ONCE = 8

/** Abandons sales that no one confirmed, and decides sales that wait for a person. Returns a message for each sale that was not complete in time. */
async function completeAll(browser: Browser, witness: Witness, ids: Iterable<string>): Promise<string[]> {
  const startedAt = performance.now()
  let open: Map<string, string> = new Map([...ids].map((id) => [id, 'not read']))
  const finished = new Map<string, number>()
  for (;;) {
    const left = new Map<string, string>()
    await forEachAtOnce(open.keys(), async (id) => {
      const answer = await witness.ask(browser, id, 'GET', '')
      if (answer?.status === 404) return
      const sale = answer?.status === 200 ? answer.body : undefined
      if (sale && isComplete(sale)) return
      left.set(id, sale ? `sale ${sale.number} is ${sale.state}` : `sale ${id} cannot be read`)
      if (sale?.state === 'checked') await witness.ask(browser, id, 'POST', '/abandon', {})
      if (sale?.state === 'not-executed') {
        // The sale is confirmed again and then abandoned, because the service may reject it for good.
        const times = finished.get(id) ?? 0
        finished.set(id, times + 1)
        const step = times === 0 ? '/confirm' : '/abandon'
        await witness.ask(browser, id, 'POST', step, times === 0 ? { version: sale.version } : {})
      }
    })
    open = left
    if (open.size === 0) return []
    if (performance.now() - startedAt > COMPLETES_WITHIN_MS)
      return [...open.values()].map((sentence) => `${sentence} ${COMPLETES_WITHIN_MS / 1000} s after the last kill`)
    await elapsed(POLL_INTERVAL_MS)
  }
}

/** Stops every second running batch. Once none is running, all their sales are known. Returns a message for each batch that is still running. */
async function completeBatches(
  browser: Browser,
  witness: Witness,
  batches: Iterable<string>,
  mint: (id: string) => void,
): Promise<string[]> {
  const startedAt = performance.now()
  let open = [...batches]
  for (;;) {
    const left: string[] = []
    for (const [index, id] of open.entries()) {
      const answer = await witness.askBatch(browser, id, 'GET', '', mint)
      if (answer?.status === 404) continue
      if (answer && answer.body.state !== 'running' && answer.status < 300) continue
      left.push(id)
      if (index % 2 === 0) await witness.askBatch(browser, id, 'POST', '/stop', mint, {})
    }
    open = left
    if (open.length === 0) return []
    if (performance.now() - startedAt > COMPLETES_WITHIN_MS)
      return open.map((id) => `quantity ${id} still runs ${COMPLETES_WITHIN_MS / 1000} s after the last kill`)
    await elapsed(POLL_INTERVAL_MS)
  }
}

const LOOK_INTERVAL_MS = 120
const LOOKS = 200

/** Reveals every code: find must still return it, however often the server was killed. Returns a message for each missing code. */
async function revealAll(browser: Browser, pin: string, witness: Witness, ids: Iterable<string>): Promise<string[]> {
  const sold = [...ids].flatMap((id) => {
    const sale = witness.lastOf(id)
    return sale?.voucher === undefined ? [] : [{ id, number: sale.number }]
  })
  const missing: string[] = []
  await forEachAtOnce(sold, async ({ id, number }) => {
    if (!(await isShown(browser, pin, witness, id))) missing.push(`the code of sale ${number} cannot be shown`)
  })
  return missing
}

/** Tries repeatedly, because the server's polling interval limits finds. */
async function isShown(browser: Browser, pin: string, witness: Witness, id: string) {
  let proof: object = {}
  for (let look = 0; look < LOOKS; look += 1) {
    const answer = await witness.ask(browser, id, 'POST', '/reveal', { reason: 'the crash test looks', ...proof })
    if (answer?.status === 200 && answer.body.voucher) return true
    if (answer?.status === 401) proof = { pin }
    else await elapsed(LOOK_INTERVAL_MS)
  }
  return false
}

/** Works on several items at a time, because a step may wait for the service for seconds. */
async function forEachAtOnce<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>) {
  const left = items[Symbol.iterator]()
  const worker = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

type Records = ReturnType<typeof recordsOf>

/** This text is in every receipt and is never stored. */
export const RECEIPT_TEXT = 'Practice receipt, no money moved.'

export const recordsOf = ({ sales }: Journal) =>
  sales.map(({ columns, record }) => ({ ...record, version: columns.version }))

/** Problems between journal and ledger, between journal and tills, and with what is still open. */
export function problemsOf(audit: Audit, records: Records, witness: Witness): string[] {
  return [
    ...audit.violations,
    ...witness.compareWith(new Map(records.map((record) => [record.id, record]))),
    ...records
      .filter(({ id, transactionId }) => !isCodeOf(transactionId ?? '', witness.codeOf(id)))
      .map(({ number }) => `sale ${number} was shown with a code the service did not give out for it`),
    ...audit.running.map((id) => `quantity ${id} runs, and no proxy does`),
    ...audit.unsettled.map((number) => `sale ${number} has no end`),
    ...audit.conflicting.map((number) => `sale ${number} is disputed, and this service never contradicts itself`),
  ]
}

/** Events that send a confirm, and events that end it. */
const SENDS = new Set(['approved', 'confirm-repeated'])
const ENDS = new Set(['confirm-lost', 'confirm-refused', 'pending', 'final', 'not-executed', 'abandoned'])

/** The numbers of sales that were unknown for a while because a server stopped. */
export const findUnknownByRestart = (sales: JournalSale[]) =>
  sales
    .filter((sale) => wasConfirmingAtRestart(sale) || wasLostWithoutReason(sale))
    .map(({ columns: { number } }) => number)

function wasConfirmingAtRestart({ events }: JournalSale) {
  let isConfirming = false
  for (const { kind } of events) {
    if (SENDS.has(kind)) isConfirming = true
    else if (ENDS.has(kind)) isConfirming = false
    else if (kind === 'restarted' && isConfirming) return true
  }
  return false
}

/** The sandbox loses answers only for numbers or services meant for that. */
function wasLostWithoutReason({ record: { account = '', serviceId }, events }: JournalSale) {
  const isOdd = NAMED.includes(account) || NAMED_INTERNATIONAL.includes(account) || serviceId.startsWith(ODD_SERVICE)
  return !isOdd && events.some(({ kind }) => kind === 'confirm-lost')
}
