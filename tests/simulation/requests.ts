import type { SaleRecord } from '#domain/sale/record.ts'
import type { ServiceRequest } from '#server/sales/sale-content.ts'
import { A_SECOND, type People } from './people.ts'
import type { Random } from './random.ts'
import type { ReportedSale } from './handle-requests.ts'
import type { Shop } from './shop.ts'
import { DIRECT, VOUCHERS } from './shop-process.ts'
import { chooseInternational, chooseAgain, sameInternational, type InternationalWish } from './till-international.ts'

export type SimulatedRequest = ServiceRequest | InternationalWish

/** What the next customer wants, or `undefined` if an international top-up was drawn and the lists are missing. */
export async function pickRequest(people: People, random: Random): Promise<SimulatedRequest | undefined> {
  const { wishes, shareAgain } = people
  const earlier = wishes.at(-random.whole(1, 8))
  // The same product is sold to the same recipient again, on purpose or because a colleague has already sold it.
  if (earlier && random.chance(shareAgain)) return { ...earlier }
  const wish = await pickNewRequest(people, random)
  if (!wish) return undefined
  wishes.push(wish)
  if (wishes.length > 16) wishes.shift()
  return wish
}

async function pickNewRequest(
  { world, shop, shareInternational }: People,
  random: Random,
): Promise<SimulatedRequest | undefined> {
  if (!random.chance(shareInternational)) return random.chance(0.4) ? aVoucher(random) : aRecharge(random)
  const wish = await chooseInternational(shop, random)
  // The cashier enters the number and reads it back while the offer gets older.
  await world.sleep(random.whole(2 * A_SECOND, 12 * A_SECOND))
  return wish
}

const AMOUNTS = ['5', '10', '25', '50', '100']
const aNumber = (random: Random) => `97150${String(random.whole(0, 9_999)).padStart(7, '0')}`
export const aRecharge = (random: Random): ServiceRequest => ({
  kind: 'direct',
  serviceId: random.pick(DIRECT),
  account: aNumber(random),
  amount: random.pick(AMOUNTS),
})

export function aVoucher(random: Random): ServiceRequest {
  const serviceId = random.pick(VOUCHERS)
  const hasAccount = serviceId === 'mail-card' || random.chance(0.4)
  return {
    kind: 'voucher',
    serviceId,
    amount: random.pick(AMOUNTS),
    ...(hasAccount
      ? { account: random.chance(0.5) ? aNumber(random) : `someone${random.whole(0, 99)}@shop.example` }
      : {}),
    ...(random.chance(0.2) ? { customer: aNumber(random) } : {}),
  }
}

export function requestFromSale(sale: SaleRecord): SimulatedRequest | undefined {
  const { kind, serviceId, account, amount } = sale
  if (kind === 'international') return sameInternational(sale)
  return { kind, serviceId, ...(account === undefined ? {} : { account }), amount: amount.amount }
}

/** The request for a second attempt, if the person accepts a duplicate, or the new price of an international top-up. */
export async function wantAgain(
  shop: Shop,
  random: Random,
  wanted: SimulatedRequest,
  told: Extract<ReportedSale<never>, { kind: 'rejected' }>,
): Promise<SimulatedRequest | undefined> {
  if (told.code === 'confirm-duplicate') {
    return told.other === undefined || random.chance(0.3) ? undefined : { ...wanted, duplicateOf: told.other }
  }
  return wanted.kind === 'international' ? chooseAgain(shop, random, wanted, told) : undefined
}
