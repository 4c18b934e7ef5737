/** Amounts are compared in millionths, so that anything a journal or a ledger may contain is compared exactly. */
const PLACES = 6

/** @returns {bigint} Plain decimal text in millionths. Throws for any other text. */
export function amountOf(/** @type {unknown} */ text) {
  const match = /^(\d{1,15})(?:\.(\d{1,6}))?$/.exec(typeof text === 'string' ? text : '')
  if (!match) throw new TypeError(`${JSON.stringify(text)} is no amount`)
  return BigInt((match[1] ?? '') + (match[2] ?? '').padEnd(PLACES, '0'))
}

/** @returns {bigint} Like `amountOf`, for a balance, which is negative where it is owed. */
export function balanceOf(/** @type {unknown} */ text) {
  return typeof text === 'string' && text.startsWith('-') ? -amountOf(text.slice(1)) : amountOf(text)
}

/** The amount as text for people: two decimal places, or more if they are needed. */
export function amountText(/** @type {bigint} */ amount) {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(PLACES + 1, '0')
  const places = digits.slice(-PLACES).replace(/0{1,4}$/, '')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${places}`
}
