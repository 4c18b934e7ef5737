import { oddVouchers, services } from '../catalog.ts'
import { countries } from '../international/countries.ts'
import { flagName } from '../international/flags.ts'
import type { PictureName } from '../pictures.ts'
import { vouchers } from '../voucher-scenarios.ts'

import type { Place } from './element.ts'

/** An element with picture names instead of URLs. */
type Sketch = {
  id: number
  parent?: number
  type: 'category' | 'product' | 'other'
  alias?: string
  name: string
  isActive?: false
  picture?: PictureName | `flag-${string}`
  action?: 'gotoCategory' | 'gotoPage' | 'international'
  params?: Record<string, string>
  serviceId?: string
}

const MOBILE = 10
const GAMING = 11
const ENTERTAINMENT = 12
const SHOPPING = 13
const DATA_PACKS = 20
const PIXELMOOR = 21
const FOR_THE_SHOP = 22
const ODD_CODES = 23
const FIRST_ODD_CODE = 100
const INTERNATIONAL = 15
const UNKNOWN_COUNTRY = 'XXX'
const ONLY_PREPAID_LINES = 'Only prepaid lines. A landline cannot be topped up.'
const INTERNATIONAL_SLUG = 'international-bridge'

const ONLY_UAE_ACCOUNTS =
  'Works only on Pixelmoor accounts opened in the UAE. A code cannot be returned after it is shown.'

const category = (id: number, name: string, alias: string, picture: PictureName): Sketch => ({
  id,
  type: 'category',
  name,
  alias,
  picture,
})

type ProductMore = { name?: string; picture?: PictureName; warning?: string; isActive?: false }

function product(
  id: number,
  parent: number | undefined,
  serviceId: string,
  { name, picture, warning, isActive }: ProductMore = {},
): Sketch {
  const service = services.find((one) => one.id === serviceId)
  if (!service) throw new Error(`no service ${serviceId}`)
  return {
    id,
    ...(parent !== undefined && { parent }),
    type: 'product',
    name: name ?? service.name,
    serviceId,
    ...(picture && { picture }),
    ...(warning && { params: { warning } }),
    ...(isActive === false && { isActive }),
  }
}

/** Opens the international wizard at a country or at a group of countries. */
function international(
  id: number,
  name: string,
  params: ({ country: string } | { group: string }) & { product_slug?: string; warning?: string },
): Sketch {
  return {
    id,
    parent: INTERNATIONAL,
    type: 'other',
    name,
    picture: 'country' in params && params.country !== UNKNOWN_COUNTRY ? flagName(params.country) : 'international',
    action: 'international',
    params: { product_slug: INTERNATIONAL_SLUG, ...params },
  }
}

