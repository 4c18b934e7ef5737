import { lookup } from 'node:dns/promises'

import { isPrivateAddress } from './trusted-proxies.ts'

export const isInPostgres = (database: string): boolean => /^postgres(ql)?:/.test(database)

export const schemaOf = (shopId: string): string => `shop_${shopId}`

export function inSchema(database: string, schema: string): string {
  const url = new URL(database)
  const options = url.searchParams.get('options')
  url.searchParams.set('options', [...(options === null ? [] : [options]), `-c search_path=${schema}`].join(' '))
  // PostgreSQL's own programs read the URL too, and don't decode a plus as a space.
  url.search = url.search.replaceAll('+', '%20')
  return url.href
}

const SEARCH_PATH = /^.*-c search_path=(\w+)$/

/** Contains no user or password, but the schema if one is set. */
export function nameOf(database: string): string {
  if (!isInPostgres(database)) return database
  const { host, pathname, searchParams } = new URL(database)
  const schema = SEARCH_PATH.exec(searchParams.get('options') ?? '')?.[1]
  return `postgres://${host}${pathname}${schema === undefined ? '' : `, schema ${schema}`}`
}

export function isReadableOnTheWay(database: string): boolean {
  if (!isInPostgres(database)) return false
  const { hostname, searchParams } = new URL(database)
  const isHere = ['', 'localhost', '127.0.0.1', '[::1]'].includes(hostname) || searchParams.get('host')?.startsWith('/')
  return !isHere && ['disable', 'allow', 'prefer', null].includes(searchParams.get('sslmode'))
}

export async function isInPrivateNetwork(database: string): Promise<boolean> {
  if (!isInPostgres(database)) return false
  const addresses = await lookup(new URL(database).hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])
  return addresses.length > 0 && addresses.every(({ address }) => isPrivateAddress(address))
}
