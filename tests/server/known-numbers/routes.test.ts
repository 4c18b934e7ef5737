import { beforeEach, describe, expect, it } from 'vitest'
import { ulid } from 'ulid'

import type { AuditPage } from '#api/audit.ts'
import type { BatchAnswer } from '#api/batches.ts'
import type { Failure } from '#api/failure.ts'
import type { ErasedNumber, KnownSale } from '#api/known-numbers.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { aSharedShop, batchOnce, openSale, sell, signedIn } from '../../support/shop.ts'

/**
 * @security V8.2.2, V8.2.3, V14.2.6: A till learns what was sold to a number with its middle masked; the whole number of a colleague's sale is audited and limited.
 * @security V2.4.1: A person can't collect the shop's customers by trying all endings.
 */

const shop = aSharedShop()
type At = Awaited<ReturnType<typeof signedIn>>
let amal: At
let joseph: At
let hamad: At

beforeEach(async () => {
  amal = await signedIn(shop(), 'Amal')
  joseph = await signedIn(shop(), 'Joseph')
  hamad = await signedIn(shop(), 'Hamad')
})

const find = (at: At, typed: string) =>
  at.ask<{ sales: KnownSale[] } & Failure>('POST', '/api/known-numbers', { typed })
const choose = (at: At, id: string) => at.ask<{ account: string } & Failure>('POST', `/api/known-numbers/${id}/choose`)
const erase = (at: At, number: string) => at.ask<ErasedNumber & Failure>('POST', '/api/known-numbers/erase', { number })

describe('a number that was sold before', () => {
  it('shows product, amount and day with its middle masked, and its whole number when it is chosen', async () => {
    const { id } = await sell(amal, { account: '0501234562', amount: '25' })
    const { id: fifty, body } = await sell(joseph, { account: '0551234562', amount: '50' })
    expect(body.state).toBe('succeeded')
    const { status, body: found } = await find(amal, '4562')
    expect(status).toBe(200)
    expect(found.sales.map((one) => [one.id, one.masked, one.serviceId, one.amount.amount])).toEqual([
      [fifty, '055 ••• 4562', 'qamra-rc', '50.00'],
      [id, '050 ••• 4562', 'qamra-rc', '25.00'],
    ])
    expect(JSON.stringify(found)).not.toContain('1234562')
    expect((await find(amal, '+971 50 123 4562')).body.sales.map((one) => one.id)).toEqual([id])
    expect((await find(amal, '050123')).body.sales).toEqual([])

    expect((await choose(amal, id)).body).toEqual({ account: '971501234562' })
    expect((await choose(amal, fifty)).body).toEqual({ account: '971551234562' })
    const { body: log } = await hamad.ask<AuditPage>('GET', '/api/audit?kind=looked-up')
    expect(log.lines.map(({ by, about }) => [by?.name, about?.id])).toEqual([[amal.name, fifty]])
    // The right to read the sale of a colleague is not part of it.
    expect((await amal.ask('GET', `/api/sales/${fifty}`)).status).toBe(404)
  })

  it('a sale that is not in the index cannot be chosen, and what was not sold is not known', async () => {
    const { id } = await sell(amal, { account: recipients.fails })
    expect((await choose(amal, id)).status).toBe(404)
    expect((await choose(amal, ulid())).status).toBe(404)
    expect((await find(amal, recipients.fails)).body.sales).toEqual([])
    expect((await amal.ask('POST', '/api/known-numbers', { typed: '1' })).status).toBe(400)
  })

  it('a person who tries endings is stopped after a few, and whole numbers still work', async () => {
    await sell(joseph, { account: '0541112233' })
    const answers: number[] = []
    for (let ending = 0; ending < 60; ending += 1) answers.push((await find(joseph, String(2_200 + ending))).status)
    expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(25)
    expect((await find(joseph, '562')).body.code).toBe('rate-limited')
    expect((await find(joseph, '0541112233')).body.sales).toHaveLength(1)
  })

  it('without the setting nothing is known, and sales from before are known again with it', async () => {
    const { id } = await sell(hamad, { account: '0567778899' })
    const set = (numberIndexMonths: number | null) => hamad.ask('PUT', '/api/settings', { numberIndexMonths })
    expect((await set(null)).status).toBe(200)
    expect((await find(hamad, '0567778899')).body.sales).toEqual([])
    expect((await choose(hamad, id)).status).toBe(404)
    expect((await set(6)).status).toBe(200)
    await expect.poll(async () => (await find(hamad, '0567778899')).body.sales?.length, { interval: 300 }).toBe(1)
  })
})

