import type { Chunks } from '../../lib/cooperative.ts'
import { UnparsedElement } from '../../lib/json/parse-json.ts'
import { fieldProblem, type Place } from './read-fields.ts'

/** A message for each of the first unreadable elements or fields, and how many more there were. */
export type Skipped = { skipped: string[]; moreSkipped?: number }

/** Readable elements in the wholesaler's order. */
export type ListRead<T> = Skipped & { items: T[] }

/** More than anyone reads. */
export const MAX_REASONS = 100

/** Reads in pieces. An element that is too large to be parsed is skipped. */
export function* readElements(
  elements: readonly unknown[],
  { answer, at }: { answer: string; at: string },
  readElement: (element: unknown, place: Place) => string | undefined,
): Chunks<Skipped> {
  const skipped: string[] = []
  let more = 0
  const note = (problem: string) => {
    if (skipped.length < MAX_REASONS) skipped.push(problem)
    else more += 1
  }
  for (const [index, element] of elements.entries()) {
    const problem = readOne(element, { answer, at: `${at}[${index}]`, note }, readElement)
    if (problem !== undefined) note(problem)
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

/** An unreadable element is skipped and doesn't hide the others. Of two with the same id the first counts. */
export function* readList<T extends { id: string }>(
  elements: readonly unknown[],
  list: { answer: string; at: string },
  readItem: (element: unknown, place: Place) => T | string,
): Chunks<ListRead<T>> {
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
