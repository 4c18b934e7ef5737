/** In millionths, every amount of a journal or a ledger can be compared exactly. */
const PLACES = 6

/** Throws unless the text is plain decimal. */
export function amountOf(text: unknown): bigint {
  const match = /^(\d{1,15})(?:\.(\d{1,6}))?$/.exec(typeof text === 'string' ? text : '')
  if (!match) throw new TypeError(`${JSON.stringify(text)} is no amount`)
  return BigInt((match[1] ?? '') + (match[2] ?? '').padEnd(PLACES, '0'))
}

/** Like `amountOf`, for a balance, which may be negative. */
export function balanceOf(text: unknown): bigint {
  return typeof text === 'string' && text.startsWith('-') ? -amountOf(text.slice(1)) : amountOf(text)
}

/** Formats an amount for people: with two decimal places, or more if needed. */
export function amountText(amount: bigint) {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(PLACES + 1, '0')
  const places = digits.slice(-PLACES).replace(/0{1,4}$/, '')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${places}`
}

export function groupBy<T, K>(values: Iterable<T>, keyOf: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

export function repeated<T>(values: Iterable<T>): T[] {
  return [...groupBy(values, (value) => value)].filter(([, group]) => group.length > 1).map(([value]) => value)
}
