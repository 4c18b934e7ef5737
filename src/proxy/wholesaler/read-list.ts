import type { Pieces } from '../turns.ts'
import { UnparsedElement } from './parse-json.ts'
import { fieldProblem, type Place } from './read-fields.ts'

/** What could not be read of a list: the first reasons, and how many more there were, where there were more. */
export type Skipped = { skipped: string[]; moreSkipped?: number }

/** Elements that could be read, by id in the wholesaler's order, and what was left out by name. */
export type ListRead<T> = Skipped & { items: T[] }

/** Of a list that is odd from end to end nobody reads more. */
const MAX_REASONS = 100

/** Reads one element after the other, in pieces; one that is too large to be parsed is left out. */
export function* readElements(
  elements: readonly unknown[],
  { answer, at }: { answer: string; at: string },
  readElement: (element: unknown, place: Place) => string | undefined,
): Pieces<Skipped> {
  const skipped: string[] = []
  let more = 0
  for (const [index, element] of elements.entries()) {
    const place = { answer, at: `${at}[${index}]` }
    const problem = readOne(element, place, readElement)
    if (problem !== undefined && skipped.length < MAX_REASONS) skipped.push(problem)
    else if (problem !== undefined) more += 1
    yield element instanceof UnparsedElement ? element.work : 0
  }
  return { skipped, ...(more > 0 ? { moreSkipped: more } : {}) }
}

function readOne(
  element: unknown,
  place: Place,
  readElement: (element: unknown, place: Place) => string | undefined,
): string | undefined {
  if (!(element instanceof UnparsedElement)) return readElement(element, place)
  return element.isTooLarge ? fieldProblem(place, '', 'is too large') : readElement(element.parse(), place)
}

/** Reads one element after the other: an odd one is left out and does not hide the others; of two with one id the first stays. */
export function* readList<T extends { id: string }>(
  elements: readonly unknown[],
  list: { answer: string; at: string },
  readItem: (element: unknown, place: Place) => T | string,
): Pieces<ListRead<T>> {
  const items = new Map<string, T>()
  const skipped = yield* readElements(elements, list, (element, place) => {
    const item = readItem(element, place)
    if (typeof item === 'string') return item
    if (item.id === '') return fieldProblem(place, 'id', 'is empty')
    if (items.has(item.id)) return fieldProblem(place, 'id', 'is that of another one')
    items.set(item.id, item)
    return undefined
  })
  return { items: [...items.values()], ...skipped }
}
