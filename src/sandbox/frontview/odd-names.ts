import { product } from './element.ts'

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

/** Names: what is no line break is text, and a product without a name is one. */
export const oddNames = (parent_id: number): object[] =>
  NAMES.map((name, at) => product(5000 + at, name, 'qamra-rc', { parent_id }))
