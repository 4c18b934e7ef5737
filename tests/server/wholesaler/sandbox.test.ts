import { describe, expect, it, onTestFinished } from 'vitest'

import { decimal } from '#domain/money/money.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Service } from '#domain/catalog/service.ts'
import { systemClock, type Clock } from '#server/lib/clock.ts'
import { systemTimers } from '#server/lib/ports.ts'
import { createCatalogCache } from '#server/catalog/catalog-cache.ts'
import { createWholesaler } from '#server/wholesaler/create-wholesaler.ts'
import { Token } from '#server/config/token.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { startSandbox } from '#sandbox/server.ts'
import { createKeyStore } from '../../support/open-wholesaler.ts'

/**
 * The server and the sandbox read the spec independently and share no code, so each has to accept what the other sends.
 */
async function openPractice({ tokenText, clock = systemClock() }: { tokenText?: string; clock?: Clock } = {}) {
  const sandbox = await startSandbox({ basePath: '/wholesale/v2' })
  const wholesaler = createWholesaler({
    baseUrl: new URL(sandbox.baseUrl),
    posId: sandbox.posId,
    token: new Token(tokenText ?? sandbox.token),
    keys: createKeyStore(),
    clock,
    timers: systemTimers,
    log: () => {},
  })
  onTestFinished(async () => {
    await wholesaler.close(0)
    await sandbox.close()
  })
  return { sandbox, wholesaler, clock }
}

const saleIdOf = (index: number) => `01JGFJJZ00ABCDEFGHJKMNP${String(index).padStart(3, '0')}` as SaleId
const amount = decimal('25')
const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS

async function findDirectService({ wholesaler }: Awaited<ReturnType<typeof openPractice>>): Promise<Service> {
  const read = await wholesaler.services()
  const service = read.ok && read.value.services.find(({ kind, isActive }) => kind === 'direct' && isActive)
  if (!service) throw new Error('the sandbox sells no direct recharge')
  return service
}

describe('the wholesaler in practice', () => {
  it('the catalog of the sandbox is read without skipping anything', async () => {
    const { wholesaler, clock } = await openPractice()
    const problems: unknown[] = []
    const note = (line: unknown) => void problems.push(line)
    const context = { clock, timers: systemTimers, log: { info: note, error: note } }
    const catalog = await createCatalogCache(context, wholesaler).current()
    expect(problems).toEqual([])
    expect(catalog?.currency).toBe('AED')
    expect(catalog?.services.length).toBeGreaterThan(10)
    const sold = catalog?.tiles.flatMap(({ action }) => (action.kind === 'sell' ? [action.serviceId] : []))
    const known = new Set(catalog?.services.map(({ id }) => id))
    expect(sold?.length).toBeGreaterThan(0)
    expect(sold?.filter((id) => !known.has(id))).toEqual([])
  })

  it('none of 40 parallel confirms is rejected for its key', async () => {
    const practice = await openPractice()
    const { wholesaler, sandbox } = practice
    const { id: serviceId } = await findDirectService(practice)
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const id = saleIdOf(index)
        await wholesaler.check({ id, serviceId, account: `97150111${String(1000 + index)}`, amount })
        return (await wholesaler.confirm({ id, amount })).answer
      }),
    )
    expect(answers.filter((one) => one.kind !== 'transaction' || one.transaction.state !== 1)).toEqual([])
    expect(sandbox.ledger()).toHaveLength(40)
  })

  it('sales continue when the clock of the machine jumps an hour back or a year ahead', async () => {
    const system = systemClock()
    let jump = 0
    const practice = await openPractice({ clock: { now: system.now, wall: () => system.wall() + jump } })
    const { wholesaler, sandbox } = practice
    const { id: serviceId } = await findDirectService(practice)
    const states: unknown[] = []
    for (const [index, ms] of [0, -HOUR_MS, YEAR_MS, -YEAR_MS, 0].entries()) {
      jump = ms
      const id = saleIdOf(index)
      await wholesaler.check({ id, serviceId, account: recipients.success, amount })
      const { answer: sold } = await wholesaler.confirm({ id, amount })
      const { isClockAhead, service } = wholesaler.health()
      states.push([sold.kind === 'transaction' && sold.transaction.state, service, isClockAhead])
    }
    expect(states).toEqual([
      [1, 'ok', false],
      [1, 'ok', false],
      [1, 'ok', true],
      [1, 'ok', false],
      [1, 'ok', false],
    ])
    expect(sandbox.ledger()).toHaveLength(5)
    const keys = sandbox.requests().map(({ auth }) => BigInt(auth.key))
    expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(keys.at(-1)).toBeLessThan(BigInt(system.wall() + HOUR_MS))
  })
})
