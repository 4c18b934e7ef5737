import type { CatalogService } from './catalog-service.ts'
import { fils, filsNumber, type Fils } from './fils.ts'
import { findHugeService } from './frontview/huge.ts'
import { vouchers } from './voucher-scenarios.ts'

const MOBILE = 'Mobile recharge'
const FOUR_PERCENT = { kind: 'percent', value: '4' } as const

function recharge(
  id: string,
  biller: string,
  name: string,
  [min, max, step]: [string, string, string],
): CatalogService {
  const common = { category: MOBILE, subcategory: 'Airtime', isActive: true, isAccountRequired: true }
  return { id, name, biller, ...common, min, max, step, commission: FOUR_PERCENT, kind: 'direct' }
}

function pack(id: string, biller: string, name: string, price: string): CatalogService {
  return {
    ...recharge(id, biller, name, [price, price, '0']),
    subcategory: 'Data packs',
    commission: { kind: 'fixed', value: '1.5' },
  }
}

function voucher(id: string, biller: string, name: string, category: string, price: string): CatalogService {
  const common = { category, subcategory: biller, isActive: true, isAccountRequired: false }
  const commission = { kind: 'percent', value: '6.5' } as const
  return { id, name, biller, ...common, min: price, max: price, step: '0', commission, kind: 'voucher' }
}

function oddVoucher(id: string, does: string): CatalogService {
  return { ...voucher(id, 'Quillo', `Quillo 10, ${does}`, 'Gaming', '10'), subcategory: 'Odd codes' }
}

/** Vouchers with one unusual feature each: first in the code, then in its delivery. */
export const oddVouchers: readonly CatalogService[] = [
  oddVoucher(vouchers.numberAsNumber, 'code as a number'),
  oddVoucher(vouchers.serialOnly, 'serial only'),
  oddVoucher(vouchers.referenceOnly, 'reference only'),
  oddVoucher(vouchers.emptyObject, 'no code, an empty object'),
  oddVoucher(vouchers.emptyList, 'no code, an empty list'),
  oddVoucher(vouchers.nullInfo, 'no code, nothing in its place'),
  oddVoucher(vouchers.missingInfo, 'no code at all'),
  oddVoucher(vouchers.blankNumber, 'blank code first'),
  oddVoucher(vouchers.httpLink, 'link without encryption'),
  oddVoucher(vouchers.scriptLink, 'link that is a script'),
  oddVoucher(vouchers.dataLink, 'link that is data'),
  oddVoucher(vouchers.brokenLink, 'link that leads nowhere'),
  oddVoucher(vouchers.linkWithCredentials, 'link with a password'),
  oddVoucher(vouchers.linkWithForeignHost, 'link with a foreign letter'),
  oddVoucher(vouchers.codeLater, 'code comes later'),
  oddVoucher(vouchers.codeAtNextFind, 'code comes next'),
  oddVoucher(vouchers.otherNumberLater, 'another code later'),
  oddVoucher(vouchers.noReceipt, 'no receipt'),
  oddVoucher(vouchers.pending, 'pending'),
  oddVoucher(vouchers.held, 'held by turnover'),
  oddVoucher(vouchers.fails, 'fails at once'),
  oddVoucher(vouchers.failsAfterPending, 'fails later'),
  oddVoucher(vouchers.answerLostAfter, 'answer lost after selling'),
  oddVoucher(vouchers.answerLostBefore, 'answer lost before selling'),
  oddVoucher(vouchers.unknownState, 'unknown state'),
  oddVoucher(vouchers.canceled, 'canceled'),
  oddVoucher(vouchers.noFunds, 'not enough funds'),
  oddVoucher(vouchers.longNumber, 'code of 19 digits'),
]

