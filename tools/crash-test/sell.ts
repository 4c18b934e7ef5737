import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as elapsed } from 'node:timers/promises'

import { ulid } from 'ulid'

import { createRandom, type Chance } from '../random.ts'
import { reconcileJournal, reconcileShop, type Audit } from '../reconcile.ts'
import { readPlaces } from '../reconcile/find-secrets.ts'
import type { Journal } from '../reconcile/journal-content.ts'
import { readJournal, readPostgresJournal } from '../reconcile/read-journal.ts'
import { closeShop, findUnknownByRestart, problemsOf, RECEIPT_TEXT, recordsOf } from './close-shop.ts'
import { PACE, TOKEN, waitFor } from './processes.ts'
import { openCrashShop, openProxyShop, PLACES, type CrashShop, type Place, type ProxyShop } from './shops.ts'
import { runTill, type Till } from './till.ts'
import { createWitness, type Witness } from './witness.ts'

type Run = {
  chance: Chance
  witness: Witness
  ids: ReadonlySet<string>
  mint: (id: string) => void
  secrets: string[]
  report: (problem: string) => void
}

type Tell = (line: string) => void

/**
 * Sells in a new shop while `disturb` runs, lets every sale complete, and compares the result of `audit` with what the tills have read. The folder is
 * kept only after violations.
 */
async function sellWhile<Shop extends CrashShop | ProxyShop, T>(
  { tills, seed }: { tills: number; seed: number },
  openShop: (folder: string) => Promise<Shop>,
  disturb: (shop: Shop, run: Run) => Promise<T>,
  auditShop: (shop: Shop, run: Run) => Promise<{ journal: Journal; audit: Audit }>,
) {
  const chance = createRandom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'toptill-crash-'))
  const shop = await openShop(folder)
  const witness = createWitness()
  const end = new AbortController()
  const ids = new Set<string>()
  const batches = new Set<string>()
  const mint = (id: string) => void ids.add(id)
  const violations: string[] = []
  let isClean = false

  try {
    if (!(await shop.isReady())) throw new Error(`the shop does not open: ${shop.logs} says why`)
    const supervisor = await shop.hire('Hamad', 'supervisor', chance.digits(12))
    const payments = { methods: ['cash', 'card'], default: 'cash' }
    const set = await supervisor.browser.ask('PUT', '/api/settings', { payments })
    if (set?.status !== 200) throw new Error(`the shop does not record payments: ${JSON.stringify(set?.body)}`)
    const cashiers = await Promise.all(
      Array.from({ length: tills }, (_, index) => shop.hire(`Cashier ${index + 1}`, 'cashier', chance.digits(12))),
    )
    const secrets = [TOKEN, RECEIPT_TEXT, ...[supervisor, ...cashiers].flatMap((each) => each.secrets)]
    const mintBatch = (id: string) => void batches.add(id)
    const selling = Promise.all(
      cashiers.map(({ browser }) =>
        runTill({ browser, witness, chance: chance.fork(), mint, mintBatch, signal: end.signal }),
      ),
    )
    // Awaited later; until then a failing till must not end the test without closing the shop.
    selling.catch(() => {})
    const run = { chance, witness, ids, mint, secrets, report: (problem: string) => void violations.push(problem) }
    const trouble = await disturb(shop, run)
    end.abort()
    await selling
    if (!(await shop.isReady())) violations.push('in the end not every proxy sells again')

    const closed = await closeShop(supervisor, { witness, ids, batches, mint })
    secrets.push(...closed.secrets)
    violations.push(...closed.problems)
    for (const code of await shop.stop())
      if (code !== 0) violations.push(`asked to end, a proxy ended with ${code ?? 'nothing: it had to be killed'}`)
    const { journal, audit } = await auditShop(shop, run)
    const records = recordsOf(journal)
    violations.push(...problemsOf(audit, records, witness))
    isClean = violations.length === 0
    const states: Record<string, number> = Object.fromEntries(audit.sales)
    const { said, batches: quantities } = audit
    return {
      shop,
      trouble,
      journal,
      records,
      witness,
      sales: records.length,
      batches: quantities,
      states,
      said,
      violations,
      folder,
    }
  } finally {
    end.abort()
    await shop.close()
    if (isClean) rmSync(folder, { recursive: true, force: true })
  }
}

const { confirmGraceMs } = PACE

/** A kill proves little before this many sales have begun since the last one. */
const SALES_BETWEEN = 6
const SELLS_WITHIN_MS = 120_000
const KILLED_WHILE_STARTING = 0.15
/** How often the server is left running longer, so that sales left open by earlier kills are completed. */
const LEFT_ALONE = 0.15
const SERVICE_KILLED = 0.2
/** How often the server is killed in a group of steps, if such a group is committed soon. */
const IN_A_GROUP = 0.5
const GROUP_WITHIN_MS = 4_000

/** Kills at random moments, lets all sales complete, and reconciles journal, ledger and tills. */
export async function killOften({
  kills,
  killsService,
  tell = () => {},
  ...options
}: {
  kills: number
  tills: number
  seed: number
  killsService: boolean
  tell?: Tell
}) {
  const { trouble, records, ...report } = await sellWhile(
    options,
    openCrashShop,
    (shop, run) => killProxyOften(shop, run, { kills, killsService, tell }),
    async ({ journal, ledger, logs }, { secrets: canaries }) => ({
      audit: reconcileShop({ journal, ledger, texts: [logs], canaries, confirmGraceMs }),
      journal: readJournal(journal),
    }),
  )
  return {
    ...report,
    ...trouble,
    kills,
    vouchers: records.filter(({ kind, voucher }) => kind === 'voucher' && voucher !== undefined).length,
    international: records.filter(({ kind, state }) => kind === 'international' && state === 'succeeded').length,
  }
}

