import type { Denomination } from '#domain/international.ts'

/** Which of some products have a name that says more than the operator and the amount, which stand beside it anyway. */
export function findDistinctiveNames(
  denominations: readonly Denomination[],
  operator: string,
): ReadonlySet<Denomination> {
  const rests = new Map(denominations.map((each) => [each, restOf(each, operator)]))
  // The same word before every amount, such as "Load 50" and "Load 100", tells none from another.
  if (denominations.length > 1 && new Set(rests.values()).size === 1) return new Set()
  return new Set(denominations.filter((each) => /[\p{L}\p{N}]/u.test(rests.get(each) ?? '')))
}

/** What is left of a name without operator, currency and its own amount. */
function restOf({ name, gets }: Denomination, operator: string): string {
  const figure = withoutZeros(gets.amount)
  const words = [operator, gets.currency].reduce(
    (text, word) => text.replaceAll(word.toLowerCase(), ' '),
    name.toLowerCase(),
  )
  return words
    .replaceAll(/(?<=\d),(?=\d)/g, '')
    .replaceAll(/\d+(\.\d+)?/g, (number) => (withoutZeros(number) === figure ? ' ' : number))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const withoutZeros = (number: string) => number.replace(/\.0+$/, '')
