import { describe, expect, it } from 'vitest'

import type { LimitsFor } from '#domain/sales-limits.ts'
import { PERMISSIONS, type Permission, type Person } from '#domain/person.ts'
import type { Answer } from '#domain/wallet/transaction.ts'
import { aMoneyPath, otherCashier, cashier, sellerOf, supervisor, type MoneyPath } from '../../support/money-path.ts'
import {
  aSaleId,
  checkedInternational,
  checkedSale,
  comingVoucher,
  DELIVERED_AT,
  deliveredVoucher,
  HOUR,
  MINUTE,
  readyVoucher,
  refuses,
  says,
  saysInternational,
  succeededSale,
} from '../../support/sales.ts'

const without = (permission: Permission): Person => ({
  ...cashier,
  permissions: PERMISSIONS.filter((one) => one !== permission),
})
const ID = aSaleId()
const notAllowed = { status: 403, failure: { code: 'not-allowed' } }
const CODE = { number: '1111222233334444' }
const sold = { ...says(1), voucher: CODE, receipt: { header: 'Pixelmoor' } } as Answer
const reveal = (path: MoneyPath, who: Person, more: { reason?: string } = {}) =>
  path.sales.reveal(ID, { hasStepUp: true, ...more }, sellerOf(who))
const print = (path: MoneyPath, who: Person) => path.sales.deliver(ID, 'printed', sellerOf(who))
const kinds = ({ lines }: MoneyPath) => lines.map(({ kind }) => kind)

describe('the permission for international sales', () => {
  it('opening an international sale needs the permission', async () => {
    const path = await aMoneyPath()
    const choice = { countryId: 'PHL', providerId: '56', denominationId: 'a1', account: '639175550142' }
    const opening = path.sales.open(ID, { kind: 'international', ...choice }, sellerOf(without('international')))
    await expect(opening).rejects.toMatchObject(notAllowed)
    expect(path.asked).toEqual([])
  })

  it('confirming an international sale needs the permission, too', async () => {
    const path = await aMoneyPath({ sale: checkedInternational(), script: { confirm: saysInternational(1) } })
    const confirm = (who: Person) => path.sales.confirm(ID, {}, sellerOf(who))
    await expect(confirm(without('international'))).rejects.toMatchObject(notAllowed)
    expect(await path.read()).toMatchObject({ state: 'checked' })
    expect(await confirm(cashier)).toMatchObject({ state: 'succeeded' })
  })
})

describe('the permission to reprint a receipt', () => {
  const aPrinted = async () => {
    const find = { ...says(1), receipt: { header: 'Qamra' } } as Answer
    const path = await aMoneyPath({ sale: succeededSale(), script: { find } })
    await print(path, without('reprint'))
    return path
  }

  it('a receipt can be shown without the permission for two minutes after its first print, and then needs it', async () => {
    const path = await aPrinted()
    await path.pass(2 * MINUTE - 1)
    expect((await reveal(path, without('reprint'))).receipt).toEqual({ header: 'Qamra' })
    await path.pass(1)
    await expect(reveal(path, without('reprint'))).rejects.toMatchObject(notAllowed)
    for (const who of [cashier, supervisor]) expect((await reveal(path, who)).receipt).toEqual({ header: 'Qamra' })
  })

  it('a receipt without its code needs the permission, too', async () => {
    const path = await aMoneyPath({ sale: { ...deliveredVoucher(), printCount: 1, printedAt: DELIVERED_AT } })
    await path.pass(HOUR)
    await expect(reveal(path, { ...cashier, permissions: [] })).rejects.toMatchObject(notAllowed)
    expect(await reveal(path, cashier)).not.toHaveProperty('voucher')
  })

  it('each reprint is an entry in the audit log', async () => {
    const path = await aPrinted()
    expect(path.lines).toEqual([])
    const { number, id } = await print(path, cashier)
    expect(path.lines).toMatchObject([
      { kind: 'reprinted', by: { id: cashier.id }, about: { id, name: String(number) }, detail: { papers: 2 } },
    ])
  })
})

