import { createHash } from 'node:crypto'

import { spellingsOf } from './find-secrets.mjs'

/** @typedef {import('./find-secrets.mjs').Place} Place */

/** The sandbox makes a code of eight digits that follow from its transaction; here they are, in digits or in letters. */
const IN_DIGITS = /7041[ -]?7[01](\d\d)[ -]?(\d{4})[ -]?(\d\d)/g
const IN_LETTERS = /CANARY([0-9A-Z]{7})/g
const SEEDS = 100_000_000n
/** Of every receipt it prints, in English and in Arabic. */
const RECEIPTS = ['Practice receipt, no money moved.', 'إيصال تدريبي، لم يُدفع أي مبلغ.']

const HEX = /[0-9a-f]{24,}/gi
const BASE64 = /[\w+/-]{16,}/g

/**
 * Codes the sandbox gave out and text of its receipts, at rest where neither may be. A code is named by its transaction and not said back.
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

/** Whether the sandbox made this code, if there is one, for this transaction. */
export const isCodeOf = (/** @type {string} */ transaction, /** @type {string | undefined} */ code) =>
  code === undefined || seedsIn(code).includes(seedOf(transaction))

/** @returns {string[]} */
function seedsIn(/** @type {string} */ text) {
  return [
    ...[...text.matchAll(IN_DIGITS)].map(([, ...digits]) => digits.slice(0, 3).join('')),
    ...[...text.matchAll(IN_LETTERS)].map(([, letters = '']) => String(parseInt(letters, 36)).padStart(8, '0')),
  ]
}

/** What a careless program wrapped as hex or base64, wherever in it the code begins. @returns {string[]} */
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
