import { createHash } from 'node:crypto'

import { spellingsOf } from './find-secrets.mjs'

/** @typedef {import('./find-secrets.mjs').Place} Place */

/** The sandbox derives the eight digits of a code from its transaction. These patterns find them, in digits or in letters. */
const IN_DIGITS = /7041[ -]?7[01](\d\d)[ -]?(\d{4})[ -]?(\d\d)/g
const IN_LETTERS = /SAMPLE([0-9A-Z]{7})/g
const SEEDS = 100_000_000n
/** Text on every receipt that the sandbox prints, in English and in Arabic. */
const RECEIPTS = ['Practice receipt, no money moved.', 'إيصال تدريبي، لم يُدفع أي مبلغ.']

const HEX = /[0-9a-f]{24,}/gi
const BASE64 = /[\w+/-]{16,}/g

/**
 * Finds codes that the sandbox issued and text of its receipts in places where neither may be stored. A code is reported by its transaction and never
 * repeated.
 * @param {readonly Place[]} places
 * @param {readonly string[]} transactions
 * @returns {string[]}
 */
export function findPracticeSecrets(places, transactions) {
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

/** Whether the sandbox derived this code from this transaction. True if there is no code. */
export const isCodeOf = (/** @type {string} */ transaction, /** @type {string | undefined} */ code) =>
  code === undefined || seedsIn(code).includes(seedOf(transaction))

/** @returns {string[]} */
function seedsIn(/** @type {string} */ text) {
  return [
    ...[...text.matchAll(IN_DIGITS)].map(([, ...digits]) => digits.slice(0, 3).join('')),
    ...[...text.matchAll(IN_LETTERS)].map(([, letters = '']) => String(parseInt(letters, 36)).padStart(8, '0')),
  ]
}

/** Decodes what a careless program may have wrapped as hex or base64, at every offset at which the code may begin. @returns {string[]} */
function unwrapped(/** @type {string} */ text) {
  const decode = (
    /** @type {RegExp} */ runs,
    /** @type {'hex' | 'base64'} */ encoding,
    /** @type {number[]} */ offsets,
  ) =>
    (text.match(runs) ?? []).flatMap((run) =>
      offsets.map((offset) => Buffer.from(run.slice(offset), encoding).toString('latin1')),
    )
  return [decode(HEX, 'hex', [0, 1]).join('\n'), decode(BASE64, 'base64', [0, 1, 2, 3]).join('\n')]
}

function seedOf(/** @type {string} */ transaction) {
  const digest = createHash('sha256').update(transaction).digest('hex')
  return String(BigInt(`0x${digest}`) % SEEDS).padStart(8, '0')
}
