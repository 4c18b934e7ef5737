import { toWesternDigits } from './text/digits.ts'
import { plainCode } from './enrollment-code.ts'

/** Of one of several shops. Part of codes and cookies and names the schema, so it never changes. */
export const SHOP_ID = /^[a-z][a-z0-9]{0,19}$/

export const inShop = (code: string, shopId: string | undefined): string =>
  shopId === undefined ? code : `${shopId.toUpperCase()}-${code}`

/** More than an id and a code with dashes and spaces need. */
export const MAX_CODE_LENGTH = 40

/** Keeps dashes, which separate the shop's id from the code. */
export const readCodeOfShop = (typed: string): string =>
  toWesternDigits(typed.normalize('NFKC'))
    .toUpperCase()
    .replaceAll(/\p{Pd}/gu, '-')
    .replace(/[^0-9A-Z-]/g, '')
    .slice(0, MAX_CODE_LENGTH)

/** The id before the last `length` characters. A shop with this id need not exist. */
export function findShopOfCode(typed: string, length: number): string | undefined {
  const id = plainCode(typed).toLowerCase().slice(0, -length)
  return SHOP_ID.test(id) ? id : undefined
}
