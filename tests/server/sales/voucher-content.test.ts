import { describe, expect, it } from 'vitest'

import { decimal } from '#domain/money/money.ts'
import type { Service } from '#domain/catalog/service.ts'
import type { Answer } from '#domain/wallet/transaction.ts'
import type { ServiceRequest } from '#server/sales/sale-content.ts'
import { aMoneyPath, QAMRA, cashier, sellerOf, type MoneyPath, refusal } from '../../support/money-path.ts'
import { aSaleId, theirId } from '../../support/sales.ts'

const PIXELMOOR: Service = {
  ...QAMRA,
  id: 'pixelmoor',
  name: 'Pixelmoor 50',
  kind: 'voucher',
  isAccountRequired: false,
  rule: { min: decimal('50'), max: decimal('50'), step: decimal('0') },
}
const NIMBRA: Service = { ...PIXELMOOR, id: 'nimbra', name: 'Nimbra ID', isAccountRequired: true }

const checked: Answer = { kind: 'transaction', transaction: { id: theirId('69d'), state: -1 } }
const aShop = () => aMoneyPath({ services: [PIXELMOOR, NIMBRA, QAMRA], script: { check: checked } })
const wish: ServiceRequest = { kind: 'voucher', serviceId: 'pixelmoor', amount: '50' }
const open = (path: MoneyPath, changes: Partial<ServiceRequest> = {}) =>
  path.sales.open(aSaleId('B'), { ...wish, ...changes }, sellerOf(cashier))

describe('opening a voucher sale', () => {
  it('a voucher that needs no account is opened without one', async () => {
    const path = await aShop()
    const sale = await open(path)
    expect(sale).toMatchObject({ kind: 'voucher', state: 'checked', serviceName: 'Pixelmoor 50' })
    expect(sale).not.toHaveProperty('account')
    expect(sale).not.toHaveProperty('customer')
    expect(path.asked[0]?.of).toEqual({ id: sale.id, serviceId: 'pixelmoor', amount: decimal('50.00') })
  })

  it('account and customer are sent in normalized form', async () => {
    const path = await aShop()
    const sale = await open(path, { serviceId: 'nimbra', account: ' Amal@Example.com', customer: '050 123 4567' })
    expect(sale).toMatchObject({ account: 'Amal@Example.com', customer: '971501234567' })
    expect(path.asked[0]?.of).toMatchObject({ account: 'Amal@Example.com', customer: '971501234567' })
  })

  it.each([
    ['no account', { serviceId: 'nimbra' }, 'account-missing', /Nimbra ID needs an account/],
    ['an account that is neither', { account: 'amal' }, 'account-invalid', /The account is neither/],
    ['a customer that is neither', { customer: 'amal' }, 'customer-invalid', /The customer is neither/],
    ['another amount', { amount: '51' }, 'amount-invalid', /more than/],
    [
      'another kind',
      { kind: 'direct' as const, account: '0501234567' },
      'kind-mismatch',
      /Pixelmoor 50 is not sold as direct/,
    ],
    ['a top-up sent as a voucher', { serviceId: 'qamra' }, 'kind-mismatch', /Qamra Recharge is not sold as voucher/],
    [
      'a top-up without a number',
      { kind: 'direct' as const, serviceId: 'qamra' },
      'number-invalid',
      /not a UAE number/,
    ],
    [
      'a top-up with a customer',
      { kind: 'direct' as const, serviceId: 'qamra', account: '0501234567', customer: 'a@b.ae' },
      'customer-invalid',
      /no separate customer/,
    ],
  ])('a voucher sale with %s is rejected, and nothing is written', async (_, changes, code, says) => {
    const path = await aShop()
    await expect(open(path, changes)).rejects.toMatchObject({
      status: code === 'invalid-request' ? 400 : 422,
      failure: { code, message: expect.stringMatching(says) as string, moneyMoved: 'no' },
    })
    expect(await path.read(aSaleId('B'))).toBeUndefined()
    expect(path.asked).toEqual([])
  })

  it('a repeated request is the same sale, however account and customer are typed', async () => {
    const path = await aShop()
    const typed = { account: '0501234567', customer: 'a@b.ae' }
    const first = await open(path, typed)
    expect(await open(path, { ...typed, account: '+971 50 123 4567', customer: ' a@b.ae ' })).toEqual(first)
    expect(path.steps()).toEqual(['check'])
  })

  it('a repeated request with another content is rejected', async () => {
    const path = await aShop()
    const typed = { account: '0501234567', customer: 'a@b.ae' }
    await open(path, typed)
    for (const { what, changes } of [
      { what: 'kind', changes: { kind: 'direct' as const } },
      { what: 'account', changes: { account: '0501234568' } },
      { what: 'account left out', changes: { account: undefined } },
      { what: 'customer', changes: { customer: 'b@b.ae' } },
      { what: 'customer left out', changes: { customer: undefined } },
    ])
      await expect(open(path, { ...typed, ...changes }), what).rejects.toMatchObject(
        refusal(409, 'content-mismatch', 'no', /different content/),
      )
  })
})
