import { fieldProblem, type Place } from './read-fields.ts'

/** Elements that could be read, by id in the wholesaler's order, and what was left out by name. */
export type ListRead<T> = { items: T[]; leftOut: string[] }

/** Reads one element after the other: an odd one is left out and does not hide the others; of two with one id the first stays. */
export function readList<T extends { id: string }>(
  elements: readonly unknown[],
  { answer, at }: { answer: string; at: string },
  readItem: (element: unknown, place: Place) => T | string,
): ListRead<T> {
  const items = new Map<string, T>()
  const leftOut: string[] = []
  for (const [index, element] of elements.entries()) {
    const place = { answer, at: `${at}[${index}]` }
    const item = readItem(element, place)
    if (typeof item === 'string') leftOut.push(item)
    else if (item.id === '') leftOut.push(fieldProblem(place, 'id', 'is empty'))
    else if (items.has(item.id)) leftOut.push(fieldProblem(place, 'id', 'is that of another one'))
    else items.set(item.id, item)
  }
  return { items: [...items.values()], leftOut }
}
