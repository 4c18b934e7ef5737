/** Whole fils, hundredths of a dirham, so no sum is ever rounded by accident. */
export type Fils = bigint

/** Reads plain decimal text, or a number through its shortest text. `undefined` for a sign, an exponent or fractions of a fils. */
export function findFils(value: number | string): Fils | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(String(value))
  if (!match) return undefined
  return BigInt(match[1] + (match[2] ?? '').padEnd(2, '0'))
}

/** Like `findFils`, for amounts in our own source, which may be negative. Throws for an invalid one. */
export function fils(value: number | string): Fils {
  const [, minus, amount = ''] = /^(-?)(.*)$/.exec(String(value)) ?? []
  const read = findFils(amount)
  if (read === undefined) throw new Error(`not an amount in fils: ${value}`)
  return minus ? -read : read
}

/** In dirhams, with two decimals. */
export function filsText(amount: Fils): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** In dirhams. */
export function filsNumber(amount: Fils): number {
  return Number(filsText(amount))
}
