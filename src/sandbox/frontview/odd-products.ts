import { category, product } from './element.ts'

const UNREADABLE = 'odd-unreadable'
const SAME_ID = 'odd-same-id'

const wireService = (id: string, name: string, more: object = {}) => ({
  id,
  active: true,
  name,
  biller_name: 'Quillo',
  category_name: 'Gaming',
  subcategory_name: '',
  amount_min: 10,
  amount_max: 10,
  amount_step: 0,
  is_pin_based: true,
  is_account_required: false,
  ...more,
})

/** Services in the list that cannot be sold. */
export const oddServices: readonly unknown[] = [
  wireService(UNREADABLE, 'Its amounts are words', { amount_min: 'little', amount_max: 'much' }),
  wireService(SAME_ID, 'The first of two with one id', { active: 0 }),
  wireService(SAME_ID, 'The second of two with one id'),
  null,
]

/** Products with and without a service, and every form of `active`. */
export const oddProducts = (parent_id: number): object[] => {
  const here = { parent_id }
  const active = (id: number, value: unknown, becomes: string) =>
    product(id, `${becomes}: active is ${JSON.stringify(value)}`, 'velto_rc', { ...here, active: value })
  return [
    product(2001, 'Sells: an ordinary product', 'qamra-rc', here),
    product(2002, 'Sells: with a warning', 'qamra-rc', { ...here, params: { warning: 'Cannot be returned.' } }),
    product(2003, 'Not available now: nobody knows the service', 'gone', here),
    product(2004, 'Not available now: the service is inactive', 'roadtag_toll', here),
    product(2005, 'Not available now: the service is unreadable', UNREADABLE, here),
    product(2006, 'Not available now: the first of two services is inactive', SAME_ID, here),
    product(2007, 'Not available now: content_id is empty', '', here),
    product(2008, 'Not available now: content_id is null', null, here),
    product(2009, 'Not available now: content_id like a field of every object', 'toString', here),
    product(2010, 'Not available now: content_id in capitals', 'QAMRA-RC', here),
    category(2011, 'Opens: a category with a content_id', { ...here, content_id: 'qamra-rc' }),
    product(2012, 'Sells: below a category with a content_id', 'qamra-rc', { parent_id: 2011 }),
    active(2020, 1, 'Sells'),
    active(2021, '1', 'Sells'),
    active(2022, true, 'Sells'),
    active(2023, 0, 'Not available now'),
    active(2024, '0', 'Not available now'),
    active(2025, false, 'Not available now'),
    active(2026, 2, 'Not available now'),
    active(2027, 'perhaps', 'Not available now'),
    active(2028, null, 'Sells'),
  ]
}
