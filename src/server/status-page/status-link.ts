import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

import { findSaleId, type SaleId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { isWaiting } from '#domain/sale/sale.ts'

/** Only paths below this one are for the public network. */
export const STATUS_PATH = '/s/'
/** A wildcard, because the router rejects long parameters with its own message. */
export const STATUS_ROUTE = `${STATUS_PATH}*`
/** The query of a page that doesn't reload automatically. */
export const STAY = 'stay'

const VALID_MS = 30 * 24 * 60 * 60_000
/** 128 bits, as base64url. */
const MAC_LENGTH = 22
/** The shop if there are several, the sale, the expiry (seconds, base 36), and the signature. */
const TOKEN = /^(?:([a-z][a-z0-9]{0,19})\.)?([0-9A-Z]{26})\.([0-9a-z]{1,8})\.([\w-]{22})$/
/** Longer than any link plus what apps append to forwarded links. */
const MAX_LENGTH = 300

export type StatusLinks = {
  /** Only a paid, waiting sale has a link; none in practice. */
  linkTo: (sale: SaleRecord) => string | undefined
  /** `undefined` unless the link is valid and from this shop. */
  findSale: (token: string) => SaleId | undefined
}

type Deps = {
  key: Buffer
  /** The id, if there are several shops. */
  shopId?: string | undefined
  origin: string
  /** Epoch ms. */
  now: () => number
}

/** Derived from the pepper, so every process of a journal has it, and a stolen journal alone signs nothing. */
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
      // A link from the time when this was the only shop names none.
      if (mac === '' || (shop !== undefined && shop !== shopId)) return undefined
      const signed = token.slice(0, -mac.length - 1)
      if (!timingSafeEqual(Buffer.from(sign(signed)), Buffer.from(mac))) return undefined
      return now() < Number.parseInt(ends, 36) * 1000 ? findSaleId(id) : undefined
    },
  }
}

/**
 * What cannot be a link becomes the path itself, so it gets the same answer as any wrong link: for a damaged escape or a zero character the router would use
 * its own message.
 */
export function boundStatusAddress(address: string): string {
  if (!address.startsWith(STATUS_PATH)) return address
  if (address.length > MAX_LENGTH) return STATUS_PATH
  const [token = '', query] = address.slice(STATUS_PATH.length).split('?', 2)
  return TOKEN.test(token) ? `${STATUS_PATH}${token}${query === STAY ? `?${STAY}` : ''}` : STATUS_PATH
}

/** Not verified here: the signature covers the shop. */
export const shopOfStatusAddress = (address: string): string | undefined =>
  TOKEN.exec(address.slice(STATUS_PATH.length).split('?', 1)[0] ?? '')?.[1]
