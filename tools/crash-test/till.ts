import { setTimeout as elapsed } from 'node:timers/promises'

import { ulid } from 'ulid'

import type { Chance } from '../random.ts'
import type { Answer, Browser } from './processes.ts'
import { isComplete, type Witness } from './witness.ts'

/** `mint` receives each possible sale id, `mintBatch` each batch id. */
export type Till = {
  browser: Browser
  witness: Witness
  chance: Chance
  mint: (id: string) => void
  mintBatch: (id: string) => void
  signal: AbortSignal
}

/** The sandbox's special numbers, each with its own behavior. For the last one, a sale succeeds at once. */
export const NAMED = Array.from({ length: 17 }, (_, index) => `9715000000${String(index + 1).padStart(2, '0')}`)
export const ODD_SERVICE = 'quillo-'
/** Id, minimum, maximum and step of the amount. */
const SERVICES = [
  ['qamra-rc', 5, 500, 5],
  ['velto_rc', 10, 300, 1],
] as const

/** Vouchers whose code comes at once or later, and others that fail. */
export const VOUCHERS: [id: string, amount: number, account?: string][] = [
  ['orbyte_50AED', 50],
  ['pixelmoor_aed_100', 100],
  ['moviora-1m', 39],
  ['tunora-3m', 59],
  ['mirsal_50', 50],
  ['souqly_25AED', 25],
  ['nimbra_id_100', 100, 'lina@shop.example'],
  ['quillo-code-later', 10],
  ['quillo-code-next', 10],
  ['quillo-blank-number', 10],
  ['quillo-pending', 10],
  ['quillo-held', 10],
  ['quillo-unknown-state', 10],
  ['quillo-answer-lost-after', 10],
  ['quillo-answer-lost-before', 10],
  ['quillo-fails', 10],
  ['quillo-fails-later', 10],
  ['quillo-canceled', 10],
  ['quillo-no-funds', 10],
]

/** Simulates an impatient cashier, who sometimes taps twice and leaves before every sale is complete. */
export async function runTill(till: Till) {
  while (!till.signal.aborted) {
    if (till.chance.isLucky(0.1)) await sellQuantity(till, aVoucher(till.chance))
    else if (till.chance.isLucky(0.12)) await sellBasket(till)
    else {
      const wish = await whatToSell(till)
      if (wish) await sellOnce(till, wish)
    }
    await pause(till, 0, 120)
  }
}

async function sellOnce(till: Till, content: object) {
  const { witness, chance } = till
  const id = ulid()
  till.mint(id)
  const sale = await open(till, (more) => witness.ask(till.browser, id, 'PUT', '', { ...content, ...more }))
  if (sale?.state !== 'checked' || chance.isLucky(0.06)) return
  if (chance.isLucky(0.06)) return void (await send(till, id, '/abandon'))
  await confirm(till, id, sale.version, sale.mismatch)

  const lastsUntil = performance.now() + chance.between(300, 5_000)
  while (!till.signal.aborted && performance.now() < lastsUntil) {
    const { body } = (await witness.ask(till.browser, id, 'GET', '')) ?? {}
    if (body?.state === 'checked') await confirm(till, id, body.version, body.mismatch)
    else if (body?.state === 'not-executed') await decide(till, id, body.version)
    else if (body?.state && isComplete(body)) {
      if (body.voucher) await deliver(till, id)
      return
    } else if (chance.isLucky(0.1)) await send(till, id, body?.voucher === 'coming' ? '/reveal' : '/find')
    await pause(till, 30, 150)
  }
}

async function deliver(till: Till, id: string) {
  const { chance } = till
  if (chance.isLucky(0.1)) return
  await send(till, id, '/reveal')
  if (chance.isLucky(0.2)) await send(till, id, '/reveal')
  if (chance.isLucky(0.8))
    await send(till, id, '/delivered', { method: chance.pick(['printed', 'shared', 'copied', 'given']) })
}

/** Repeats the request until the check was answered, as the page does. */
async function open(till: Till, put: (more: object) => Promise<Answer | undefined>, done = [200]) {
  const { chance } = till
  let more: object = {}
  for (let tries = 0; tries < 60 && !till.signal.aborted; tries += 1) {
    const [answer] = await Promise.all(chance.isLucky(0.15) ? [put(more), put(more)] : [put(more)])
    if (answer && done.includes(answer.status)) return answer.body
    if (answer?.status === 409) {
      if (answer.body.code !== 'confirm-duplicate' || chance.isLucky(0.3)) return undefined
      more = { duplicateOf: answer.body.sale?.id }
    }
    if (!answer || answer.status === 503 || answer.status === 202) await pause(till, 50, 200)
  }
  return undefined
}

