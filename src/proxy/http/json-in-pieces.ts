import { inTurns, type Pieces } from '../turns.ts'

/** So many elements become text at once. */
const ELEMENTS_AT_ONCE = 50
/** Writing a character costs so many times what looking at one does. */
const WRITING = 10

/** As `jsonInPieces`, in one buffer and with everything else that waits running in between. */
export async function writeJson(content: object): Promise<Buffer> {
  const written: Buffer[] = []
  await inTurns(jsonInPieces(content, (bytes) => written.push(bytes)))
  return Buffer.concat(written)
}

/** Writes an object as JSON, a piece at a time: the lists that stand right in it may be of any length, and `write` takes the bytes in order. */
export function* jsonInPieces(content: object, write: (bytes: Buffer) => void): Pieces<void> {
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

/** An object whose lists are made while they are written. */
export type InWriting<T> = { [K in keyof T]: T[K] extends readonly (infer E)[] ? Iterable<E> : T[K] }

/** What `toContent` makes of each element, when it is its turn. */
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
