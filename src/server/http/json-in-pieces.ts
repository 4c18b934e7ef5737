import { inTurns, type Chunks } from '../lib/cooperative.ts'

const ELEMENTS_AT_ONCE = 50
/** Writing a character costs as much as reading this many. */
const WRITING = 10

/** Works in turns, so other work runs in between. */
export async function writeJson(content: object): Promise<Buffer> {
  const written: Buffer[] = []
  await inTurns(jsonInPieces(content, (bytes) => written.push(bytes)))
  return Buffer.concat(written)
}

/** Lists that are direct members may be of any length. `write` receives the bytes in order. */
export function* jsonInPieces(content: object, write: (bytes: Buffer) => void): Chunks<void> {
  const add = (text: string) => {
    const bytes = Buffer.from(text)
    write(bytes)
    return bytes.length * WRITING
  }
  let before = '{'
  for (const [name, value] of Object.entries(content) as [string, unknown][]) {
    if (value === undefined) continue
    const key = `${before}${JSON.stringify(name)}:`
    before = ','
    if (!isIterable(value)) {
      yield add(key + JSON.stringify(value))
      continue
    }
    add(`${key}[`)
    let isFirst = true
    for (const some of inBundles(value)) {
      yield add((isFirst ? '' : ',') + JSON.stringify(some).slice(1, -1))
      isFirst = false
    }
    add(']')
  }
  add(before === '{' ? '{}' : '}')
}

/** Its lists are produced while they are written. */
export type InWriting<T> = { [K in keyof T]: T[K] extends readonly (infer E)[] ? Iterable<E> : T[K] }

export function* eachAs<T, U>(elements: readonly T[], toContent: (element: T) => U): Generator<U> {
  for (const element of elements) yield toContent(element)
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value

function* inBundles(elements: Iterable<unknown>): Generator<unknown[]> {
  let bundle: unknown[] = []
  for (const element of elements) {
    bundle.push(element)
    if (bundle.length < ELEMENTS_AT_ONCE) continue
    yield bundle
    bundle = []
  }
  if (bundle.length > 0) yield bundle
}
