import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as elapsed } from 'node:timers/promises'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { isComplete, type Sale } from '#domain/sale/sale.ts'
import { findService } from '#sandbox/catalog.ts'
import { PIN_PRODUCT } from '#sandbox/international/products.ts'
import { internationalRecipients } from '#sandbox/international/scenarios.ts'
import { recipients } from '#sandbox/scenarios.ts'
import type { IssuedVoucher } from '#sandbox/voucher-codes.ts'
import { vouchers, type VoucherName } from '#sandbox/voucher-scenarios.ts'
import { findPracticeSecrets, findSecrets, readPlaces } from '../../../tools/reconcile/find-secrets.ts'
import { buildWhenStale } from '../../../tools/build.mjs'
import { command } from '../../support/an-installation.ts'
import { choose, requestFor } from '../../support/international.ts'
import { aLastingFolder } from '../../support/folders.ts'
import { aPublicOrigin } from '../../support/free-port.ts'
import { atLevel } from '../../support/level.ts'
import { paceInEnv, QUICK } from '../../support/pace.ts'
import { aRealTill } from '../../support/real-till.ts'
import { aBrowser, openSale, saleOnce, type Browser, type SaleFields } from '../../support/shop.ts'
import { statusAddressOf } from '../../support/status-address.ts'
import { aDamagingLine, DAMAGES, type DamageName, type DamagingLine } from './damaging-line.ts'

/** @security V14.1.1, V14.1.2, V14.2.4: A code, serial or link is in no file, no log and no other answer. */

const TILLS = 4
/** A code that did not arrive after this many finds is no longer expected. */
const PATIENT_FINDS = 4
/** How often a sale that could not be opened is tried again. */
const MAX_TRIES = 600

type RecordedText = { name: string; text: string }
type Plan = { name: string; wish: SaleFields; damage?: DamageName }

/** At the quick level, one of three: vouchers, and damages, of the same kind are next to each other. */
const some = <Name>(names: readonly Name[]) => names.filter((_, place) => place % atLevel(3, 1) === 0)

const names = some(Object.keys(vouchers) as VoucherName[])
const voucherWish = (name: VoucherName): SaleFields => {
  const service = findService(vouchers[name])
  const account = service?.isAccountRequired ? { account: 'lina@shop.example' } : {}
  return { kind: 'voucher', serviceId: vouchers[name], amount: service?.min ?? '10', ...account }
}
const damages = some(Object.keys(DAMAGES) as DamageName[])
const plans: Plan[] = [
  ...names.map((name) => ({ name, wish: voucherWish(name) })),
  ...damages.map((damage) => ({ name: damage, wish: voucherWish('numberAndSerial'), damage })),
  { name: 'a recharge', wish: { account: recipients.success } },
  { name: 'a recharge that fails', wish: { account: recipients.fails } },
]

/** Damages whose fields differ from those of a voucher or are read differently. */
const DAMAGES_INTERNATIONAL = [
  'cut in the middle of the code',
  'beside an error',
  'as the state',
  'as the price',
  'as the id of the transaction',
  'as the id of the sale',
  'as a field nobody knows',
  'info as text',
  'info as a list',
  'the receipt as text',
] as const satisfies readonly DamageName[]

/**
 * International sales: a product with number and serial, damaged in several ways, and top-ups without a code, each to
 * its own number.
 */
async function plansInternational(browser: Browser): Promise<Plan[]> {
  const [gems, load] = await Promise.all([choose(browser, { amount: PIN_PRODUCT }), choose(browser)])
  const toNumber = (place: number) => ({ account: `63917${String(9_000_000 + place)}` })
  return [
    ...DAMAGES_INTERNATIONAL.slice(0, atLevel(3, Infinity)).map((damage, place) => ({
      name: `abroad, ${damage}`,
      wish: requestFor(gems, toNumber(place)),
      damage,
    })),
    { name: 'number and serial from abroad', wish: requestFor(gems, toNumber(DAMAGES_INTERNATIONAL.length)) },
    { name: 'an international top-up', wish: requestFor(load) },
    { name: 'an international top-up that fails', wish: requestFor(load, { account: internationalRecipients.fails }) },
  ]
}

const METRICS_TOKEN = 'a-token-for-the-figures'

