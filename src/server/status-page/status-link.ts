import { findSaleId, type SaleId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { isWaiting } from '#domain/sale/sale.ts'
import { createSignedTokens, shopOfToken, tokenForm, tokenKeyOf } from '../lib/signed-tokens.ts'

/** Only paths below this one are for the public network. */
export const STATUS_PATH = '/s/'
/** A wildcard, because the router rejects long parameters with its own message. */
export const STATUS_ROUTE = `${STATUS_PATH}*`
/** The query of a page that doesn't reload automatically. */
export const STAY = 'stay'

const VALID_MS = 30 * 24 * 60 * 60_000
const TOKEN = tokenForm('([0-9A-Z]{26})\\.')
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

export const statusKeyOf = (pepper: Buffer): Buffer => tokenKeyOf(pepper, 'status links')

export function createStatusLinks({ key, shopId, origin, now }: Deps): StatusLinks {
  const tokens = createSignedTokens({ key, form: TOKEN, shopId, now })
  return {
    linkTo: (sale) =>
      isWaiting(sale) && !sale.isPractice
        ? `${origin}${STATUS_PATH}${tokens.sign([sale.id], sale.openedAt + VALID_MS)}`
        : undefined,
    findSale: (token) => findSaleId(tokens.read(token)?.[0] ?? ''),
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

export const shopOfStatusAddress = (address: string): string | undefined =>
  shopOfToken(TOKEN, address.slice(STATUS_PATH.length).split('?', 1)[0] ?? '')