/** Returns `undefined` if an international offer cannot be listed. */
async function whatToSell({ chance, browser }: Till): Promise<object | undefined> {
  if (chance.isLucky(0.25)) return chooseInternational(browser, chance)
  return aLocalWish(chance)
}

function aLocalWish(chance: Chance): object {
  if (chance.isLucky(0.35)) return aVoucher(chance)
  const [serviceId, least, most, step] = chance.pick(SERVICES)
  const amount = least + step * chance.below((most - least) / step + 1)
  const account = chance.isLucky(0.6) ? chance.pick(NAMED) : `97150${chance.between(1, 10)}${chance.digits(6)}`
  return { kind: 'direct', serviceId, amount: String(amount), account }
}

function aVoucher(chance: Chance) {
  const [serviceId, amount, account] = chance.pick(VOUCHERS)
  return { kind: 'voucher', serviceId, amount: String(amount), ...(account === undefined ? {} : { account }) }
}

/** Sometimes accepts an operator other than the chosen one; otherwise confirms without accepting it, which may have no effect. */
async function confirm(till: Till, id: string, version: number, mismatch?: object) {
  const accept = mismatch && till.chance.isLucky(0.5) ? { accept: 'operator' } : {}
  const payment = aPayment(till.chance, 0.25)
  const tap = () => send(till, id, '/confirm', { version, ...accept, ...payment })
  const [answer] = await Promise.all(till.chance.isLucky(0.25) ? [tap(), tap(), tap()] : [tap()])
  // Duplicates were first checked at the opening. Since then, another till may have begun the same sale.
  if (answer?.status === 409 && answer.body.code === 'confirm-duplicate' && till.chance.isLucky(0.7))
    await send(till, id, '/confirm', { version, ...accept, ...payment, duplicateOf: answer.body.sale?.id })
}

/** `amount` is less than what the customer pays. */
const aPayment = (chance: Chance, amount: number): object =>
  chance.isLucky(0.5) ? {} : { paymentMethod: 'card', split: { paymentMethod: 'cash', amount: String(amount) } }

async function decide(till: Till, id: string, version: number) {
  if (till.chance.isLucky(0.5)) await confirm(till, id, version)
  else if (till.chance.isLucky(0.7)) await send(till, id, '/abandon')
}

const send = (till: Till, id: string, step: string, content = {}) =>
  till.witness.ask(till.browser, id, 'POST', step, content)

async function pause({ chance, signal }: Till, from: number, to: number) {
  await elapsed(chance.between(from, to), undefined, { signal }).catch(() => {})
}

/** The sandbox's special international numbers, each with its own behavior, all of the operator Islanet. */
export const NAMED_INTERNATIONAL = Array.from(
  { length: 21 },
  (_, index) => `6391700000${String(index + 1).padStart(2, '0')}`,
)
const COUNTRY = 'PHL'
const OPERATOR = 'Islanet'

/** Chooses as the page does. Returns `undefined` if the offer cannot be listed. */
async function chooseInternational(browser: Browser, chance: Chance): Promise<object | undefined> {
  const country = await browser.ask('GET', `/api/international/countries/${COUNTRY}`)
  if (country?.status !== 200) return undefined
  const providers = country.body.providers as { id: string; name: string }[]
  const isNamed = chance.isLucky(0.6)
  const provider = isNamed ? providers.find(({ name }) => name === OPERATOR) : chance.pick(providers)
  const offer = await browser.ask('GET', `/api/international/providers/${provider?.id}?country=${COUNTRY}`)
  const denominations = offer?.status === 200 ? offer.body.denominations : []
  if (!provider || denominations.length === 0) return undefined
  const denomination = chance.pick(denominations as { id: string; pays: object }[])
  return {
    kind: 'international',
    countryId: COUNTRY,
    providerId: provider.id,
    denominationId: denomination.id,
    account: isNamed ? chance.pick(NAMED_INTERNATIONAL) : `63917${chance.between(1, 10)}${chance.digits(6)}`,
    shown: denomination.pays,
  }
}

type LineSale = { id: string; version: number; state: string; voucher?: string }
type Batch = { id: string; version: number; state: string; lines: { line: number; sale?: LineSale; skip?: object }[] }

const LEAVES = ['refused', 'failed', 'checked', 'not-executed', 'abandoned']