/** `readyMs` and `sellingMs` are the longest times of all starts. */
async function killProxyOften(
  shop: CrashShop,
  { chance, ids, report }: Run,
  { kills, killsService, tell }: { kills: number; killsService: boolean; tell: Tell },
) {
  let serviceKills = 0
  const groupKills = Object.fromEntries(PLACES.map((place) => [place, 0])) as Record<Place, number>
  let isStarting = false
  let isSelling = true
  let soldBefore = ids.size
  for (let kill = 1; kill <= kills && isSelling; kill += 1) {
    const isCutShort = isStarting && chance.isLucky(KILLED_WHILE_STARTING)
    if (isCutShort) await elapsed(chance.between(20, 900))
    else {
      isSelling = !isStarting || (await shop.isReady())
      const least = soldBefore + SALES_BETWEEN
      await waitFor(SELLS_WITHIN_MS, async () => ids.size >= least || undefined)
      await elapsed(chance.isLucky(LEFT_ALONE) ? chance.between(1_500, 4_000) : chance.between(100, 1_500))
    }
    soldBefore = ids.size
    if (shop.hasProxyEnded()) report(`the proxy ended by itself before kill ${kill}: its log says why`)
    const place = !isCutShort && chance.isLucky(IN_A_GROUP) ? chance.pick(PLACES) : undefined
    if (!place) await shop.killProxy()
    else if (await shop.killProxyInGroup(place, GROUP_WITHIN_MS)) groupKills[place] += 1
    if (killsService && chance.isLucky(SERVICE_KILLED)) {
      await shop.killService()
      serviceKills += 1
    }
    shop.restartProxy()
    isStarting = true
    if (kill % 20 === 0) tell(`${kill} kills, ${ids.size} sales`)
  }
  if (isSelling) await shop.isReady()
  const { readyMs, sellingMs } = shop.slowestStart()
  return { serviceKills, groupKills, readyMs, sellingMs }
}

/** `timeToSale` returns how long it took until a sale succeeded (ms), or `Infinity` if none did. */
export type Trouble = {
  shop: ProxyShop
  chance: Chance
  tell: Tell
  report: (problem: string) => void
  timeToSale: (withinMs: number) => Promise<number>
}

export type ProxiesReport = Omit<Awaited<ReturnType<typeof sellThroughTrouble>>, 'trouble'>

/** Sells with several servers on one database, whose power is cut once all sales are complete. */
export async function sellThroughTrouble<T>(
  { proxies, tell = () => {}, ...options }: { proxies: number; tills: number; seed: number; tell?: Tell },
  makeTrouble: (trouble: Trouble) => Promise<T>,
) {
  const { shop, trouble, journal, records, witness, ...report } = await sellWhile(
    options,
    (folder) => openProxyShop(folder, proxies),
    async (shop, { chance, witness, mint, secrets, report }) => {
      const next = await shop.hire('Noor', 'cashier', chance.digits(12), shop.browser(TRY_MS))
      secrets.push(...next.secrets)
      const nextTill = { browser: next.browser, witness, chance: chance.fork(), mint }
      const timeToSale = async (withinMs: number) => {
        const startedAt = performance.now()
        return (await sellNext(nextTill, withinMs)) ? performance.now() - startedAt : Infinity
      }
      const made = await makeTrouble({ shop, chance, tell, report, timeToSale })
      tell('Letting every sale complete …')
      return made
    },
    async (shop, { secrets: canaries, report }) => {
      // After this, only what was on the disk is read.
      await shop.killDatabase()
      await shop.restartDatabase()
      for (const problem of await shop.verifyAuditLog()) report(problem)
      const journal = await readPostgresJournal(shop.database)
      await shop.killDatabase()
      tell('Looking for secrets in what is stored, and comparing the journal with the ledger …')
      const places = readPlaces([shop.logs, shop.databaseFolder])
      const { ledger } = shop
      const audit = reconcileJournal(journal, { name: 'the database', places, ledger, canaries, confirmGraceMs })
      return { journal, audit }
    },
  )
  const withCode = records.filter(({ voucher }) => voucher !== undefined)
  return {
    ...report,
    trouble,
    endedByItself: shop.proxies.reduce((sum, { process }) => sum + process.endedByItself.length, 0),
    codesSold: withCode.length,
    codesShown: withCode.filter(({ id }) => witness.codeOf(id) !== undefined).length,
    unknownByRestart: findUnknownByRestart(journal.sales),
  }
}

/** In ms. A person would not wait this long before trying again. */
const TRY_MS = 2_000
const TRY_INTERVAL_MS = 50

/** Does what a cashier does to check whether selling works again. Returns whether a sale succeeded in time. */
async function sellNext({ browser, witness, chance, mint }: Omit<Till, 'mintBatch' | 'signal'>, withinMs: number) {
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
    // A sale that was answered is not repeated: the next try is another sale.
    if (opened && opened.status !== 503) id = ''
    await elapsed(TRY_INTERVAL_MS)
  }
  return false
}
