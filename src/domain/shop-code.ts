import { toWesternDigits } from './digits.ts'
import { plainCode } from './enrollment-code.ts'

/** The id of a shop in an installation with several. It begins its codes, is part of its cookies and names its schema, so it never changes. */
export const SHOP_ID = /^[a-z][a-z0-9]{0,19}$/

/** A one-time code as it is shown: where there are several shops, it begins with the shop in which it is good. */
export const inShop = (code: string, shopId: string | undefined): string =>
  shopId === undefined ? code : `${shopId.toUpperCase()}-${code}`

/** More than the longest id and its code have, with dashes and spaces. */
export const MAX_CODE_LENGTH = 40

/** What of a typed text can be of a code that begins with a shop. Dashes stay, which set the shop apart. */
export const readCodeOfShop = (typed: string): string =>
  toWesternDigits(typed.normalize('NFKC'))
    .toUpperCase()
    .replaceAll(/\p{Pd}/gu, '-')
    .replace(/[^0-9A-Z-]/g, '')
    .slice(0, MAX_CODE_LENGTH)

/** The id that stands before the last `length` letters and digits of a typed code, if there is one. It need not be that of a shop. */
export function findShopOfCode(typed: string, length: number): string | undefined {
  const id = plainCode(typed).toLowerCase().slice(0, -length)
  return SHOP_ID.test(id) ? id : undefined
}
