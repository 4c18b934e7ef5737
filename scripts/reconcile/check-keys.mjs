import { repeated } from './group-by.mjs'

/**
 * @typedef {import('./journal-content.mjs').Journal} Journal
 * @typedef {import('./read-ledger.mjs').Ledger} Ledger
 */

/** Keys grow in the order of calls, none is used twice, and none is above the key mark in the journal. @returns {string[]} */
export function checkKeys(/** @type {Journal} */ { mark }, /** @type {Ledger} */ { accepted, stale }) {
  const all = [...accepted, ...stale]
  const fallen = accepted.filter(({ key }, index) => index > 0 && key <= (accepted[index - 1]?.key ?? 0n))
  return [
    ...fallen.map(({ key, path }) => `key ${key} of ${path} was accepted after a key that is not smaller`),
    ...repeated(all.map(({ key }) => key)).map((key) => {
      const paths = all.filter((request) => request.key === key).map(({ path }) => path)
      return `key ${key} was used ${paths.length} times: ${paths.join(', ')}`
    }),
    ...all
      .filter(({ key }) => key > mark)
      .map(({ key, path }) => `key ${key} of ${path} lies above the journal's mark ${mark}`),
  ]
}
