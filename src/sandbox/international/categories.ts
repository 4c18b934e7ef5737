type Category = { id: string; parent_id: string | null; name: string }

const TREE: readonly [root: string, name: string, children: readonly [id: string, name: string][]][] = [
  [
    'mobile',
    'Mobile Recharge',
    [
      ['mobile-airtime', 'Airtime / Calls'],
      ['mobile-bundles', 'Bundles & Plans'],
      ['mobile-data', 'Mobile Internet'],
    ],
  ],
  [
    'utility',
    'Utilities',
    [
      ['utility-tv', 'Television'],
      ['utility-internet', 'Internet'],
      ['utility-electricity', 'Electricity'],
      ['utility-water', 'Water'],
      ['utility-gas', 'Gas'],
      ['utility-landline', 'Landline'],
    ],
  ],
  [
    'gift-cards',
    'Gift Cards & Games',
    [
      ['gift-cards-gaming', 'Gaming'],
      ['gift-cards-cash', 'Money'],
      ['gift-cards-entertainment', 'Entertainment'],
      ['gift-cards-retail', 'Retail'],
      ['gift-cards-food', 'Food'],
      ['gift-cards-transport', 'Transport & Travel'],
    ],
  ],
  ['transport', 'Transport', []],
]

/** The two levels of spec 2.8, each root before its children. */
export const categories: readonly Category[] = TREE.flatMap(([root, name, children]): Category[] => [
  { id: root, parent_id: null, name },
  ...children.map(([id, childName]) => ({ id, parent_id: root, name: childName })),
])
