import { join } from 'node:path'
import { setTimeout as elapsed } from 'node:timers/promises'

import { beforeAll, expect, it } from 'vitest'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Revealed } from '#contract/proxy/sales.ts'
import { recipients } from '#sandbox/scenarios.ts'
import type { Sandbox } from '#sandbox/server.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { findPracticeSecrets } from '../../scripts/reconcile/find-practice-secrets.mjs'
import { readPlaces } from '../../scripts/reconcile/find-secrets.mjs'
import { buildWhenStale } from '../../scripts/build-when-stale.mjs'
import { aFolder } from '../support/folders.ts'
import { isFull } from '../support/level.ts'
import { aRealTill } from '../support/real-till.ts'
import { aBrowser, openSale, saleOnce, type Browser, type SaleFields } from '../support/shop.ts'

/** For good: the proxy is killed before. */
const SLOW_MS = 600_000

beforeAll(() => buildWhenStale())

/** Reveals the code to its cashier once find has returned it. */
async function reveal(browser: Browser, id: string): Promise<Revealed> {
  for (;;) {
    const { body } = await browser.ask<Revealed>('POST', proxyPaths.revealSale(id), {})
    if (body.voucher) return body
    await saleOnce(browser, id, ({ voucher }) => voucher === 'ready')
  }
}

const finds = (sandbox: Sandbox) => sandbox.requests().filter(({ path }) => path === '/transaction/find').length

/** Resolves once the service has executed the sale. */
async function executed(sandbox: Sandbox): Promise<void> {
  while (sandbox.ledger().length === 0) await elapsed(10)
}

const numberAndSerial = { serviceId: vouchers.numberAndSerial, amount: '100' }
const cases: { when: string; wish: SaleFields; isAnswered: boolean }[] = [
  { when: 'after its answer', wish: numberAndSerial, isAnswered: true },
  { when: 'before its answer', wish: { ...numberAndSerial, account: recipients.slow }, isAnswered: false },
  { when: 'while its code is to come', wish: { serviceId: vouchers.codeLater, amount: '10' }, isAnswered: true },
]

it.each(cases.filter(({ isAnswered }) => isFull || !isAnswered))(
  'a voucher whose proxy was killed $when can be revealed after the restart, by find',
  { timeout: 300_000 },
  async ({ wish, isAnswered }) => {
    const till = await aRealTill(join(aFolder(), 'data'), { slowMs: SLOW_MS })
    till.env.LOG_LEVEL = 'info'
    const { sandbox, dataFolder } = till
    const first = await till.start()
    const before = await first.signIn()
    const { id, body } = await openSale(before, { kind: 'voucher', ...wish })
    const confirmed = before.ask('POST', proxyPaths.confirmSale(id), { version: body.version }).catch(() => undefined)
    await (isAnswered ? confirmed : executed(sandbox))
    first.kill('SIGKILL')
    const dead = await first.ended
    await confirmed
    const askedBefore = finds(sandbox)

    const second = await till.start()
    const cashier = aBrowser(second.url, before.cookies)
    const sale = await saleOnce(cashier, id, ({ voucher }) => voucher === 'ready')
    expect(sale).toMatchObject({ state: 'succeeded', revealCount: 0 })
    const { voucher, receipt } = await reveal(cashier, id)

    const [code] = sandbox.codes()
    expect(voucher?.number).toBe(code?.number)
    expect(voucher?.serial).toBe(code?.serial)
    expect(receipt?.info).toContain(code?.number)
    expect(finds(sandbox)).toBeGreaterThan(askedBefore)
    expect(sandbox.ledger()).toHaveLength(1)
    const { body: shown } = await cashier.ask('GET', proxyPaths.sale(id))
    expect(shown).toMatchObject({ voucher: 'ready', revealCount: 1 })

    const search = (...texts: string[]) =>
      findPracticeSecrets(
        [...readPlaces([dataFolder]), { name: 'what was said', text: texts.join('\n') }],
        [code?.transactionId ?? ''],
      )
    expect(search(second.printed())).toEqual([])
    second.kill('SIGTERM')
    const end = await second.ended
    expect(end.code).toBe(0)
    expect(dead.printed + end.printed).toContain(id)
    expect(end.said).toContain('"path":"/transaction/find"')
    expect(search(dead.printed, dead.said, end.printed, end.said)).toEqual([])
  },
)
