import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { ulid } from 'ulid'

import { readPlaces } from '../reconcile/find-secrets.mjs'
import { readPostgresJournal } from '../reconcile/read-postgres-journal.mjs'
import { reconcileJournal } from '../reconcile/reconcile-shop.mjs'
import { closeShop } from './close-shop.mjs'
import { RECEIPT_TEXT, findUnknownByRestart, problemsOf, recordsOf } from './judge-shop.mjs'
import { openProxyShop } from './proxy-shop.mjs'
import { createRandom, elapsed } from './wait.mjs'
import { CONFIRM_GRACE_SECONDS } from './shop-parts.mjs'
import { runTill } from './till.mjs'
import { createWitness } from './witness.mjs'

/**
 * @typedef {import('./proxy-shop.mjs').ProxyShop} ProxyShop
 * @typedef {{
 *   shop: ProxyShop, chance: import('./wait.mjs').Chance, tell: (line: string) => void, report: (problem: string) => void,
 *   timeToSale: (withinMs: number) => Promise<number>,
 * }} Trouble What makes trouble has this. `timeToSale` sells until a sale succeeds, and returns how long that took (ms); `Infinity` if none did.
 * @typedef {{ proxies: number, tills: number, seed: number, tell?: (line: string) => void }} ProxiesOptions
 * @typedef {{
 *   sales: number, states: Record<string, number>, codesSold: number, codesShown: number, unknownByRestart: number[], endedByItself: number,
 *   said: string[], violations: string[], folder: string,
 * }} ProxiesReport The folder is there only after violations.
 */

/**
 * Sells from several proxies on one database while `trouble` is made, lets all sales complete, cuts the power of the database, and reconciles what
 * the journal, the ledger and the tills have.
 * @template T
 * @param {ProxiesOptions} options
 * @param {(trouble: Trouble) => Promise<T>} makeTrouble
 * @returns {Promise<ProxiesReport & { trouble: T }>}
 */
export async function sellThroughTrouble({ proxies, tills, seed, tell = () => {} }, makeTrouble) {
  const chance = createRandom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'toptill-crash-'))
  const shop = await openProxyShop(folder, proxies)
  const witness = createWitness()
  const end = new AbortController()
  /** @type {Set<string>} */
  const ids = new Set()
  /** @type {Set<string>} */
  const batches = new Set()
  const mint = (/** @type {string} */ id) => void ids.add(id)
  /** @type {string[]} */
  const violations = []
  // The folder of a failed run is for the investigation; only a clean run removes it.
  let isClean = false

  try {
    if (!(await shop.isReady())) throw new Error(`the shop does not open: ${shop.logs} says why`)
    const supervisor = await shop.hire('Hamad', 'supervisor', chance.digits(12))
    const next = await shop.hire('Noor', 'cashier', chance.digits(12), shop.browser(TRY_MS))
    const cashiers = await Promise.all(
      Array.from({ length: tills }, (_, index) => shop.hire(`Cashier ${index + 1}`, 'cashier', chance.digits(12))),
    )
    const secrets = [shop.token, RECEIPT_TEXT, ...[supervisor, next, ...cashiers].flatMap((each) => each.secrets)]
    const selling = Promise.all(
      cashiers.map(({ browser }) =>
        runTill({
          browser,
          witness,
          chance: chance.fork(),
          mint,
          mintBatch: (id) => batches.add(id),
          signal: end.signal,
        }),
      ),
    )
    // It is awaited after the trouble; until then a till that fails must not end the test without closing the shop.
    selling.catch(() => {})
    const nextTill = { browser: next.browser, witness, chance: chance.fork(), mint }
    const timeToSale = async (/** @type {number} */ withinMs) => {
      const startedAt = performance.now()
      return (await sellNext(nextTill, withinMs)) ? performance.now() - startedAt : Infinity
    }
    const report = (/** @type {string} */ problem) => void violations.push(problem)
    const trouble = await makeTrouble({ shop, chance, tell, report, timeToSale })
    end.abort()
    await selling
    if (!(await shop.isReady())) violations.push('in the end not every proxy is ready')

    tell('Letting every sale complete …')
    const closed = await closeShop({ supervisor, witness, ids, batches, mint })
    secrets.push(...closed.secrets)
    violations.push(...closed.problems)
    for (const code of await shop.stopProxies())
      if (code !== 0) violations.push(`asked to end, a proxy ended with ${code ?? 'nothing: it had to be killed'}`)

    // What is read after this is what was on the disk.
    await shop.killDatabase()
    await shop.restartDatabase()
    violations.push(...(await shop.verifyAuditLog()))
    const journal = await readPostgresJournal(shop.database)
    await shop.killDatabase()
    tell('Looking for secrets in what is stored, and comparing the journal with the ledger …')
    const audit = reconcileJournal(journal, {
      name: 'the database',
      places: readPlaces([shop.logs, shop.databaseFolder]),
      ledger: shop.ledger,
      canaries: secrets,
      confirmGraceMs: CONFIRM_GRACE_SECONDS * 1000,
    })
    const records = recordsOf(journal)
    violations.push(...problemsOf(audit, records, witness))
    isClean = violations.length === 0
    const withCode = records.filter(({ voucher }) => voucher !== undefined)
    return {
      trouble,
      sales: records.length,
      states: Object.fromEntries(audit.sales),
      codesSold: withCode.length,
      codesShown: withCode.filter(({ id }) => witness.codeOf(id) !== undefined).length,
      unknownByRestart: findUnknownByRestart(journal.sales),
      endedByItself: shop.proxies.reduce((sum, { process }) => sum + process.endedByItself.length, 0),
      said: audit.said,
      violations,
      folder,
    }
  } finally {
    end.abort()
    await shop.close()
    if (isClean) rmSync(folder, { recursive: true, force: true })
  }
}

/** A person would not wait as long for an answer before the next try. */
const TRY_MS = 2_000
const TRY_INTERVAL_MS = 50

/**
 * Sells again and again until a sale has succeeded, as a cashier would who wants to know whether it works again. Returns whether it did in time.
 * @param {{
 *   browser: import('./browser.mjs').Browser, witness: import('./witness.mjs').Witness, chance: import('./wait.mjs').Chance,
 *   mint: (id: string) => void,
 * }} till
 * @param {number} withinMs
 */
async function sellNext({ browser, witness, chance, mint }, withinMs) {
  const until = performance.now() + withinMs
  let [id, account] = ['', '']
  while (performance.now() < until) {
    if (id === '') {
      ;[id, account] = [ulid(), `97150${chance.digits(7)}`]
      mint(id)
    }
    const content = { kind: 'direct', serviceId: 'qamra-rc', amount: '25', account }
    const opened = await witness.ask(browser, id, 'PUT', '', content)
    if (opened?.status === 200 && opened.body.state === 'checked') {
      const { version } = opened.body
      const confirmed = await witness.ask(browser, id, 'POST', '/confirm', { version })
      if (confirmed?.status === 200 && confirmed.body.state === 'succeeded') return true
    }
    // What was answered is not asked again, and the next try is another sale.
    if (opened && opened.status !== 503) id = ''
    await elapsed(TRY_INTERVAL_MS)
  }
  return false
}
