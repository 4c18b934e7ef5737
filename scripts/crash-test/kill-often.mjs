import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { reconcileShop } from '../reconcile/reconcile-shop.mjs'
import { readJournal } from '../reconcile/read-journal.mjs'
import { createRandom, elapsed, waitFor } from './wait.mjs'
import { closeShop } from './close-shop.mjs'
import { openCrashShop, PLACES } from './crash-shop.mjs'
import { problemsOf, RECEIPT_TEXT, recordsOf } from './judge-shop.mjs'
import { CONFIRM_GRACE_SECONDS } from './shop-parts.mjs'
import { runTill } from './till.mjs'
import { createWitness } from './witness.mjs'

/**
 * @typedef {import('./crash-shop.mjs').Place} Place
 * @typedef {{ kills: number, tills: number, seed: number, killsService: boolean, tell?: (line: string) => void }} CrashOptions
 * @typedef {{
 *   kills: number, groupKills: Record<Place, number>, serviceKills: number, sales: number, vouchers: number, international: number, batches: number, states: Record<string, number>,
 *   readyMs: number, sellingMs: number, said: string[], violations: string[], folder: string,
 * }} CrashReport `readyMs` and `sellingMs` are the longest times of all starts. The folder is there only after violations.
 */

/** A kill proves little before this many sales have begun since the last one, so the test waits for them for a while. */
const SALES_BETWEEN = 6
const SELLS_WITHIN_MS = 120_000
/** How often a start is killed before it is finished. */
const KILLED_WHILE_STARTING = 0.15
/** How often the proxy runs longer, so that sales which earlier kills left open are completed. */
const LEFT_ALONE = 0.15
const SERVICE_KILLED = 0.2
/** How often the proxy dies in the middle of a group of steps, if there is one soon. */
const IN_A_GROUP = 0.5
const GROUP_WITHIN_MS = 4_000

/**
 * Kills a selling proxy at random moments, lets all sales complete, and reconciles what the journal, the ledger and the tills have. @returns
 * {Promise<CrashReport>}
 */
export async function killOften(
  /** @type {CrashOptions} */ { kills, tills, seed, killsService, tell: print = () => {} },
) {
  const chance = createRandom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'toptill-crash-'))
  const shop = await openCrashShop(folder)
  const witness = createWitness()
  const end = new AbortController()
  /** @type {Set<string>} */
  const ids = new Set()
  /** @type {Set<string>} */
  const batches = new Set()
  const mint = (/** @type {string} */ id) => void ids.add(id)
  /** @type {string[]} */
  const violations = []
  /** @type {{ readyMs: number, sellingMs: number }[]} */
  const starts = []
  let serviceKills = 0
  const groupKills = /** @type {Record<Place, number>} */ (Object.fromEntries(PLACES.map((place) => [place, 0])))
  // The folder of a failed run is for the investigation; only a clean run removes it.
  let isClean = false

  /** Returns whether the proxy started and sells. */
  async function start() {
    const { readyMs = Infinity, sellingMs = Infinity } = await shop.measureStart()
    starts.push({ readyMs, sellingMs })
    return sellingMs < Infinity
  }

  try {
    if (!(await start())) throw new Error(`the shop does not open: ${shop.logs} says why`)
    const supervisor = await shop.hire('Hamad', 'supervisor', chance.digits(12))
    const cashiers = await Promise.all(
      Array.from({ length: tills }, (_, index) => shop.hire(`Cashier ${index + 1}`, 'cashier', chance.digits(12))),
    )
    const secrets = [shop.token, RECEIPT_TEXT, ...[supervisor, ...cashiers].flatMap((each) => each.secrets)]
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

    let isStarting = false
    let isSelling = true
    let soldBefore = ids.size
    for (let kill = 1; kill <= kills && isSelling; kill += 1) {
      const isCutShort = isStarting && chance.isLucky(KILLED_WHILE_STARTING)
      if (isCutShort) await elapsed(chance.between(20, 900))
      else {
        isSelling = !isStarting || (await start())
        const least = soldBefore + SALES_BETWEEN
        await waitFor(SELLS_WITHIN_MS, async () => ids.size >= least || undefined)
        await elapsed(chance.isLucky(LEFT_ALONE) ? chance.between(1_500, 4_000) : chance.between(100, 1_500))
      }
      soldBefore = ids.size
      if (shop.hasProxyEnded()) violations.push(`the proxy ended by itself before kill ${kill}: its log says why`)
      const place = !isCutShort && chance.isLucky(IN_A_GROUP) ? chance.pick(PLACES) : undefined
      if (!place) await shop.killProxy()
      else if (await shop.killProxyInGroup(place, GROUP_WITHIN_MS)) groupKills[place] += 1
      if (killsService && chance.isLucky(SERVICE_KILLED)) {
        await shop.killService()
        serviceKills += 1
      }
      shop.restartProxy()
      isStarting = true
      if (kill % 20 === 0) print(`${kill} kills, ${ids.size} sales`)
    }
    isSelling = isSelling && (await start())
    if (!isSelling) violations.push('after a kill the proxy did not sell again')
    end.abort()
    await selling

    const { secrets: later, problems } = await closeShop({ supervisor, witness, ids, batches, mint })
    secrets.push(...later)
    violations.push(...problems)
    const code = await shop.stopProxy()
    if (code !== 0) violations.push(`asked to end, the proxy ended with ${code ?? 'nothing: it had to be killed'}`)

    const { journal, ledger, logs } = shop
    const audit = reconcileShop({
      journal,
      ledger,
      texts: [logs],
      canaries: secrets,
      confirmGraceMs: CONFIRM_GRACE_SECONDS * 1000,
    })
    const records = recordsOf(readJournal(journal))
    violations.push(...problemsOf(audit, records, witness))
    const states = Object.fromEntries(audit.sales)
    isClean = violations.length === 0
    const vouchers = records.filter(({ kind, voucher }) => kind === 'voucher' && voucher !== undefined).length
    const international = records.filter(({ kind, state }) => kind === 'international' && state === 'succeeded').length
    return {
      kills,
      groupKills,
      serviceKills,
      sales: records.length,
      vouchers,
      international,
      batches: audit.batches,
      states,
      readyMs: Math.max(...starts.map(({ readyMs }) => readyMs)),
      sellingMs: Math.max(...starts.map(({ sellingMs }) => sellingMs)),
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
