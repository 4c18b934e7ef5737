import { createHmac, hkdfSync } from 'node:crypto'

/**
 * With a plain hash, all numbers of a country can be tried in minutes; with this key, derived from the pepper, a stolen journal shows only which entries are
 * alike. A digest is of one place only, so an ending says nothing about the whole number.
 */
export type NumberDigests = (place: 'whole' | 'four' | 'three', digits: string) => string

/** Even a million different numbers do not collide. */
const DIGEST_BYTES = 16

export function createNumberDigests(pepper: Buffer): NumberDigests {
  const key = Buffer.from(hkdfSync('sha256', pepper, '', 'toptill number index', 32))
  return (place, digits) =>
    createHmac('sha256', key).update(`${place} ${digits}`).digest().subarray(0, DIGEST_BYTES).toString('base64url')
}
