import { category, element, product, type Place } from './element.ts'
import { oddActions } from './odd-actions.ts'
import { oddLinks } from './odd-links.ts'
import { oddNames } from './odd-names.ts'
import { oddParams } from './odd-params.ts'
import { oddPictures } from './odd-pictures.ts'
import { oddProducts } from './odd-products.ts'
import { oddTree } from './odd-tree.ts'

export { oddServices } from './odd-products.ts'

const shelf = (id: number, name: string) => ({ id, category: category(id, `Opens: ${name}`) })
const links = shelf(1, 'links')
const products = shelf(2, 'products')
const actions = shelf(3, 'types and actions')
const params = shelf(4, 'params')
const names = shelf(5, 'names')
const pictures = shelf(6, 'pictures')

/**
 * Every shape nobody should send, one shelf for each kind of them. A name begins with what becomes of the element: `Opens`, `Sells`, `Leads to`,
 * `Page`, `Wizard`, `Text`, `Not available now`, `Leads nowhere`, `Not supported here`, `Unreachable` or `Dropped`.
 */
export const oddElements = ({ origin, basePath }: Place): unknown[] => [
  // Below categories that come later in the list.
  ...oddNames(names.id),
  ...[links, products, actions, params, names, pictures].map((each) => each.category),
  product('root-product', 'Sells: a product at the root', 'qamra-rc'),
  element('root-text', 'Text: neither category nor product,<br>and no action'),
  ...oddTree,
  ...oddLinks(links.id),
  ...oddProducts(products.id),
  ...oddActions(actions.id),
  ...oddParams(params.id),
  ...oddPictures(pictures.id, origin + basePath),
]