describe('the permission to reveal a code again', () => {
  const showsAgain: Person = { ...otherCashier, permissions: ['reveal-again'] }

  it('revealing a code again needs the permission and a reason, and is an entry in the audit log', async () => {
    const path = await aMoneyPath({ sale: readyVoucher(), script: { find: sold } })
    await path.sales.deliver(ID, 'given', sellerOf(cashier))
    await path.pass(HOUR)
    expect(await reveal(path, cashier)).not.toHaveProperty('voucher')
    await path.sales.takeOver(ID, sellerOf(showsAgain)).catch(() => undefined)
    const own: Person = { ...cashier, permissions: ['reveal-again'] }
    await expect(reveal(path, own)).rejects.toMatchObject({ failure: { code: 'reason-missing' } })
    expect((await reveal(path, own, { reason: 'The paper was torn' })).voucher).toEqual(CODE)
    const expected = [{ kind: 'code-revealed', by: { id: cashier.id }, detail: { reason: 'The paper was torn' } }]
    expect(path.lines).toMatchObject(expected)
    expect(JSON.stringify(path.lines)).not.toContain(CODE.number)
  })

  it('revealing the receipt while the code is still coming is an entry in the audit log', async () => {
    const find = { ...says(1), receipt: { header: 'Pixelmoor' } } as Answer
    const path = await aMoneyPath({ sale: comingVoucher(), script: { find } })
    const { receipt } = await path.sales.reveal(ID, { hasStepUp: true }, sellerOf(cashier))
    expect(receipt).toEqual({ header: 'Pixelmoor' })
    expect(path.lines).toMatchObject([{ kind: 'code-revealed', by: { id: cashier.id }, detail: { as: 'receipt' } }])
  })

  it('the permission reveals an undelivered code of a colleague, with a reason', async () => {
    const path = await aMoneyPath({ sale: readyVoucher(), script: { find: sold } })
    expect((await reveal(path, showsAgain, { reason: 'The customer is here' })).voucher).toEqual(CODE)
    expect(kinds(path)).toEqual(['code-revealed'])
  })
})

it('the audit log records each reveal of a code and no rejected one', async () => {
  const path = await aMoneyPath({ sale: readyVoucher(), script: { find: sold } })
  await reveal(path, cashier)
  await reveal(path, cashier)
  expect(await reveal(path, otherCashier)).not.toHaveProperty('voucher')
  expect(kinds(path)).toEqual(['code-revealed', 'code-revealed'])
  expect(await path.read()).toMatchObject({ revealCount: 2 })
})

describe('a limit that is checked inside the commit', () => {
  const approver = { staffId: supervisor.id, pin: '604918' }
  const anUnsold = (limits: LimitsFor) =>
    aMoneyPath({
      sale: checkedSale(),
      limits,
      recognize: async () => supervisor,
      script: { confirm: [refuses(1001), says(1)], find: says(-1) },
    })

  it('an automatically repeated confirm needs no new override', async () => {
    const path = await aMoneyPath({
      sale: checkedSale(),
      limits: { shop: { currency: 'AED', perDay: '50' } },
      script: { confirm: [{ kind: 'lost', reason: 'timeout' }, says(1)], find: says(-1) },
    })
    await path.sales.confirm(ID, {}, sellerOf(cashier))
    await path.pass(MINUTE)
    expect(path.steps()).toEqual(['confirm', 'find', 'find', 'confirm'])
    expect(await path.read()).toMatchObject({ state: 'succeeded' })
  })

  it('an override remains valid for its sale', async () => {
    const path = await anUnsold({ shop: { currency: 'AED', perDay: '49' } })
    await path.sales.confirm(ID, { approver }, sellerOf(cashier))
    await path.pass(2 * MINUTE)
    const unsold = await path.once(({ state }) => state === 'not-executed')
    await path.sales.confirm(ID, { version: unsold.version }, sellerOf(cashier))
    expect(await path.read()).toMatchObject({ state: 'succeeded', approval: { approver: { id: supervisor.id } } })
    expect(path.lines).toMatchObject([{ kind: 'limit-overridden', detail: { limit: 'shop perDay' } }])
    expect(JSON.stringify([await path.read(), path.lines])).not.toContain(approver.pin)
  })

  it('a sale that was overridden for one limit needs a new override for another one', async () => {
    const limits: LimitsFor = { shop: { currency: 'AED', perSale: '49' } }
    const path = await anUnsold(limits)
    const confirm = async (more: object) =>
      path.sales.confirm(ID, { version: (await path.read())!.version, ...more }, sellerOf(cashier))
    await confirm({ approver })
    await path.pass(2 * MINUTE)
    await path.once(({ state }) => state === 'not-executed')

    limits.shop = { currency: 'AED', perSale: '49', perNumber: '49' }
    const failure = { code: 'above-limit', limits: [{ kind: 'perNumber' }] }
    await expect(confirm({})).rejects.toMatchObject({ failure })
    await confirm({ approver })
    const expected = [{ detail: { limit: 'shop perSale' } }, { detail: { limit: 'shop perNumber' } }]
    expect(path.lines.filter(({ kind }) => kind === 'limit-overridden')).toMatchObject(expected)
  })
})
