import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

import { findSaleId, type SaleId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { isWaiting } from '#domain/sale/sale.ts'

/** What is below it is for the open network, and nothing else is. */
export const STATUS_PATH = '/s/'
/** The route of all of it, however long: a router refuses long parameters in words of its own. */
export const STATUS_ROUTE = `${STATUS_PATH}*`
/** The query of a page that does not look again by itself. */
export const STAY = 'stay'

const VALID_MS = 30 * 24 * 60 * 60_000
/** 128 bits, as base64url. */
const MAC_LENGTH = 22
/** The shop where there are several, the sale, when the link ends (seconds, base 36), and the signature. No other letter is taken. */
const TOKEN = /^(?:([a-z][a-z0-9]{0,19})\.)?([0-9A-Z]{26})\.([0-9a-z]{1,8})\.([\w-]{22})$/
/** Longer than any link, with what others append to links that are passed on. */
const MAX_LENGTH = 300

/** The links to the sales of one shop. */
export type StatusLinks = {
  /** Where the customer of a sale follows it; nothing unless they paid and wait, and nothing of practice. */
  linkTo: (sale: SaleRecord) => string | undefined
  /** The sale that a link of this shop names, as long as it is good. */
  findSale: (token: string) => SaleId | undefined
}

type Deps = {
  key: Buffer
  /** Which one it is of several shops. */
  shopId?: string | undefined
  /** What links begin with. */
  origin: string
  /** Epoch ms. */
  now: () => number
}

/** The key of the signatures. It follows from the pepper, so every process of a journal has it, and a stolen journal alone signs nothing. */
export const statusKeyOf = (pepper: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'toptill status links', 32))

export function createStatusLinks({ key, shopId, origin, now }: Deps): StatusLinks {
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url').slice(0, MAC_LENGTH)
  return {
    linkTo: (sale) => {
      if (!isWaiting(sale) || sale.isPractice) return undefined
      const ends = Math.ceil((sale.openedAt + VALID_MS) / 1000).toString(36)
      const signed = [...(shopId === undefined ? [] : [shopId]), sale.id, ends].join('.')
      return `${origin}${STATUS_PATH}${signed}.${sign(signed)}`
    },
    findSale: (token) => {
      const [, shop, id = '', ends = '', mac = ''] = TOKEN.exec(token) ?? []
      // A link that was made when this was the only shop names none.
      if (mac === '' || (shop !== undefined && shop !== shopId)) return undefined
      const signed = token.slice(0, -mac.length - 1)
      if (!timingSafeEqual(Buffer.from(sign(signed)), Buffer.from(mac))) return undefined
      return now() < Number.parseInt(ends, 36) * 1000 ? findSaleId(id) : undefined
    },
  }
}

/**
 * The address of a request as routers see it. Whatever is below our path and cannot be a link becomes the path itself, at which nothing is, so that
 * it is answered as every other one: a damaged escape or a zero character would be refused in words of their own.
 */
export function boundStatusAddress(address: string): string {
  if (!address.startsWith(STATUS_PATH)) return address
  if (address.length > MAX_LENGTH) return STATUS_PATH
  const [token = '', query] = address.slice(STATUS_PATH.length).split('?', 2)
  return TOKEN.test(token) ? `${STATUS_PATH}${token}${query === STAY ? `?${STAY}` : ''}` : STATUS_PATH
}

/** The id of the shop that an address below our path names, true or not: the signature covers it. */
export const shopOfStatusAddress = (address: string): string | undefined =>
  TOKEN.exec(address.slice(STATUS_PATH.length).split('?', 1)[0] ?? '')?.[1]
