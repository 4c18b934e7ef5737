import { toWesternDigits } from '#domain/phone.ts'

/** The digits of an amount and one point, as far as they can be sold: no needless zeros in front. */
export function cleanAmountText(typed: string): string {
  const [whole = '', ...rest] = toWesternDigits(typed)
    .replace(/[,٫]/g, '.')
    .replace(/[^\d.]/g, '')
    .split('.')
  const head = whole.replace(/^0+(?=\d)/, '').slice(0, 9)
  return rest.length === 0 ? head : `${head || '0'}.${rest.join('').slice(0, 6)}`
}
