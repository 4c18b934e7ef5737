import { describe, expect, it } from 'vitest'

import type { SalesLimits, LimitsFor } from '#domain/sales-limits.ts'
import { PERMISSIONS, type Permission, type Person } from '#domain/person.ts'
import { isComplete } from '#domain/sale/sale.ts'
import type { Answer } from '#domain/transaction.ts'
import { settle } from '../../support/a-journal.ts'
import { aMoneyPath, otherCashier, cashier, sellerOf, supervisor, type MoneyPath } from '../../support/money-path.ts'
import {
  APPROVED_AT,
  aSaleId,
  checkedInternational,
  checkedSale,
  comingVoucher,
  DELIVERED_AT,
  deliveredVoucher,
  HOUR,
  joseph,
  MINUTE,
  readyVoucher,
  says,
  saysInternational,
  succeededSale,
  till,
  unknownSale,
} from '../../support/sales.ts'

const without = (permission: Permission): Person => ({
  ...cashier,
  permissions: PERMISSIONS.filter((one) => one !== permission),
})
const notAllowed = { status: 403, failure: { code: 'not-allowed' } }
const CODE = { number: '1111222233334444' }
const sold = { ...says(1), voucher: CODE, receipt: { header: 'Pixelmoor' } } as Answer
const reveal = (path: MoneyPath, who: Person, more: { reason?: string } = {}) =>
  path.sales.reveal(readyVoucher().id, { hasStepUp: true, ...more }, sellerOf(who))
const print = (path: MoneyPath, who: Person) => path.sales.deliver(readyVoucher().id, 'printed', sellerOf(who))
const kinds = ({ lines }: MoneyPath) => lines.map(({ kind }) => kind)

describe('the permission for international sales', () => {
  it('opening an international sale needs the permission', async () => {
    const path = await aMoneyPath()
    const wish = {
      kind: 'international' as const,
      countryId: 'PHL',
      providerId: '56',
      denominationId: 'a1',
      account: '639175550142',
      shown: { amount: '21.5', currency: 'AED' },
    }
    const opening = path.sales.open(checkedSale().id, wish, sellerOf(without('international')))
    await expect(opening).rejects.toMatchObject(notAllowed)
    expect(path.asked).toEqual([])
  })

  it('confirming an international sale needs the permission, too', async () => {
    const sale = checkedInternational()
    const path = await aMoneyPath({ sale, script: { confirm: saysInternational(1) } })
    const confirm = (who: Person) => path.sales.confirm(sale.id, {}, sellerOf(who))
    await expect(confirm(without('international'))).rejects.toMatchObject(notAllowed)
    expect(await path.read()).toMatchObject({ state: 'checked' })
    expect(await confirm(cashier)).toMatchObject({ state: 'succeeded' })
  })
})