const READS = [
  '/api/session',
  '/api/status',
  '/api/catalog',
  '/api/wallet',
  '/api/sales',
  '/api/sales?group=open-items',
  '/metrics',
  '/healthz',
  '/readyz',
]

let folder: string
let line: DamagingLine
beforeAll(async () => {
  await buildWhenStale()
  folder = aLastingFolder()
}, 300_000)
afterAll(async () => {
  await line.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Records once each different answer that a till receives, and reveals separately from all others. */
function recordAnswers(browser: Browser) {
  const recorded = new Map<string, RecordedText>()
  const shown = new Map<string, RecordedText>()
  const ask: Browser['ask'] = async (method, path, ...rest) => {
    const answer = await browser.ask(method, path, ...rest)
    const isShown = path.endsWith('/reveal') && answer.status === 200
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    const headers = [...answer.headers].filter(([name]) => name !== 'date').map(([name, value]) => `${name}: ${value}`)
    const text = latin1([...headers, body].join('\n'))
    ;(isShown ? shown : recorded).set(text, { name: `the answer to ${method} ${path}`, text })
    return answer as never
  }
  return { browser: { ...browser, ask }, recorded: () => [...recorded.values()], shown: () => [...shown.values()] }
}

const written = () => readPlaces([folder]).filter(({ text }) => /[^\0]/.test(text))

/** The bytes of the text, decoded in the way in which the search reads files. */
const latin1 = (text: string) => Buffer.from(text).toString('latin1')

/**
 * Opens a sale that can be confirmed. Damaged answers may make the provider count as not responding for a moment, and a
 * slow machine may keep the check waiting until the sale is rejected. No money moves before a confirm, so the same
 * product is requested again as another sale.
 */
async function openedSale(browser: Browser, wish: Plan['wish'], tries = MAX_TRIES): ReturnType<typeof openSale> {
  const opened = await openSale(browser, wish)
  const { state, code } = opened.body
  const canTryAgain = (code === 'service-unreachable' || state === 'refused') && tries > 1
  if (!canTryAgain) {
    expect(opened.body).toMatchObject({ state: 'checked' })
    return opened
  }
  await elapsed(100)
  return openedSale(browser, wish, tries - 1)
}

async function sellAndShow(browser: Browser, { wish, damage }: Plan): Promise<Sale> {
  const { id, body } = await openedSale(browser, wish)
  if (damage) line.damage(wish.kind === 'international' ? String(body.transactionId) : id, damage)
  await browser.ask('POST', `/api/sales/${id}/confirm`, { version: body.version })
  const isOver = ({ state, voucher, findCount }: Sale) =>
    voucher === 'coming' ? findCount >= PATIENT_FINDS : isComplete({ state }) || state === 'not-executed'
  await saleOnce(browser, id, isOver)
  await browser.ask('POST', `/api/sales/${id}/reveal`, {})
  await browser.ask('POST', `/api/sales/${id}/delivered`, { method: 'given' })
  await browser.ask('POST', `/api/sales/${id}/reveal`, { reason: 'the paper was torn' })
  await browser.ask('POST', `/api/sales/${id}/find`, {})
  await browser.ask('POST', `/api/sales/${id}/abandon`, {})
  return saleOnce(browser, id, () => true)
}

async function readStatusPages(url: string, pepper: string, sales: Iterable<Sale>): Promise<RecordedText[]> {
  const phone = aBrowser(url)
  const pages: RecordedText[] = []
  for (const { id, openedAt } of sales) {
    // Each request comes from a separate address, so that none is rate-limited.
    const from = { 'x-forwarded-for': `198.51.100.${pages.length}` }
    const { status, body } = await phone.ask<string>('GET', statusAddressOf({ id, openedAt, pepper }), undefined, from)
    expect(status).toBe(200)
    pages.push({ name: `the status page of ${id}`, text: latin1(body) })
  }
  return pages
}

async function backUp(env: NodeJS.ProcessEnv, file: string): Promise<RecordedText> {
  const { code, output, errors } = await command('backup', [file], env)
  expect(code).toBe(0)
  return { name: 'what the backup said', text: output + errors }
}

const secretsOf = ({ number, serial, link }: IssuedVoucher) =>
  [number, serial, link].filter((text) => text !== undefined)

it(
  'codes, serials, links and receipts are in no file, log, metric or answer except the answer to a reveal',
  { timeout: 900_000 },
  async () => {
    const data = join(folder, 'data')
    const till = await aRealTill(data)
    const { sandbox, env } = till
    sandbox.setBalance('100000')
    line = await aDamagingLine(sandbox.baseUrl)
    env.TOPUP_BASE_URL = line.baseUrl
    Object.assign(env, await aPublicOrigin(), { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'info', METRICS_TOKEN })
    Object.assign(env, paceInEnv(QUICK))
    const running = await till.start()
    // Each till has a separate session, because one session would exceed its rate limit.
    const tills: ReturnType<typeof recordAnswers>[] = []
    for (let count = 0; count < TILLS; count += 1) tills.push(recordAnswers(await running.signIn()))
    const recorded = () => tills.flatMap((one) => one.recorded())
    const shown = () => tills.flatMap((one) => one.shown())
    const { browser } = tills[0]!

    const left = [...plans, ...(await plansInternational(browser))]
    const damagePlans = left.filter(({ damage }) => damage !== undefined)
    const ended = new Map<string, Sale>()
    const sellOn = async (browser: Browser) => {
      for (let plan = left.shift(); plan; plan = left.shift()) ended.set(plan.name, await sellAndShow(browser, plan))
    }
    await Promise.all(tills.map(({ browser }) => sellOn(browser)))
    for (const path of READS) await browser.ask('GET', path, undefined, { authorization: `Bearer ${METRICS_TOKEN}` })
    const pages = await readStatusPages(running.url, data, ended.values())
    const backup = join(folder, 'backup', 'monday.db')
    mkdirSync(join(folder, 'backup'))
    const said = await backUp(env, backup)

    const codes = sandbox.codes()
    const canaries = [...new Set([...codes.flatMap(secretsOf), ...line.receiptLines()])].filter(
      (text) => text.length > 5,
    )
    const ids = codes.map(({ transactionId }) => transactionId)
    const search = (places: RecordedText[]) => [
      ...new Set([
        ...findSecrets(places, { canaries, posId: sandbox.posId, keys: [] }),
        ...findPracticeSecrets(places, ids),
      ]),
    ]
    expect(search([...written(), ...recorded(), ...pages, said])).toEqual([])
    running.kill('SIGTERM')
    const { code, printed, said: errors } = await running.ended
    expect(code).toBe(0)
    const output = { name: 'what it printed', text: latin1(printed + errors) }
    expect(search([...written(), output])).toEqual([])

    // The search covered everything: the sales are in the files, and the codes were revealed.
    const kept = written().map(({ text }) => text)
    for (const { id } of ended.values()) {
      expect(kept.filter((text) => text.includes(id)).length).toBeGreaterThan(1)
      expect(output.text).toContain(id)
    }
    expect(output.text).toContain('"path":"/transaction/find"')
    const everythingShown = shown()
      .map(({ text }) => text)
      .join('\n')
    for (const { number, transactionId } of codes.filter((code) => isSold(ended, code)))
      if (number !== undefined)
        expect(everythingShown.includes(number), `the code of ${transactionId} was shown`).toBe(true)
    expect(search([{ name: 'what was shown', text: everythingShown }]).length).toBeGreaterThan(names.length)
    const damagedIds = new Set(line.damaged())
    const isDamaged = ({ id, transactionId }: Sale) => damagedIds.has(id) || damagedIds.has(String(transactionId))
    const untouched = damagePlans.filter(({ name }) => !isDamaged(ended.get(name)!))
    expect(untouched.map(({ name }) => [name, ended.get(name)?.state, ended.get(name)?.events])).toEqual([])
    const fromInternational = ended.get('number and serial from abroad')
    expect(fromInternational).toMatchObject({ kind: 'international', voucher: 'delivered' })
    expect(codes.map(({ transactionId }) => transactionId)).toContain(fromInternational?.transactionId)
  },
)

const isSold = (ended: Map<string, Sale>, { externalId, transactionId }: IssuedVoucher) =>
  [...ended.values()].some(
    (sale) => (sale.id === externalId || sale.transactionId === transactionId) && sale.voucher === 'delivered',
  )
