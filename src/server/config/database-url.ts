import { lookup } from 'node:dns/promises'

import { isPrivateAddress } from './trusted-proxies.ts'

/** Whether a journal is in PostgreSQL; any other is a file. */
export const isInPostgres = (database: string): boolean => /^postgres(ql)?:/.test(database)

/** The schema in which the journal of one of several shops is. */
export const schemaOf = (shopId: string): string => `shop_${shopId}`

/** The address of a journal in a schema of this database: whatever opens it finds its tables there and nowhere else. */
export function inSchema(database: string, schema: string): string {
  const url = new URL(database)
  const options = url.searchParams.get('options')
  url.searchParams.set('options', [...(options === null ? [] : [options]), `-c search_path=${schema}`].join(' '))
  // Programs of PostgreSQL read an address, too, and take a plus for a plus.
  url.search = url.search.replaceAll('+', '%20')
  return url.href
}

const SEARCH_PATH = /^.*-c search_path=(\w+)$/

/** A journal in a sentence: the file, or the database without its user and password, and the schema where one is named. */
export function nameOf(database: string): string {
  if (!isInPostgres(database)) return database
  const { host, pathname, searchParams } = new URL(database)
  const schema = SEARCH_PATH.exec(searchParams.get('options') ?? '')?.[1]
  return `postgres://${host}${pathname}${schema === undefined ? '' : `, schema ${schema}`}`
}

/** Whether what is written to a journal may pass other machines without being encrypted. */
export function isReadableOnTheWay(database: string): boolean {
  if (!isInPostgres(database)) return false
  const { hostname, searchParams } = new URL(database)
  const isHere = ['', 'localhost', '127.0.0.1', '[::1]'].includes(hostname) || searchParams.get('host')?.startsWith('/')
  return !isHere && ['disable', 'allow', 'prefer', null].includes(searchParams.get('sslmode'))
}

/** Whether the server of a journal in PostgreSQL has addresses of private networks alone. */
export async function isInPrivateNetwork(database: string): Promise<boolean> {
  if (!isInPostgres(database)) return false
  const addresses = await lookup(new URL(database).hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])
  return addresses.length > 0 && addresses.every(({ address }) => isPrivateAddress(address))
}
