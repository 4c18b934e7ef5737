import { category, link, page, product, element } from './element.ts'

const SHELF = 'links'
const OPENS = { target_alias: 'twice' }

/** Elements that lead to other elements, to pages or to the international wizard. */
export const oddLinks = (parent_id: number): object[] => {
  const here = { parent_id }
  return [
    link(1001, 'Leads to 752: the first of two with one alias', OPENS, here),
    link(1002, 'Leads to 752: params as JSON text', JSON.stringify(OPENS), here),
    link(1003, 'Leads nowhere: params is an empty list', [], here),
    link(1004, 'Leads nowhere: no alias', {}, here),
    link(1005, 'Leads nowhere: an empty alias', { target_alias: '' }, here),
    link(1006, 'Leads nowhere: the alias is a number', { target_alias: 752 }, here),
    link(1007, 'Leads nowhere: params is text', 'twice', here),
    link(1008, 'Leads nowhere: params is null', null, here),
    link(1009, 'Leads nowhere: nothing has this alias', { target_alias: 'missing' }, here),
    link(1010, 'Leads nowhere: to what was dropped', { target_alias: 'dropped' }, here),
    link(1011, 'Leads nowhere: to an inactive category', { target_alias: 'inactive' }, here),
    link(1012, 'Leads nowhere: to below an inactive category', { target_alias: 'below-inactive' }, here),
    link(1013, 'Leads nowhere: to itself', { target_alias: 'itself' }, { ...here, alias: 'itself' }),
    link(1014, 'Leads nowhere: to a product', { target_alias: 'a-product' }, here),
    product(1015, 'Sells: a product with an alias', 'qamra-rc', { ...here, alias: 'a-product' }),
    link(1016, 'Not available now: an inactive link', OPENS, { ...here, active: '0' }),
    link(
      1017,
      'Leads to 1018: a category that points at another',
      { target_alias: 'fro' },
      {
        ...here,
        type: 'category',
        alias: 'to',
      },
    ),
    link(
      1018,
      'Leads to 1017: and that points back',
      { target_alias: 'to' },
      {
        ...here,
        type: 'category',
        alias: 'fro',
      },
    ),
    product(1019, 'Sells: below a category that points at another', 'velto_rc', { parent_id: 1017 }),
    link(1020, 'Leads to 752: a product with an action', OPENS, { ...here, type: 'product', content_id: 'qamra-rc' }),
    category(1021, 'Opens: an alias like a field of every object', { ...here, alias: 'constructor' }),
    link(1022, 'Leads to 1021: by such an alias', { target_alias: 'constructor' }, here),

    page(1030, 'Page balance: payload as JSON text', { page: 'balance', params: '{"wallet":"main"}' }, here),
    page(1031, 'Page sales: payload as an object', { page: 'sales', params: { state: 'pending' } }, here),
    page(1032, 'Page support: without a payload', { page: 'support' }, here),
    page(1033, 'Page support: payload is no JSON', { page: 'support', params: '{"topic"' }, here),
    page(1034, 'Page support: payload is a list', { page: 'support', params: [1, 2] }, here),
    page(1035, 'Page loyalty-points: nobody knows it', { page: 'loyalty-points', params: '{"tier":3}' }, here),
    page(1036, 'Page <b>bold</b>: named like HTML', { page: '<b>bold</b>' }, here),
    page(1037, 'Page balance: params as JSON text', '{"page":"balance","params":"{\\"wallet\\":\\"main\\"}"}', here),
    page(1038, 'Page balance: a category', { page: 'balance' }, { ...here, type: 'category' }),
    page(1039, 'Leads nowhere: names no page', [], here),

    element(1050, 'Wizard PHL: a country', { ...here, ...international({ country: 'PHL' }) }),
    element(1051, 'Wizard: params is an empty list', { ...here, ...international([]) }),
    element(1052, 'Wizard XXX: a country nobody knows', { ...here, ...international({ country: 'XXX' }) }),
    element(1053, 'Wizard IND: params as JSON text', { ...here, ...international('{"country":"IND"}') }),
    category(1054, `Opens: and is no way back to ${SHELF}`, here),
  ]
}

const international = (params: unknown) => ({ action: 'international', params })