describe('the permission to reprint a receipt', () => {
  const aPrinted = async () => {
    const path = await aMoneyPath({
      sale: succeededSale(),
      script: { find: { ...says(1), receipt: { header: 'Qamra' } } as Answer },
    })
    await print(path, without('reprint'))
    return path
  }

  it('a receipt can be shown without the permission for two minutes after its first print', async () => {
    const path = await aPrinted()
    await path.pass(2 * MINUTE - 1)
    expect((await reveal(path, without('reprint'))).receipt).toEqual({ header: 'Qamra' })
  })

  it('a receipt that was printed two minutes ago needs the permission', async () => {
    const path = await aPrinted()
    await path.pass(2 * MINUTE)
    await expect(reveal(path, without('reprint'))).rejects.toMatchObject(notAllowed)
    expect((await reveal(path, cashier)).receipt).toEqual({ header: 'Qamra' })
    expect((await reveal(path, supervisor)).receipt).toEqual({ header: 'Qamra' })
  })

  it('a receipt without its code needs the permission, too', async () => {
    const path = await aMoneyPath({ sale: { ...deliveredVoucher(), printCount: 1, printedAt: DELIVERED_AT } })
    await path.pass(HOUR)
    await expect(reveal(path, { ...cashier, permissions: [] })).rejects.toMatchObject(notAllowed)
    expect(await reveal(path, cashier)).not.toHaveProperty('voucher')
  })

  it('each reprint is a line of the audit log', async () => {
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

  it('revealing a code again needs the permission and a reason, and is a line of the audit log', async () => {
    const path = await aMoneyPath({ sale: readyVoucher(), script: { find: sold } })
    await path.sales.deliver(readyVoucher().id, 'given', sellerOf(cashier))
    await path.pass(HOUR)
    expect(await reveal(path, cashier)).not.toHaveProperty('voucher')
    await path.sales.takeOver(readyVoucher().id, sellerOf(showsAgain)).catch(() => undefined)
    const own: Person = { ...cashier, permissions: ['reveal-again'] }
    await expect(reveal(path, own)).rejects.toMatchObject({ failure: { code: 'reason-missing' } })
    expect((await reveal(path, own, { reason: 'The paper was torn' })).voucher).toEqual(CODE)
    expect(path.lines).toMatchObject([
      { kind: 'code-revealed', by: { id: cashier.id }, detail: { reason: 'The paper was torn' } },
    ])
    expect(JSON.stringify(path.lines)).not.toContain(CODE.number)
  })

  it('revealing the receipt while the code is still coming is a line of the audit log', async () => {
    const sale = comingVoucher()
    const path = await aMoneyPath({
      sale,
      script: { find: { ...says(1), receipt: { header: 'Pixelmoor' } } as Answer },
    })
    const { receipt } = await path.sales.reveal(sale.id, { hasStepUp: true }, sellerOf(cashier))
    expect(receipt).toEqual({ header: 'Pixelmoor' })
    expect(path.lines).toMatchObject([{ kind: 'code-revealed', by: { id: cashier.id }, detail: { as: 'receipt' } }])
  })

  it('the permission does not reveal a sale that the person may not view', async () => {
    const path = await aMoneyPath({ sale: deliveredVoucher(), script: { find: sold } })
    await expect(reveal(path, showsAgain, { reason: 'asked' })).rejects.toMatchObject({
      failure: { code: 'not-found' },
    })
  })

  it('the permission reveals an undelivered code of a colleague, with a reason', async () => {
    const path = await aMoneyPath({ sale: readyVoucher(), script: { find: sold } })
    expect((await reveal(path, showsAgain, { reason: 'The customer is here' })).voucher).toEqual(CODE)
    expect(kinds(path)).toEqual(['code-revealed'])
  })
})

describe('the audit log of a sale', () => {
  it('the audit log records each reveal of a code and no rejected one', async () => {
    const path = await aMoneyPath({ sale: readyVoucher(), script: { find: sold } })
    await reveal(path, cashier)
    await reveal(path, cashier)
    expect(await reveal(path, otherCashier)).not.toHaveProperty('voucher')
    expect(kinds(path)).toEqual(['code-revealed', 'code-revealed'])
    expect(await path.read()).toMatchObject({ revealCount: 2 })
  })

  it('the audit log records a resolution once', async () => {
    const path = await aMoneyPath({ sale: unknownSale(), script: { find: says(0) } })
    await path.pass(HOUR)
    const word = { outcome: 'sold', note: 'Support said so' } as const
    await path.once((sale) => !isComplete(sale))
    await path.sales.resolve(unknownSale().id, word, sellerOf(supervisor))
    await path.sales.resolve(unknownSale().id, word, sellerOf(supervisor))
    await settle()
    expect(path.lines).toMatchObject([
      { kind: 'sale-resolved', by: { id: supervisor.id }, detail: { outcome: 'sold' } },
    ])
  })
})

describe('a limit that is checked inside the commit', () => {
  const AED50 = { currency: 'AED', perDay: '49' }

  it('an automatically repeated confirm needs no new override', async () => {
    const path = await aMoneyPath({
      sale: checkedSale(),
      limits: { shop: { currency: 'AED', perDay: '50' } },
      script: { confirm: [{ kind: 'lost', reason: 'timeout' }, says(1)], find: says(-1) },
    })
    await path.sales.confirm(checkedSale().id, {}, sellerOf(cashier))
    await path.pass(MINUTE)
    expect(path.steps()).toEqual(['confirm', 'find', 'find', 'confirm'])
    expect(await path.read()).toMatchObject({ state: 'succeeded' })
  })

  it('an override remains valid for its sale', async () => {
    const path = await aMoneyPath({
      sale: checkedSale(),
      limits: { shop: AED50 },
      recognise: async () => supervisor,
      script: { confirm: [{ kind: 'refusal', refusal: { code: 1001 } }, says(1)], find: says(-1) },
    })
    const approver = { staffId: supervisor.id, pin: '604918' }
    await path.sales.confirm(checkedSale().id, { approver }, sellerOf(cashier))
    await path.pass(2 * MINUTE)
    const unsold = await path.once(({ state }) => state === 'not-executed')
    await path.sales.confirm(unsold.id, { version: unsold.version }, sellerOf(cashier))
    expect(await path.read()).toMatchObject({ state: 'succeeded', approval: { approver: { id: supervisor.id } } })
    expect(path.lines).toMatchObject([{ kind: 'limit-overridden', detail: { limit: 'shop perDay' } }])
    expect(JSON.stringify([await path.read(), path.lines])).not.toContain(approver.pin)
  })

  it('a limit that is reached while another is overridden needs an override of its own', async () => {
    const limits: LimitsFor = { shop: { currency: 'AED', perSale: '49', perDay: '60' } }
    const other = { ...checkedSale(), id: aSaleId('Z'), account: '971509999999' }
    const path = await aMoneyPath({
      sale: checkedSale(),
      sales: [other],
      limits,
      recognise: async () => {
        const sold = { ...other, state: 'succeeded', confirmedAt: APPROVED_AT } as const
        const approval = { at: APPROVED_AT, by: joseph, terminal: till, countsTowardLimits: true } as const
        if ((await path.read(other.id))?.state === 'checked')
          await path.store.save({ ...sold, version: 1, approval }, [])
        return supervisor
      },
      script: { confirm: says(1) },
    })
    const confirm = () =>
      path.sales.confirm(checkedSale().id, { approver: { staffId: supervisor.id, pin: '604918' } }, sellerOf(cashier))
    await expect(confirm()).rejects.toMatchObject({ failure: { code: 'above-limit', limits: [{ kind: 'perDay' }] } })
    expect(path.asked).toEqual([])
    expect(path.lines).toMatchObject([{ kind: 'above-limit', detail: { limit: 'shop perDay' } }])

    expect(await confirm()).toMatchObject({ state: 'succeeded' })
    expect(path.lines.at(-1)).toMatchObject({
      kind: 'limit-overridden',
      detail: { limit: 'shop perSale, shop perDay' },
    })
  })

  it('a sale that was overridden for one limit needs a new override for another one', async () => {
    const set: SalesLimits[] = [{ currency: 'AED', perSale: '49' }]
    const path = await aMoneyPath({
      sale: checkedSale(),
      limits: {
        get shop() {
          return set.at(-1)
        },
      },
      recognise: async () => supervisor,
      script: { confirm: [{ kind: 'refusal', refusal: { code: 1001 } }, says(1)], find: says(-1) },
    })
    const confirm = async (more: object) =>
      path.sales.confirm(checkedSale().id, { version: (await path.read())!.version, ...more }, sellerOf(cashier))
    const approver = { staffId: supervisor.id, pin: '604918' }
    await confirm({ approver })
    await path.pass(2 * MINUTE)
    await path.once(({ state }) => state === 'not-executed')

    set.push({ currency: 'AED', perSale: '49', perNumber: '49' })
    await expect(confirm({})).rejects.toMatchObject({
      failure: { code: 'above-limit', limits: [{ kind: 'perNumber' }] },
    })
    await confirm({ approver })
    expect(path.lines.filter(({ kind }) => kind === 'limit-overridden')).toMatchObject([
      { detail: { limit: 'shop perSale' } },
      { detail: { limit: 'shop perNumber' } },
    ])
  })

  it('attempts above a limit are one line of the audit log per minute', async () => {
    const path = await aMoneyPath({ sale: checkedSale(), limits: { person: AED50 } })
    const trying = () => path.sales.confirm(checkedSale().id, {}, sellerOf(cashier))
    for (let times = 0; times < 5; times += 1)
      await expect(trying()).rejects.toMatchObject({ status: 403, failure: { code: 'above-limit', moneyMoved: 'no' } })
    await path.pass(MINUTE)
    await expect(trying()).rejects.toMatchObject({ status: 403 })
    expect(kinds(path)).toEqual(['above-limit', 'above-limit'])
    expect(path.deaths).toEqual([])
  })
})