describe('POST /api/known-numbers/erase', () => {
  it('a supervisor erases a number: it is gone from sales and lookups, and the audit log says so', async () => {
    const { id } = await sell(hamad, { account: '0509998877' })
    expect((await erase(amal, '0509998877')).status).toBe(403)
    expect((await erase(hamad, '8877')).body.code).toBe('number-invalid')
    expect((await erase(hamad, '050 999 8877')).body).toEqual({ sales: 1, open: [] })
    expect((await hamad.ask<Sale>('GET', `/api/sales/${id}`)).body.account).toBe('••••••••8877')
    expect((await find(hamad, '0509998877')).body.sales).toEqual([])
    const { body: log } = await hamad.ask<AuditPage>('GET', '/api/audit?kind=number-erased')
    expect(log.lines[0]).toMatchObject({ by: { name: hamad.name }, detail: { number: '••••••••8877', sales: 1 } })
  })

  it('a line of a basket that was passed over is erased too, and is not sold to what is left of its number', async () => {
    const number = '971509998855'
    await sell(hamad, { account: number, amount: '25' })
    const id = ulid()
    const line = (account: string) => ({ kind: 'direct', serviceId: 'qamra-rc', amount: '25', account })
    await hamad.ask('PUT', `/api/batches/${id}`, { lines: [line(number), line('971501112233')] })
    const isChecked = ({ lines }: BatchAnswer) => lines.every(({ skip, sale }) => skip ?? sale?.state === 'checked')
    const { version } = await batchOnce(hamad, id, isChecked)
    expect((await erase(hamad, number)).body).toEqual({ sales: 0, open: [expect.any(Number)] })
    const confirm = (version: number, lines: number[]) =>
      hamad.ask('POST', `/api/batches/${id}/confirm`, { version, lines, again: lines })
    await confirm(version, [2])
    const { version: sold } = await batchOnce(hamad, id, ({ state }) => state === 'stopped')
    expect((await erase(hamad, number)).body).toEqual({ sales: 1, open: [] })
    expect((await hamad.ask('GET', `/api/batches/${id}/lines.csv`)).body).not.toContain('9998855')

    const asked = shop().sandbox.requests().length
    await confirm((await batchOnce(hamad, id, (batch) => batch.version > sold)).version, [1])
    const { lines } = await batchOnce(hamad, id, ({ state }) => state === 'stopped')
    expect(lines[0]).toMatchObject({ skip: { reason: 'not-sellable', code: 'account-invalid' } })
    expect(shop().sandbox.requests().slice(asked)).toEqual([])
  })

  it('a reason with the number, written to show a code again, is in the audit log without it', async () => {
    const fields = {
      kind: 'voucher',
      serviceId: vouchers.numberAndSerial,
      amount: '100',
      customer: '0509998844',
    } as const
    const { id } = await sell(hamad, fields)
    await hamad.ask('POST', `/api/sales/${id}/reveal`, {})
    await hamad.ask('POST', `/api/sales/${id}/delivered`, { method: 'given' })
    const again = { reason: '+971 50 999 8844 called again', pin: hamad.pin }
    expect((await hamad.ask('POST', `/api/sales/${id}/reveal`, again)).status).toBe(200)
    const { body: log } = await hamad.ask<AuditPage>('GET', '/api/audit?kind=code-revealed')
    expect(log.lines[0]?.detail).toEqual({ reason: '••••••••8844 called again' })
  })

  it('a number of a sale that is still open stays, and the answer names the sale', async () => {
    const { id, body } = await openSale(hamad, { account: '0509998866' })
    expect((await erase(hamad, '0509998866')).body).toEqual({ sales: 0, open: [body.number] })
    expect((await hamad.ask<Sale>('GET', `/api/sales/${id}`)).body.account).toBe('971509998866')
  })
})
