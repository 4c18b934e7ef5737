import { category, element, product, type Place } from './element.ts'
import { oddActions } from './odd-actions.ts'
import { oddLinks } from './odd-links.ts'
import { oddParams } from './odd-params.ts'
import { oddProducts } from './odd-products.ts'
import { oddTree } from './odd-tree.ts'

export { oddServices } from './odd-products.ts'

const section = (id: number, name: string) => ({ id, category: category(id, `Opens: ${name}`) })
const links = section(1, 'links')
const products = section(2, 'products')
const actions = section(3, 'types and actions')
const params = section(4, 'params')
const names = section(5, 'names')
const pictures = section(6, 'pictures')

const NAMES: readonly unknown[] = [
  'Sells: a break<br>here, <br/>here<br />and <BR>here',
  'Sells: <script>alert("read me as text")</script>',
  'Sells: <img src=x onerror=alert(1)> & &amp; &lt;b&gt;',
  'Sells: رصيد قمرة ١٠٠ درهم',
  'قسيمة دكّاني<br>50 درهمًا',
  'Sells: \u202Eturned round\u202C and back',
  'Sells: 🎮🎁 emoji 👩🏽‍💻 🇦🇪',
  'Sells: Zalgo z\u0351\u036B\u0343a\u0363\u0349l\u0348\u035Eg\u0321o\u034F',
  `Sells: ${'a name without a single space to break at'.replaceAll(' ', '')}${'o'.repeat(200)}`,
  `Sells: ${'a name that goes on and on '.repeat(20)}`,
  'Sells: a newline\nand a tab\there',
  'Sells: {braces} and \'quotes\' "of" %s $1',
  '',
  '   ',
  null,
  12_345,
]

/** All markup except line breaks is text, and a product without a name is still a product. */
const oddNames = (parent_id: number): object[] =>
  NAMES.map((name, at) => product(5000 + at, name, 'qamra-rc', { parent_id }))

const QAMRA = 'pictures/qamra.svg'

/** Pictures that are missing, broken, or not pictures. */
const oddPictures = (parent_id: number, address: string): object[] => {
  const at = (path: string) => `${address}/${path}`
  const pictures: readonly (readonly [string, unknown, unknown])[] = [
    ['both', at(QAMRA), at(QAMRA)],
    ['none', null, null],
    ['only a small one', null, at(QAMRA)],
    ['only a large one', at(QAMRA), null],
    ['empty text', '', ''],
    ['a number', 7, 7],
    ['not found', at('pictures/gone.svg'), at('pictures/gone.svg')],
    ['only the small one not found', at(QAMRA), at('pictures/gone.svg')],
    ['a page, no picture', at('control'), at('control')],
    ['a script', 'javascript:alert(1)', 'javascript:alert(1)'],
    ['in the address itself', 'data:image/svg+xml,<svg/>', 'data:image/svg+xml,<svg/>'],
    ['a file', 'file:///etc/hostname', 'file:///etc/hostname'],
    ['of another host', 'https://pictures.example/a.png', 'https://pictures.example/a.png'],
    ['of another host, without a scheme', '//pictures.example/a.png', '//pictures.example/a.png'],
    ['no address', 'http://', 'http://'],
  ]
  return pictures.map(([name, image_large, image_small], index) =>
    product(6000 + index, `Sells: picture, ${name}`, 'velto_rc', { parent_id, image_large, image_small }),
  )
}

/**
 * Every shape that a wholesaler should not send, in one category per kind. A name begins with the expected result on the terminal, such as `Opens`, `Leads
 * nowhere` or `Dropped`.
 */
export const oddElements = ({ origin, basePath }: Place): unknown[] => [
  // These come before the category that contains them.
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
