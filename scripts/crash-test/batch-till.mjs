import { ulid } from 'ulid'

import { elapsed } from './wait.mjs'
import { isComplete } from './witness.mjs'

/**
 * @typedef {import('./till.mjs').Till} Till
 * @typedef {{ deliver: (till: Till, id: string) => Promise<void>, decide: (till: Till, id: string, version: number) => Promise<void> }} Hands
 * What a cashier does with the sale of one line.
 * @typedef {{ id: string, version: number, state: string, voucher?: string }} LineSale
 * @typedef {{ id: string, version: number, state: string, lines: { line: number, sale?: LineSale }[] }} Batch
 */

const LEAVES = ['refused', 'failed', 'checked', 'not-executed', 'abandoned']

/**
 * Sells a batch: approves it, watches it until it is not running, sometimes stops it, leaves it alone or continues it.
 * @param {Till} till
 * @param {object} wish What every line sells.
 * @param {Hands} hands
 */
export async function sellQuantity(till, wish, hands) {
  const { chance, signal } = till
  const id = ulid()
  till.mintBatch(id)
  let batch = await open(till, id, { ...wish, count: chance.between(2, 5) })
  if (batch?.lines[0]?.sale?.state !== 'checked' || chance.isLucky(0.05)) return
  for (let round = 0; batch && round < 6 && !signal.aborted; round += 1) {
    await confirm(till, batch)
    batch = await watch(till, id, hands)
    if (!batch || batch.state === 'complete' || chance.isLucky(0.15)) return
    for (const { sale } of batch.lines)
      if (sale?.state === 'not-executed' && chance.isLucky(0.5)) await hands.decide(till, sale.id, sale.version)
    const body = (await ask(till, id, 'GET', ''))?.body
    if (body?.lines) batch = body
  }
}

/** Repeats the same request until the check of the first line was answered. @returns {Promise<Batch | undefined>} */
async function open(/** @type {Till} */ till, /** @type {string} */ id, /** @type {object} */ content) {
  const { chance, signal } = till
  /** @type {object} */
  let more = {}
  for (let tries = 0; tries < 60 && !signal.aborted; tries += 1) {
    const put = () => ask(till, id, 'PUT', '', { ...content, ...more })
    const [answer] = await Promise.all(chance.isLucky(0.2) ? [put(), put()] : [put()])
    if (answer?.status === 200) return answer.body
    if (answer?.status === 409) {
      if (answer.body.code !== 'confirm-duplicate' || chance.isLucky(0.3)) return undefined
      more = { duplicateOf: answer.body.sale?.id }
    }
    await pause(till, 50, 200)
  }
  return undefined
}

/** Confirms all remaining lines, sometimes only the first of them. Impatient cashiers tap more than once. */
async function confirm(/** @type {Till} */ till, /** @type {Batch} */ { id, version, lines }) {
  const { chance } = till
  const left = lines.filter(({ sale }) => !sale || LEAVES.includes(sale.state)).map(({ line }) => line)
  const named = chance.isLucky(0.2) ? left.slice(0, 1) : left
  if (named.length === 0) return
  const tap = (/** @type {object} */ more) => ask(till, id, 'POST', '/confirm', { version, lines: named, ...more })
  const [answer] = await Promise.all(chance.isLucky(0.25) ? [tap({}), tap({})] : [tap({})])
  if (answer?.status === 409 && answer.body.code === 'confirm-duplicate' && chance.isLucky(0.7))
    await tap({ duplicateOf: answer.body.sale?.id })
}

/**
 * Delivers the codes that have arrived until the batch is not running. The tablet may be off for a while in between.
 * @param {Till} till
 * @param {string} id
 * @param {Hands} hands
 * @returns {Promise<Batch | undefined>}
 */
async function watch(till, id, { deliver }) {
  const { chance, signal } = till
  const lastsUntil = performance.now() + chance.between(500, 8_000)
  const stops = chance.isLucky(0.2)
  if (chance.isLucky(0.2)) await pause(till, 300, 3_000)
  /** @type {Batch | undefined} */
  let batch
  while (!signal.aborted && performance.now() < lastsUntil) {
    const body = (await ask(till, id, 'GET', ''))?.body
    if (body?.lines) batch = body
    for (const { sale } of batch?.lines ?? [])
      if (sale?.voucher === 'ready' && isComplete(sale) && !signal.aborted) await deliver(till, sale.id)
    if (batch && batch.state !== 'running') return batch
    if (stops && chance.isLucky(0.3)) await ask(till, id, 'POST', '/stop')
    await pause(till, 40, 200)
  }
  return batch
}

const ask = (
  /** @type {Till} */ { witness, browser, mint },
  /** @type {string} */ id,
  /** @type {string} */ method,
  /** @type {string} */ step,
  /** @type {object | undefined} */ content = method === 'POST' ? {} : undefined,
) => witness.askBatch(browser, id, method, step, mint, content)

async function pause(/** @type {Till} */ { chance, signal }, /** @type {number} */ from, /** @type {number} */ to) {
  await elapsed(chance.between(from, to), undefined, { signal }).catch(() => {})
}
