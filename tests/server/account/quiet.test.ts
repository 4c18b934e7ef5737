import { expect, it, onTestFinished } from 'vitest'

import { DEFAULT_SETTINGS } from '#api/settings.ts'
import { decimal } from '#domain/money/money.ts'
import { createDiskGuard } from '#server/database/maintenance/disk-guard.ts'
import { groupCommit } from '#server/database/drivers/group-commit.ts'
import { salesStore } from '#server/sales/store.ts'
import { createLog } from '#server/lib/log.ts'
import { createPractice, createTillModes } from '#server/account/practice.ts'
import { openSellingStack } from '#server/account/services.ts'
import { PACE } from '#server/sales/engine/poll-interval.ts'
import { Token } from '#server/config/token.ts'
import { startSandbox } from '#sandbox/server.ts'
import { aFolder } from '../../support/folders.ts'
import { createLatch } from '../../support/latch.ts'
import { sellerOf, supervisor } from '../../support/money-path.ts'
import { aBalance, POS_ID, TOKEN_TEXT } from '../../support/open-wholesaler.ts'
import { aSaleId, MINUTE, succeededSale } from '../../support/sales.ts'
import { after, answer, startScriptedService } from '../../support/scripted-service.ts'
import { aStaffStore } from '../staff/staff-store.ts'

const noTimers = { after: () => () => {} }
const exit = (error: unknown): never => {
  throw error
}

async function parts() {
  const staff = await aStaffStore()
  const { clock } = staff
  const disk = createDiskGuard({ folder: aFolder(), clock, hasReserve: false, readFree: () => 5_000_000_000 })
  const log = createLog('silent', () => {})
  const config = { keyFloor: 0n, dataFolder: aFolder() }
  const calendar = () => ({ timeZone: 'UTC', dayStartHour: 0 })
  return { context: { clock, random: () => 0, timers: noTimers, exit, log, calendar, disk }, staff, config }
}

/** The selling part of a shop, with one sale in its database for which nothing is due. */
async function aStack() {
  const { context, staff, config } = await parts()
  const { db, audit, clock } = staff
  const { opened, open: answerFind } = createLatch()
  const service = await startScriptedService({
    '/balance': answer(aBalance),
    '/transaction/find': after(opened, answer({ error: { code: 20 } })),
  })
  const commit = groupCommit(db)
  const sale = succeededSale()
  await salesStore(db, { commit }).insert(sale, [])
  const shop = { ...context, db, reader: db, commit, audit, settings: () => DEFAULT_SETTINGS, maySend: () => true }
  const stack = openSellingStack(shop, {
    account: { baseUrl: service.url.href, posId: POS_ID, token: new Token(TOKEN_TEXT) },
    config,
    polling: PACE,
    pictures: () => ({ origin: '', hasNone: true }),
    staff: staff.forSales,
    announce: () => {},
    refuseTerminal: () => {},
    marks: () => ({}),
  })
  onTestFinished(async () => {
    answerFind()
    await stack.stop()
  })
  await stack.wholesaler.fenced
  await expect.poll(stack.isIdle).toBe(true)
  clock.pass(MINUTE)
  return { stack, sale, answerFind }
}

it('a shop whose selling is stopped is not quiet, because a process that took it over would sell', async () => {
  const { stack } = await aStack()
  expect(stack.isQuietFor(MINUTE)).toBe(true)
  stack.wholesaler.stopSelling('contradiction')
  expect(stack.isIdle()).toBe(true)
  expect(stack.isQuietFor(MINUTE)).toBe(false)
  await stack.wholesaler.tryResumeSelling()
  expect(stack.isQuietFor(MINUTE)).toBe(true)
})

it('a shop is not quiet while a document is printed, an email is sent or a call is under way', async () => {
  const { stack, sale, answerFind } = await aStack()
  const seller = sellerOf(supervisor)
  const [paper, letter] = [createLatch(), createLatch()]
  const printing = stack.sales.print(sale.id, { paper: 'report', printer: 'Counter' }, seller, async () => {
    await paper.opened
    return { kind: 'printed' }
  })
  expect(stack.isQuietFor(MINUTE)).toBe(false)
  paper.open()
  await printing
  await expect.poll(() => stack.isQuietFor(MINUTE)).toBe(true)
  const mailing = stack.sales.mail(sale.id, 'l…@m….example', seller, async () => {
    await letter.opened
    return { ok: false, problem: 'refused' }
  })
  expect(stack.isQuietFor(MINUTE)).toBe(false)
  letter.open()
  await mailing
  await expect.poll(() => stack.isQuietFor(MINUTE)).toBe(true)
  const finding = stack.wholesaler.find({ saleId: sale.id })
  expect(stack.isQuietFor(MINUTE)).toBe(false)
  answerFind()
  await finding
  expect(stack.isQuietFor(MINUTE)).toBe(true)
})

it('practice is not idle while a sale of it is under way', async () => {
  const { context, staff, config } = await parts()
  const practice = createPractice({
    ...context,
    config,
    polling: PACE,
    openSandbox: ({ dataFolder }) => startSandbox({ dataFolder }),
    staff,
    modes: createTillModes([]),
  })
  onTestFinished(practice.close)
  expect(practice.isIdle()).toBe(true)
  await practice.open()
  const { wholesaler } = practice.requireStack()
  await wholesaler.fenced
  await expect.poll(practice.isIdle).toBe(true)
  const checking = wholesaler.check({
    id: aSaleId(),
    serviceId: 'qamra-rc',
    account: '971500000001',
    amount: decimal('25'),
  })
  expect(practice.isIdle()).toBe(false)
  await checking
  expect(practice.isIdle()).toBe(true)
})