/** `wish` is what every line sells. */
async function sellQuantity(till: Till, wish: object) {
  const { chance } = till
  const id = ulid()
  till.mintBatch(id)
  const content = { ...wish, count: chance.between(2, 5) }
  const batch = await open(till, (more) => askBatch(till, id, 'PUT', '', { ...content, ...more }))
  if (batch?.lines[0]?.sale?.state !== 'checked' || chance.isLucky(0.05)) return
  await sellLines(till, batch)
}

/** Different products, sometimes as many as a list has. The cashier looks at the checks before approving. */
async function sellBasket(till: Till) {
  const { chance, signal } = till
  const id = ulid()
  till.mintBatch(id)
  const count = chance.isLucky(0.1) ? chance.between(15, 30) : chance.between(2, 5)
  const wishes = Array.from({ length: count }, () => aLocalWish(chance))
  const lines = [...new Map(wishes.map((wish) => [JSON.stringify(wish), wish])).values()]
  const opened = await open(till, () => askBatch(till, id, 'PUT', '', { lines }), [200, 202])
  let batch = opened as Batch | undefined
  const isBeingChecked = ({ state, lines: all }: Batch) =>
    state === 'checked' && all.some(({ sale, skip }) => (sale ? sale.state === 'opened' : !skip))
  for (let tries = 0; batch && isBeingChecked(batch) && tries < 60 && !signal.aborted; tries += 1) {
    await pause(till, 50, 200)
    const body = (await askBatch(till, id, 'GET', ''))?.body
    if (body?.lines) batch = body
  }
  if (batch && !chance.isLucky(0.05)) await sellLines(till, batch)
}

/** Approves a batch and waits while it is running; sometimes stops, leaves or continues it. */
async function sellLines(till: Till, opened: Batch) {
  const { chance, signal } = till
  const { id } = opened
  let batch: Batch | undefined = opened
  for (let round = 0; batch && round < 6 && !signal.aborted; round += 1) {
    await confirmLines(till, batch)
    batch = await watch(till, id)
    if (!batch || batch.state === 'complete' || chance.isLucky(0.15)) return
    for (const { sale } of batch.lines)
      if (sale?.state === 'not-executed' && chance.isLucky(0.5)) await decide(till, sale.id, sale.version)
    const body = (await askBatch(till, id, 'GET', ''))?.body
    if (body?.lines) batch = body
  }
}

/** Confirms the lines, each of at least 5, sometimes only the first one. Impatient cashiers tap more than once. */
async function confirmLines(till: Till, { id, version, lines }: Batch) {
  const { chance } = till
  const left = lines.filter(({ sale }) => !sale || LEAVES.includes(sale.state)).map(({ line }) => line)
  const named = chance.isLucky(0.2) ? left.slice(0, 1) : left
  if (named.length === 0) return
  const payment = aPayment(chance, 4.75 * named.length)
  const tap = (more: object) => askBatch(till, id, 'POST', '/confirm', { version, lines: named, ...payment, ...more })
  const [answer] = await Promise.all(chance.isLucky(0.25) ? [tap({}), tap({})] : [tap({})])
  if (answer?.status === 409 && answer.body.code === 'confirm-duplicate' && chance.isLucky(0.7))
    await tap({ duplicateOf: answer.body.sale?.id })
}

/** Delivers arrived codes until the batch is not running. The tablet may be switched off for a while in between. */
async function watch(till: Till, id: string): Promise<Batch | undefined> {
  const { chance, signal } = till
  const lastsUntil = performance.now() + chance.between(500, 8_000)
  const stops = chance.isLucky(0.2)
  if (chance.isLucky(0.2)) await pause(till, 300, 3_000)
  let batch: Batch | undefined
  while (!signal.aborted && performance.now() < lastsUntil) {
    const body = (await askBatch(till, id, 'GET', ''))?.body
    if (body?.lines) batch = body
    for (const { sale } of batch?.lines ?? [])
      if (sale?.voucher === 'ready' && isComplete(sale) && !signal.aborted) await deliver(till, sale.id)
    if (batch && batch.state !== 'running') return batch
    if (stops && chance.isLucky(0.3)) await askBatch(till, id, 'POST', '/stop')
    await pause(till, 40, 200)
  }
  return batch
}

const askBatch = (
  { witness, browser, mint }: Till,
  id: string,
  method: string,
  step: string,
  content: object | undefined = method === 'POST' ? {} : undefined,
) => witness.askBatch(browser, id, method, step, mint, content)
