import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { CommandError } from '../command.mjs'

/** Shorter canaries occur in numbers or ids by chance. */
const MIN_CANARY = 6
const SIGNED = /"hash"\s*:\s*"[0-9a-f]{32}"/
const HASH = /[0-9a-f]{32,}/g

/** The bytes of a file, or the content of the journal's tables. */
export type Place = { name: string; text: string }
type Secrets = { canaries: readonly string[]; posId: string; keys: readonly bigint[] }

export function readPlaces(paths: readonly string[]): Place[] {
  return [...new Set(paths.flatMap(filesIn))].map((name) => ({ name, text: readFileSync(name, 'latin1') }))
}

function filesIn(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) throw new CommandError(`There is no ${path}.`)
  if (stat.isDirectory()) return readdirSync(path).flatMap((name) => filesIn(join(path, name)))
  return stat.isFile() ? [path] : []
}

/**
 * Secrets of the run must not be stored in any encoding, nor the hashes of a token with the keys that the service saw. A report is stored, too, so it
 * never repeats a canary.
 */
export function findSecrets(places: Place[], { canaries, posId, keys }: Secrets): string[] {
  const short = canaries.find((canary) => canary.length < MIN_CANARY)
  if (short !== undefined)
    throw new CommandError(
      `A canary has to be ${MIN_CANARY} characters long at least: shorter ones are found by chance.`,
    )
  const byBeginning = byBeginningOf(canaries)
  const hashes = new Set(canaries.flatMap((token) => keys.map((key) => hashOf(`${posId}${token}${key}`))))
  return places.flatMap(({ name, text }) => [
    ...canariesIn(text, byBeginning).map((index) => `canary ${index + 1} is at rest in ${name}`),
    ...(SIGNED.test(text) ? [`a signed request is at rest in ${name}`] : []),
    ...((text.match(HASH) ?? []).some((found) => hashes.has(found))
      ? [`the hash of a request is at rest in ${name}`]
      : []),
  ])
}

/** Finds all encodings in one pass over a text, by their first characters. */
function byBeginningOf(canaries: readonly string[]) {
  const byBeginning = new Map<string, { spelling: string; index: number }[]>()
  for (const [index, canary] of canaries.entries())
    for (const spelling of new Set(spellingsOf(canary))) {
      const beginning = spelling.slice(0, MIN_CANARY)
      byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), { spelling, index }])
    }
  return byBeginning
}

function canariesIn(text: string, byBeginning: ReturnType<typeof byBeginningOf>) {
  const found = new Set<number>()
  // Almost everywhere, the first two characters already rule out a canary.
  const isBeginning = new Uint8Array(0x10000)
  for (const beginning of byBeginning.keys()) isBeginning[pairAt(beginning, 0)] = 1
  for (let at = 0; at <= text.length - MIN_CANARY; at += 1) {
    if (isBeginning[pairAt(text, at)] === 0) continue
    for (const { spelling, index } of byBeginning.get(text.slice(at, at + MIN_CANARY)) ?? [])
      if (text.startsWith(spelling, at)) found.add(index)
  }
  return [...found].toSorted((one, other) => one - other)
}

/** Two characters as one number, which is not unique if they are not Latin. */
const pairAt = (text: string, at: number) => ((text.charCodeAt(at) << 8) ^ text.charCodeAt(at + 1)) & 0xffff

/** A canary unchanged and in each encoding that a careless program might use. */
function spellingsOf(canary: string): string[] {
  const bytes = Buffer.from(canary)
  return [
    bytes.toString('latin1'),
    bytes.toString('hex'),
    encodeURIComponent(canary),
    // The last characters of base64 depend on the bytes that follow.
    bytes.toString('base64').replace(/.?=*$/, ''),
    bytes.toString('base64url').replace(/.$/, ''),
    JSON.stringify(canary).slice(1, -1),
  ]
}

const hashOf = (text: string) => createHash('md5').update(text).digest('hex')

/** The sandbox derives the eight digits of a code from its transaction. These patterns find them, in digits or in letters. */
const IN_DIGITS = /7041[ -]?7[01](\d\d)[ -]?(\d{4})[ -]?(\d\d)/g
const IN_LETTERS = /SAMPLE([0-9A-Z]{7})/g
const SEEDS = 100_000_000n
const RECEIPTS = ['Practice receipt, no money moved.', 'إيصال تدريبي، لم يُدفع أي مبلغ.']

const HEX = /[0-9a-f]{24,}/gi
const BASE64 = /[\w+/-]{16,}/g

/** Finds the sandbox's codes and receipt texts, which must not be stored. A code is reported by its transaction and never repeated. */
export function findPracticeSecrets(places: readonly Place[], transactions: readonly string[]): string[] {
  const bySeed = new Map(transactions.map((id) => [seedOf(id), id]))
  const receipts = RECEIPTS.flatMap(spellingsOf)
  return places.flatMap(({ name, text }) => {
    const seeds = [text, ...unwrapped(text)].flatMap(seedsIn)
    const whose = new Set(seeds.map((seed) => bySeed.get(seed) ?? 'nobody knows which'))
    return [
      ...[...whose].map((id) => `the code of transaction ${id} is at rest in ${name}`),
      ...(receipts.some((receipt) => text.includes(receipt)) ? [`text of a receipt is at rest in ${name}`] : []),
    ]
  })
}

/** Also true if there is no code. */
export const isCodeOf = (transaction: string, code: string | undefined) =>
  code === undefined || seedsIn(code).includes(seedOf(transaction))

function seedsIn(text: string): string[] {
  return [
    ...[...text.matchAll(IN_DIGITS)].map(([, ...digits]) => digits.slice(0, 3).join('')),
    ...[...text.matchAll(IN_LETTERS)].map(([, letters = '']) => String(parseInt(letters, 36)).padStart(8, '0')),
  ]
}

/** Decodes hex and base64 at every offset at which a code may begin. */
function unwrapped(text: string): string[] {
  const decode = (runs: RegExp, encoding: 'hex' | 'base64', offsets: number[]) =>
    (text.match(runs) ?? []).flatMap((run) =>
      offsets.map((offset) => Buffer.from(run.slice(offset), encoding).toString('latin1')),
    )
  return [decode(HEX, 'hex', [0, 1]).join('\n'), decode(BASE64, 'base64', [0, 1, 2, 3]).join('\n')]
}

function seedOf(transaction: string) {
  const digest = createHash('sha256').update(transaction).digest('hex')
  return String(BigInt(`0x${digest}`) % SEEDS).padStart(8, '0')
}