/** Three levels in screen order. The list is flat, so the children of a category may come before or after it. */
const sketches: Sketch[] = [
  {
    id: 1,
    type: 'other',
    name: `International top-up<br>${countries.length} countries`,
    picture: 'banner-international',
    action: 'international',
    params: { product_slug: INTERNATIONAL_SLUG },
  },
  {
    id: 2,
    type: 'other',
    name: 'Weekend data packs<br>From AED 15, until Sunday',
    picture: 'banner-weekend',
    action: 'gotoCategory',
    params: { target_alias: 'data-packs' },
  },
  category(MOBILE, 'Mobile recharge', 'mobile', 'mobile'),
  category(GAMING, 'Gaming', 'gaming', 'gaming'),
  category(ENTERTAINMENT, 'Entertainment', 'entertainment', 'entertainment'),
  category(SHOPPING, 'Shopping', 'shopping', 'shopping'),
  product(30, undefined, 'qamra-rc', { picture: 'qamra' }),
  product(31, undefined, 'velto_rc', { picture: 'velto' }),
  product(32, undefined, 'DX-data', { picture: 'dunex' }),
  product(33, undefined, 'pixelmoor_aed_100', { picture: 'pixelmoor', warning: ONLY_UAE_ACCOUNTS }),
  product(34, undefined, 'moviora-1m', { picture: 'moviora', name: 'Moviora<br/>1 month' }),
  product(35, undefined, 'tunora-3m', { picture: 'tunora', name: 'Tunora<br />3 months' }),
  product(36, undefined, 'kestrel-pay'),
  product(37, undefined, 'roadtag_toll', { picture: 'roadtag' }),

  product(40, MOBILE, 'qamra-rc', { picture: 'qamra' }),
  product(41, MOBILE, 'velto_rc', { picture: 'velto' }),
  product(42, MOBILE, 'DX-air', { picture: 'dunex' }),
  product(43, MOBILE, 'qamra_data_5GB', { picture: 'qamra', name: 'Qamra Data<br>5 GB' }),
  product(44, MOBILE, 'qamra_data_15GB', { picture: 'qamra', name: 'Qamra Data<br>15 GB' }),
  product(45, MOBILE, 'velto_night_3GB', {
    picture: 'velto',
    warning: 'Works from midnight to eight in the morning only.',
  }),
  product(46, MOBILE, 'velto_week_10GB', { picture: 'velto' }),
  product(47, MOBILE, 'DX-weekend', { picture: 'dunex' }),
  product(48, MOBILE, 'DX-family', { picture: 'dunex' }),
  product(49, MOBILE, 'lumen_calls_60', { picture: 'lumen' }),
  product(50, MOBILE, 'kestrel_visitor', {
    picture: 'kestrel',
    warning: 'For visitors only. The line ends with the visa.',
  }),
  product(51, MOBILE, 'velto_roaming', { picture: 'velto', isActive: false }),
  { ...category(DATA_PACKS, 'Data packs', 'data-packs', 'data'), parent: MOBILE },
  product(52, DATA_PACKS, 'DX-data', { picture: 'dunex' }),
  product(53, DATA_PACKS, 'qamra_data_5GB', { picture: 'qamra', name: 'Qamra Data<br>5 GB' }),
  product(54, DATA_PACKS, 'velto_night_3GB', {
    picture: 'velto',
    warning: 'Works from midnight to eight in the morning only.',
  }),
  product(55, DATA_PACKS, 'velto_week_10GB', { picture: 'velto' }),
  product(56, DATA_PACKS, 'DX-weekend', { picture: 'dunex' }),

  product(60, PIXELMOOR, 'pixelmoor_aed_100', { picture: 'pixelmoor', warning: ONLY_UAE_ACCOUNTS }),
  product(61, PIXELMOOR, 'pixelmoor_aed_200', { picture: 'pixelmoor', warning: ONLY_UAE_ACCOUNTS }),
  { ...category(PIXELMOOR, 'Pixelmoor', '', 'pixelmoor'), parent: GAMING },
  product(62, GAMING, 'orbyte_50AED', { picture: 'orbyte' }),
  product(63, GAMING, 'skarn-gems-75', { picture: 'skarn' }),

  product(70, ENTERTAINMENT, 'moviora-1m', { picture: 'moviora', name: 'Moviora<br/>1 month' }),
  product(71, ENTERTAINMENT, 'tunora-3m', { picture: 'tunora', name: 'Tunora<br />3 months' }),
  product(72, ENTERTAINMENT, 'halqa-tv-1m', { picture: 'halqa' }),

  product(80, SHOPPING, 'souqly_25AED', { picture: 'souqly' }),
  product(81, SHOPPING, 'mirsal_50', { picture: 'mirsal' }),
  product(82, SHOPPING, 'kestrel-pay'),
  { id: FOR_THE_SHOP, parent: SHOPPING, type: 'category', name: 'For the shop', alias: 'for-the-shop' },
  {
    id: 83,
    parent: FOR_THE_SHOP,
    type: 'other',
    name: 'Wallet balance',
    action: 'gotoPage',
    params: { page: 'balance', params: '{"wallet":"main"}' },
  },

  product(64, GAMING, vouchers.accountRequired, { picture: 'nimbra' }),
  product(65, GAMING, vouchers.warned, {
    picture: 'fennec',
    name: 'Fennec Points<br>600 and a bonus',
    warning: 'The points end after twelve months. They cannot be sent to a friend.',
  }),
  {
    ...category(ODD_CODES, 'Odd codes', 'odd-codes', 'odd-codes'),
    parent: GAMING,
    params: { warning: 'What is below cannot be returned.' },
  },
  ...oddVouchers.map(({ id }, index) => product(FIRST_ODD_CODE + index, ODD_CODES, id, { picture: 'quillo' })),
  product(73, ENTERTAINMENT, vouchers.longName, { picture: 'larkspur' }),
  product(84, SHOPPING, vouchers.arabic, { picture: 'dukkani' }),
  product(85, SHOPPING, vouchers.accountRequiredRanged, { picture: 'zolta' }),

  category(INTERNATIONAL, 'Send abroad', 'send-abroad', 'international'),
  international(90, 'Philippines', { country: 'PHL' }),
  international(91, 'India', { country: 'IND' }),
  international(92, 'Pakistan', { country: 'PAK' }),
  // Has a warning and names a product that is in no list.
  international(93, 'Egypt', { country: 'EGY', product_slug: 'egypt-bundles', warning: ONLY_PREPAID_LINES }),
  international(94, 'South Asia', { group: 'south-asia' }),
  international(95, 'Somewhere else', { country: UNKNOWN_COUNTRY }),
]

/** Pictures are full URLs of the sandbox or paths on its host. */
export function standardElements({ origin, basePath }: Place): object[] {
  return sketches.map((sketch) => {
    const path = sketch.picture && `${basePath}/pictures/${sketch.picture}.svg`
    const image = path && (sketch.id % 2 === 0 ? origin + path : path)
    const isBanner = sketch.picture?.startsWith('banner-') ?? false
    return {
      id: sketch.id,
      // Some ids are numbers and some are text.
      parent_id:
        sketch.parent === undefined ? null : sketch.parent === ENTERTAINMENT ? String(sketch.parent) : sketch.parent,
      type: sketch.type,
      alias: sketch.alias ?? '',
      name: sketch.name,
      active: sketch.isActive === false ? 0 : 1,
      image_large: image ?? null,
      image_small: isBanner ? null : (image ?? null),
      action: sketch.action ?? '',
      params: sketch.params ?? (sketch.type === 'category' ? {} : []),
      content_id: sketch.serviceId ?? '',
    }
  })
}
