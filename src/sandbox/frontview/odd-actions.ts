import { category, element, product } from './element.ts'

/** Types and actions that the spec does not name. */
export const oddActions = (parent_id: number): object[] => {
  const here = { parent_id }
  return [
    element(3001, 'Opens: an unknown type with children', { ...here, type: 'shelf' }),
    product(3002, 'Sells: below an unknown type', 'qamra-rc', { parent_id: 3001 }),
    element(3003, 'Page balance: an unknown type with an action', {
      ...here,
      type: 'widget',
      action: 'gotoPage',
      params: { page: 'balance' },
    }),
    element(3004, 'Not supported here: an unknown type without anything', { ...here, type: 'widget' }),
    element(3005, 'Not supported here: an unknown type with a content_id', {
      ...here,
      type: 'widget',
      content_id: 'qamra-rc',
    }),
    element(3006, 'Not supported here: type is null', { ...here, type: null }),
    element(3007, 'Not supported here: type is empty', { ...here, type: '' }),
    element(3008, 'Not supported here: type in capitals', { ...here, type: 'PRODUCT', content_id: 'qamra-rc' }),
    element(3010, 'Not supported here: an unknown action', { ...here, action: 'openDrawer', params: { drawer: 1 } }),
    category(3011, 'Not supported here: a category with an unknown action', { ...here, action: 'openDrawer' }),
    product(3012, 'Not supported here: a product with an unknown action', 'qamra-rc', { ...here, action: 'giveAway' }),
    product(3013, 'Not supported here: a known action in capitals', 'qamra-rc', { ...here, action: 'GOTOPAGE' }),
    product(3014, 'Sells: action is null', 'qamra-rc', { ...here, action: null }),
    product(3015, 'Sells: action is one space', 'qamra-rc', { ...here, action: ' ' }),
    element(3020, 'Text: other, without an action', here),
    element(3021, 'Text: other, with a content_id', { ...here, content_id: 'qamra-rc' }),
    product(3022, 'Sells: below a text', 'velto_rc', { parent_id: 3020 }),
    category(3023, 'Not available now: inactive, with an unknown action', { ...here, active: 0, action: 'openDrawer' }),
  ]
}