export const services: readonly CatalogService[] = [
  recharge('qamra-rc', 'Qamra', 'Qamra Recharge', ['5', '500', '5']),
  recharge('velto_rc', 'Velto', 'Velto Recharge', ['10', '300', '1']),
  recharge('DX-air', 'Dunex', 'Dunex Recharge', ['5', '200', '0.1']),
  { ...recharge('DX-data', 'Dunex', 'Dunex Data', ['15', '150', '5']), subcategory: 'Data packs' },
  pack('qamra_data_5GB', 'Qamra', 'Qamra Data 5 GB', '45'),
  pack('qamra_data_15GB', 'Qamra', 'Qamra Data 15 GB', '95'),
  pack('velto_night_3GB', 'Velto', 'Velto Night 3 GB', '15'),
  pack('velto_week_10GB', 'Velto', 'Velto Week 10 GB', '50'),
  pack('DX-weekend', 'Dunex', 'Dunex Weekend', '25'),
  pack('DX-family', 'Dunex', 'Dunex Family', '120'),
  pack('lumen_calls_60', 'Lumen', 'Lumen Calls 60', '30'),
  pack('kestrel_visitor', 'Kestrel', 'Kestrel Visitor', '49'),
  { ...pack('velto_roaming', 'Velto', 'Velto Roaming', '60'), isActive: false },
  voucher('pixelmoor_aed_100', 'Pixelmoor', 'Pixelmoor 100', 'Gaming', '100'),
  voucher('pixelmoor_aed_200', 'Pixelmoor', 'Pixelmoor 200', 'Gaming', '200'),
  voucher('orbyte_50AED', 'Orbyte', 'Orbyte 50', 'Gaming', '50'),
  voucher('skarn-gems-75', 'Skarn', 'Skarn 750 gems', 'Gaming', '75'),
  voucher('moviora-1m', 'Moviora', 'Moviora 1 month', 'Entertainment', '39'),
  voucher('tunora-3m', 'Tunora', 'Tunora 3 months', 'Entertainment', '59'),
  voucher('halqa-tv-1m', 'Halqa TV', 'Halqa TV 1 month', 'Entertainment', '45'),
  voucher('souqly_25AED', 'Souqly', 'Souqly 25', 'Shopping', '25'),
  voucher('mirsal_50', 'Mirsal', 'Mirsal 50', 'Shopping', '50'),
  { ...voucher('kestrel-pay', 'Kestrel Pay', 'Kestrel Pay', 'Shopping', '50'), max: '500', step: '50' },
  {
    ...recharge('roadtag_toll', 'Roadtag', 'Roadtag toll', ['50', '1000', '50']),
    category: 'Transport',
    isActive: false,
  },
  {
    ...voucher('international-bridge', '', 'International top-up', 'International', '0'),
    commission: { kind: 'percent', value: '0' },
    kind: 'international',
    isAccountRequired: true,
  },
  { ...voucher(vouchers.accountRequired, 'Nimbra', 'Nimbra ID 100', 'Gaming', '100'), isAccountRequired: true },
  voucher(vouchers.warned, 'Fennec', 'Fennec Points 600', 'Gaming', '60'),
  voucher(
    vouchers.longName,
    'Larkspur',
    'Larkspur Family Bundle with Films, Series, Sports and Kids, 12 months',
    'Entertainment',
    '399',
  ),
  voucher(vouchers.arabic, 'دكّاني', 'قسيمة دكّاني 50 درهمًا', 'Shopping', '50'),
  {
    ...voucher(vouchers.accountRequiredRanged, 'Zolta', 'Zolta Wallet', 'Shopping', '20'),
    max: '1000',
    step: '10',
    isAccountRequired: true,
  },
  ...oddVouchers,
]

const byId = new Map(services.map((service) => [service.id, service]))

export function findService(id: string): CatalogService | undefined {
  return byId.get(id) ?? findHugeService(id)
}

export function isVoucher(serviceId: string): boolean {
  return findService(serviceId)?.kind === 'voucher'
}

/** A step of 0 allows any amount between min and max (spec 2.4). */
export function isSellable(amount: Fils, { min, max, step }: CatalogService): boolean {
  if (amount < fils(min) || amount > fils(max)) return false
  return fils(step) === 0n || amount % fils(step) === 0n
}

/** The amount less the commission, which is rounded down to whole fils. */
export function priceOf(amount: Fils, { commission }: CatalogService): Fils {
  const value = fils(commission.value)
  return amount - (commission.kind === 'fixed' ? value : (amount * value) / 10_000n)
}

/** `/services` (spec 4.3). Every other element has its numbers as text. */
export function servicesAnswer(listed: readonly CatalogService[]) {
  return { services: listed.map((service, index) => wireService(service, index % 2 === 0)) }
}

function wireService(service: CatalogService, asNumbers: boolean) {
  const figure = (text: string) => (asNumbers ? filsNumber(fils(text)) : text)
  return {
    id: service.id,
    active: service.isActive,
    name: service.name,
    biller_name: service.biller,
    category_name: service.category,
    subcategory_name: service.subcategory,
    amount_min: figure(service.min),
    amount_max: figure(service.max),
    amount_step: figure(service.step),
    commission: { value: figure(service.commission.value), type: service.commission.kind === 'percent' ? 0 : 1 },
    is_pin_based: service.kind === 'voucher',
    is_account_required: service.isAccountRequired,
    // Not in the spec: real services send unknown fields.
    sort_weight: service.name.length,
  }
}
