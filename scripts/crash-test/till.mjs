import { ulid } from 'ulid'

import { elapsed } from './wait.mjs'
import { isSettled } from './witness.mjs'

/**
 * @typedef {import('./browser.mjs').Browser} Browser
 * @typedef {import('./browser.mjs').Answer} Answer
 * @typedef {import('./chance.mjs').Chance} Chance
 * @typedef {import('./witness.mjs').Witness} Witness
 * @typedef {{ browser: Browser, witness: Witness, chance: Chance, mint: (id: string) => void, signal: AbortSignal }} Till
 */

/** The sandbox's numbers with a name: each makes it behave in its own way, the last to be sold at once. */
const NAMED = Array.from({ length: 17 }, (_, index) => `9715000000${String(index + 1).padStart(2, '0')}`)
/** What it sells for a free amount: id, least, most and step. */
const SERVICES = /** @type {const} */ ([
  ['qamra-rc', 5, 500, 5],
  ['velto_rc', 10, 300, 1],
])

/** Sells until it is told to stop: impatient, with two taps at once now and then, and gone before every sale has its end. */
export async function runTill(/** @type {Till} */ till) {
  while (!till.signal.aborted) {
    await sellOnce(till)
    await pause(till, 0, 120)
  }
}

async function sellOnce(/** @type {Till} */ till) {
  const { witness, chance } = till
  const id = ulid()
  till.mint(id)
  const sale = await open(till, id)
  if (sale?.state !== 'checked' || chance.isLucky(0.06)) return
  if (chance.isLucky(0.06)) return void (await send(till, id, '/abandon'))
  await confirm(till, id, sale.version)

  const lastsUntil = performance.now() + chance.between(300, 5_000)
  while (!till.signal.aborted && performance.now() < lastsUntil) {
    const { body } = (await witness.ask(till.browser, id, 'GET', '')) ?? {}
    if (body?.state === 'checked') await confirm(till, id, body.version)
    else if (body?.state === 'not-executed') await decide(till, id, body.version)
    else if (body?.state && isSettled(body)) return
    else if (chance.isLucky(0.1)) await send(till, id, '/find')
    await pause(till, 30, 150)
  }
}

/** As the page does: the same request again until it was answered, and a look at the sale in between. */
async function open(/** @type {Till} */ till, /** @type {string} */ id) {
  const { browser, witness, chance } = till
  const content = whatToSell(chance)
  /** @type {object} */
  let more = {}
  for (let tries = 0; tries < 60 && !till.signal.aborted; tries += 1) {
    const put = () => witness.ask(browser, id, 'PUT', '', { kind: 'direct', ...content, ...more })
    const [answer] = await Promise.all(chance.isLucky(0.15) ? [put(), put()] : [put()])
    if (answer?.status === 200) return answer.body
    if (answer?.status === 409) {
      if (answer.body.code !== 'duplicate-ask' || chance.isLucky(0.3)) return undefined
      more = { duplicateOf: answer.body.sale?.id }
    }
    if (!answer || answer.status === 503 || answer.status === 202) await pause(till, 50, 200)
  }
  return undefined
}

function whatToSell(/** @type {Chance} */ chance) {
  const [serviceId, least, most, step] = chance.pick(SERVICES)
  const amount = least + step * chance.below((most - least) / step + 1)
  const account = chance.isLucky(0.6) ? chance.pick(NAMED) : `97150${chance.between(1, 10)}${chance.digits(6)}`
  return { serviceId, amount: String(amount), account }
}

async function confirm(/** @type {Till} */ till, /** @type {string} */ id, /** @type {number} */ version) {
  const tap = () => send(till, id, '/confirm', { version })
  const [answer] = await Promise.all(till.chance.isLucky(0.25) ? [tap(), tap(), tap()] : [tap()])
  // Looked at when it was opened, and again here: another till may have begun the same.
  if (answer?.status === 409 && answer.body.code === 'duplicate-ask' && till.chance.isLucky(0.7))
    await send(till, id, '/confirm', { version, duplicateOf: answer.body.sale?.id })
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
