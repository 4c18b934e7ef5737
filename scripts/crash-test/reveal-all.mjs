import { elapsed } from './wait.mjs'

const POLL_INTERVAL_MS = 120
const LOOKS = 200

/**
 * A supervisor looks at the code of every voucher that was sold, however often the proxy died since: it is there, found anew. Answers what
 * could not be shown, one sentence each.
 * @param {{
 *   browser: import('./browser.mjs').Browser, pin: string, witness: import('./witness.mjs').Witness, ids: Iterable<string>,
 * }} options
 * @returns {Promise<string[]>}
 */
export async function revealAll({ browser, pin, witness, ids }) {
  const sold = [...ids].flatMap((id) => {
    const sale = witness.lastOf(id)
    return sale?.voucher === undefined ? [] : [{ id, number: sale.number }]
  })
  const missing = []
  for (const { id, number } of sold) {
    if (!(await isShown({ browser, pin, witness, id }))) missing.push(`the code of sale ${number} cannot be shown`)
  }
  return missing
}

/** Find is not asked sooner than the pace allows: then it is a look later. */
async function isShown(
  /** @type {{ browser: import('./browser.mjs').Browser, pin: string, witness: import('./witness.mjs').Witness, id: string }} */ {
    browser,
    pin,
    witness,
    id,
  },
) {
  /** @type {object} */
  let proof = {}
  for (let look = 0; look < LOOKS; look += 1) {
    const answer = await witness.ask(browser, id, 'POST', '/reveal', { reason: 'the crash test looks', ...proof })
    if (answer?.status === 200 && answer.body.voucher) return true
    // Whoever signed in long ago types the PIN once more.
    if (answer?.status === 401) proof = { pin }
    else await elapsed(POLL_INTERVAL_MS)
  }
  return false
}
