import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { Stop } from '../say.mjs'

/** Shorter ones stand in some number or id by chance. */
const SHORTEST_CANARY = 6
const SIGNED = /"hash"\s*:\s*"[0-9a-f]{32}"/
const HASH = /[0-9a-f]{32,}/g

/**
 * @typedef {{ name: string, text: string }} Place Somewhere at rest: a file's bytes, or what the journal's tables hold.
 * @typedef {{ canaries: readonly string[], posId: string, keys: readonly bigint[] }} Secrets
 */

/** Every file under these paths, read byte for byte. @returns {Place[]} */
export function readPlaces(/** @type {readonly string[]} */ paths) {
  return [...new Set(paths.flatMap(filesIn))].map((name) => ({ name, text: readFileSync(name, 'latin1') }))
}

/** @returns {string[]} */
function filesIn(/** @type {string} */ path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) throw new Stop(`There is no ${path}.`)
  if (stat.isDirectory()) return readdirSync(path).flatMap((name) => filesIn(join(path, name)))
  return stat.isFile() ? [path] : []
}

/**
 * Secrets that were known while it ran and must be nowhere now, in any spelling, and the hashes a token made of the keys the service saw.
 * The canaries are not said back: a report is a place, too. @returns {string[]}
 */
export function findSecrets(/** @type {Place[]} */ places, /** @type {Secrets} */ { canaries, posId, keys }) {
  const short = canaries.find((canary) => canary.length < SHORTEST_CANARY)
  if (short !== undefined)
    throw new Stop(`A canary has to be ${SHORTEST_CANARY} characters long at least: shorter ones are found by chance.`)
  const spellings = canaries.map((canary) => spellingsOf(canary))
  const hashes = new Set(canaries.flatMap((token) => keys.map((key) => hashOf(`${posId}${token}${key}`))))
  return places.flatMap(({ name, text }) => [
    ...spellings.flatMap((spelled, index) =>
      spelled.some((one) => text.includes(one)) ? [`canary ${index + 1} is at rest in ${name}`] : [],
    ),
    ...(SIGNED.test(text) ? [`a signed request is at rest in ${name}`] : []),
    ...((text.match(HASH) ?? []).some((found) => hashes.has(found))
      ? [`the hash of a request is at rest in ${name}`]
      : []),
  ])
}

/** As it is, and as a careless program would wrap it. @returns {string[]} */
export function spellingsOf(/** @type {string} */ canary) {
  const bytes = Buffer.from(canary)
  return [
    bytes.toString('latin1'),
    bytes.toString('hex'),
    encodeURIComponent(canary),
    // Its last characters depend on what follows.
    bytes.toString('base64').replace(/.?=*$/, ''),
    bytes.toString('base64url').replace(/.$/, ''),
    JSON.stringify(canary).slice(1, -1),
  ]
}

const hashOf = (/** @type {string} */ text) => createHash('md5').update(text).digest('hex')
