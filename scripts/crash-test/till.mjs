import { ulid } from 'ulid'

import { sellQuantity } from './batch-till.mjs'
import { elapsed } from './wait.mjs'
import { isComplete } from './witness.mjs'

/**
 * @typedef {import('./browser.mjs').Browser} Browser
 * @typedef {import('./browser.mjs').Answer} Answer
 * @typedef {import('./wait.mjs').Chance} Chance
 * @typedef {import('./witness.mjs').Witness} Witness
 * @typedef {{ browser: Browser, witness: Witness, chance: Chance, mint: (id: string) => void, mintBatch: (id: string) => void, signal: AbortSignal }} Till
 *   `mint` is called with the id of each sale that there may be, `mintBatch` with that of each batch.
 */

/** The sandbox's named numbers. Each makes it behave in its own way, the last of them sells at once. */
export const NAMED = Array.from({ length: 17 }, (_, index) => `9715000000${String(index + 1).padStart(2, '0')}`)
/** What services begin with that behave oddly, each in its own way. */
export const ODD_SERVICE = 'quillo-'
/** Services with a free amount: id, minimum, maximum and step. */
const SERVICES = /** @type {const} */ ([
  ['qamra-rc', 5, 500, 5],
  ['velto_rc', 10, 300, 1],
])

/**
 * Vouchers whose code comes at once or later, and others that fail.
 * @type {[id: string, amount: number, account?: string][]}
 */
export const VOUCHERS = [
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
  ['quillo-cancelled', 10],
  ['quillo-no-funds', 10],
]

/** Sells until it is stopped. It is impatient, sometimes taps twice at once, and leaves before every sale is complete. */
export async function runTill(/** @type {Till} */ till) {
  while (!till.signal.aborted) {
    if (till.chance.isLucky(0.1)) await sellQuantity(till, aVoucher(till.chance), { deliver, decide })
    else {
      const wish = await whatToSell(till)
      if (wish) await sellOnce(till, wish)
    }
    await pause(till, 0, 120)
  }
}

async function sellOnce(/** @type {Till} */ till, /** @type {object} */ content) {
  const { witness, chance } = till
  const id = ulid()
  till.mint(id)
  const sale = await open(till, id, content)
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

/** Reveals the code, and delivers it most of the time. */
async function deliver(/** @type {Till} */ till, /** @type {string} */ id) {
  const { chance } = till
  if (chance.isLucky(0.1)) return
  await send(till, id, '/reveal')
  if (chance.isLucky(0.2)) await send(till, id, '/reveal')
  if (chance.isLucky(0.8))
    await send(till, id, '/delivered', { method: chance.pick(['printed', 'shared', 'copied', 'given']) })
}

/** Repeats the same request until it was answered, as the page does. */
async function open(/** @type {Till} */ till, /** @type {string} */ id, /** @type {object} */ content) {
  const { browser, witness, chance } = till
  /** @type {object} */
  let more = {}
  for (let tries = 0; tries < 60 && !till.signal.aborted; tries += 1) {
    const put = () => witness.ask(browser, id, 'PUT', '', { ...content, ...more })
    const [answer] = await Promise.all(chance.isLucky(0.15) ? [put(), put()] : [put()])
    if (answer?.status === 200) return answer.body
    if (answer?.status === 409) {
      if (answer.body.code !== 'confirm-duplicate' || chance.isLucky(0.3)) return undefined
      more = { duplicateOf: answer.body.sale?.id }
    }
    if (!answer || answer.status === 503 || answer.status === 202) await pause(till, 50, 200)
  }
  return undefined
}

/** Returns `undefined` if an international top-up was drawn and nobody lists what there is. @returns {Promise<object | undefined>} */
async function whatToSell(/** @type {Till} */ { chance, browser }) {
  if (chance.isLucky(0.25)) return chooseInternational(browser, chance)
  if (chance.isLucky(0.35)) return aVoucher(chance)
  const [serviceId, least, most, step] = chance.pick(SERVICES)
  const amount = least + step * chance.below((most - least) / step + 1)
  const account = chance.isLucky(0.6) ? chance.pick(NAMED) : `97150${chance.between(1, 10)}${chance.digits(6)}`
  return { kind: 'direct', serviceId, amount: String(amount), account }
}

function aVoucher(/** @type {Chance} */ chance) {
  const [serviceId, amount, account] = chance.pick(VOUCHERS)
  return { kind: 'voucher', serviceId, amount: String(amount), ...(account === undefined ? {} : { account }) }
}

/**
 * Sometimes accepts a provider other than the chosen one. Otherwise it confirms out of habit, and then nothing may happen.
 * @param {Till} till
 * @param {string} id
 * @param {number} version
 * @param {object} [mismatch]
 */
async function confirm(till, id, version, mismatch) {
  const accept = mismatch && till.chance.isLucky(0.5) ? { accept: 'operator' } : {}
  const tap = () => send(till, id, '/confirm', { version, ...accept })
  const [answer] = await Promise.all(till.chance.isLucky(0.25) ? [tap(), tap(), tap()] : [tap()])
  // Duplicates were checked at the opening and are checked again here, because another till may have begun the same sale.
  if (answer?.status === 409 && answer.body.code === 'confirm-duplicate' && till.chance.isLucky(0.7))
    await send(till, id, '/confirm', { version, ...accept, duplicateOf: answer.body.sale?.id })
}

async function decide(/** @type {Till} */ till, /** @type {string} */ id, /** @type {number} */ version) {
  if (till.chance.isLucky(0.5)) await confirm(till, id, version)
  else if (till.chance.isLucky(0.7)) await send(till, id, '/abandon')
}

const send = (/** @type {Till} */ till, /** @type {string} */ id, /** @type {string} */ step, content = {}) =>
  till.witness.ask(till.browser, id, 'POST', step, content)

async function pause(/** @type {Till} */ { chance, signal }, /** @type {number} */ from, /** @type {number} */ to) {
  await elapsed(chance.between(from, to), undefined, { signal }).catch(() => {})
}

/** The sandbox's named international numbers. Each makes it behave in its own way, and all of them belong to Islanet. */
export const NAMED_INTERNATIONAL = Array.from(
  { length: 21 },
  (_, index) => `6391700000${String(index + 1).padStart(2, '0')}`,
)
const COUNTRY = 'PHL'
const OPERATOR = 'Islanet'

/**
 * Chooses country, provider, denomination and number as the page does. Returns `undefined` if the proxy or the service does not list them.
 * @param {Browser} browser
 * @param {Chance} chance
 * @returns {Promise<object | undefined>}
 */
async function chooseInternational(browser, chance) {
  const country = await browser.ask('GET', `/api/international/countries/${COUNTRY}`)
  if (country?.status !== 200) return undefined
  const providers = /** @type {{ id: string, name: string }[]} */ (country.body.providers)
  const isNamed = chance.isLucky(0.6)
  const provider = isNamed ? providers.find(({ name }) => name === OPERATOR) : chance.pick(providers)
  const offer = await browser.ask('GET', `/api/international/providers/${provider?.id}?country=${COUNTRY}`)
  const denominations = offer?.status === 200 ? offer.body.denominations : []
  if (!provider || denominations.length === 0) return undefined
  const denomination = chance.pick(/** @type {{ id: string, pays: object }[]} */ (denominations))
  return {
    kind: 'international',
    countryId: COUNTRY,
    providerId: provider.id,
    denominationId: denomination.id,
    account: isNamed ? chance.pick(NAMED_INTERNATIONAL) : `63917${chance.between(1, 10)}${chance.digits(6)}`,
    shown: denomination.pays,
  }
}
