import { product } from './element.ts'

const DEPTH = 20
const nested = (depth: number): unknown => (depth === 0 ? 'the bottom' : { deeper: nested(depth - 1) })

const SHAPES: readonly (readonly [string, unknown])[] = [
  ['an empty list', []],
  ['an empty object', {}],
  ['null', null],
  ['empty text', ''],
  ['text', 'warning'],
  ['a number', 7],
  ['false', false],
  ['a list with entries', [{ warning: 'Not shown: it lies in a list.' }]],
  ['JSON text of an object', '{"warning":"Shown: it lies in JSON text."}'],
  ['JSON text of a list', '[1,2]'],
  ['JSON text of null', 'null'],
  ['JSON text of text', '"{}"'],
  ['JSON text that breaks off', '{"warning":"Not sh'],
  ['JSON text with a prototype key', '{"__proto__":{"warning":"Not shown"}}'],
  ['a warning that is a number', { warning: 5 }],
  ['an empty warning', { warning: ' ' }],
  ['a warning with tags', { warning: 'Read this first.<br><script>alert(1)</script>' }],
  ['a long warning', { warning: 'Works only on accounts opened in this country. '.repeat(40) }],
  [`${DEPTH} objects in one another`, nested(DEPTH)],
  [`JSON text of ${DEPTH} of them`, JSON.stringify(nested(DEPTH))],
  ['fields like those of every object', { constructor: 1, toString: null, hasOwnProperty: [] }],
]

/** `params` in every shape. None of them prevents a product from being sold. */
export const oddParams = (parent_id: number): object[] =>
  SHAPES.map(([shape, params], at) =>
    product(4000 + at, `Sells: params is ${shape}`, 'qamra-rc', { parent_id, params }),
  )
