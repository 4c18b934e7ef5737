import { elapsed, forEachAtOnce } from './wait.mjs'

const POLL_INTERVAL_MS = 120
const LOOKS = 200
/** How many codes are asked for beside each other. */
const AT_ONCE = 8

/**
 * A supervisor reveals the code of every voucher that was sold. However often the proxy died, find still returns the code. Returns a sentence for
 * each code that could not be shown.
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
  /** @type {string[]} */
  const missing = []
  await forEachAtOnce(sold, AT_ONCE, async ({ id, number }) => {
    if (!(await isShown({ browser, pin, witness, id }))) missing.push(`the code of sale ${number} cannot be shown`)
  })
  return missing
}

/** The proxy calls find no sooner than its polling interval allows, so this tries more than once. */
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
    // A person who signed in long ago has to enter the PIN again.
    if (answer?.status === 401) proof = { pin }
    else await elapsed(POLL_INTERVAL_MS)
  }
  return false
}
