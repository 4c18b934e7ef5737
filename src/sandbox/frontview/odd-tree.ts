import { category, product } from './element.ts'

const LEVELS = 8
const INACTIVE = 'inactive'

/** Eight levels, an empty category, inactive categories, elements outside the tree, and an id that is used twice. */
export const oddTree: readonly unknown[] = [
  ...Array.from({ length: LEVELS }, (_, at) =>
    category(700 + at, `Opens: level ${at + 1} of ${LEVELS}`, { parent_id: at === 0 ? null : String(699 + at) }),
  ),
  product(700 + LEVELS, 'Sells: below level 8', 'velto_rc', { parent_id: 699 + LEVELS }),
  category(720, 'Opens: and holds nothing'),

  category(721, 'Not available now: inactive category', { active: 0, alias: INACTIVE }),
  product(722, 'Unreachable: below an inactive category', 'qamra-rc', { parent_id: 721 }),
  category(723, 'Unreachable: category below an inactive one', { parent_id: 721, alias: 'below-inactive' }),
  product(724, 'Unreachable: two below an inactive category', 'qamra-rc', { parent_id: 723 }),

  product(730, 'Dropped: parent missing', 'qamra-rc', { parent_id: 'nowhere' }),
  category(731, 'Dropped: category whose parent is missing', { parent_id: 99_999, alias: 'dropped' }),
  product(732, 'Dropped: below one whose parent is missing', 'qamra-rc', { parent_id: 731 }),
  category(733, 'Dropped: its own parent', { parent_id: 733 }),
  product(734, 'Dropped: below its own parent', 'qamra-rc', { parent_id: '733' }),
  category(735, 'Dropped: circle of two', { parent_id: 736 }),
  category(736, 'Dropped: circle of two, the other', { parent_id: 735 }),
  category(737, 'Dropped: circle of three', { parent_id: 739 }),
  category(738, 'Dropped: circle of three, the second', { parent_id: 737 }),
  category(739, 'Dropped: circle of three, the third', { parent_id: 738 }),
  product(740, 'Dropped: below a circle', 'qamra-rc', { parent_id: 738 }),

  category(750, 'Opens: the first of two with one id'),
  product('750', 'Dropped: the second of two with one id', 'qamra-rc'),
  product(751, 'Sells: below the first of two with one id', 'qamra-rc', { parent_id: 750 }),
  category(752, 'Opens: the first of two with one alias', { alias: 'twice' }),
  category(753, 'Opens: the second of two with one alias', { alias: 'twice' }),
  product(754, 'Sells: below a product', 'velto_rc', { parent_id: 'root-product' }),
  product(755, 'Sells: its parent_id is empty text', 'velto_rc', { parent_id: '' }),

  product('', 'Dropped: its id is empty', 'qamra-rc'),
  product(null, 'Dropped: without an id', 'qamra-rc'),
  product({ id: 1 }, 'Dropped: its id is an object', 'qamra-rc'),
  product(756, 'Dropped: its parent_id is a list', 'qamra-rc', { parent_id: [1] }),
  null,
  'an element',
  [],
]
