/**
 * @typedef {import('./browser.mjs').Browser} Browser
 * @typedef {import('./browser.mjs').Answer} Answer
 * @typedef {{ number: number, version: number, state: string }} Told What a till read of a sale last.
 * @typedef {ReturnType<typeof createWitness>} Witness
 */

const SETTLED = new Set(['refused', 'succeeded', 'failed', 'cancelled', 'replaced', 'abandoned'])

/** Answers a till may have at any time without anything being wrong. */
const EXPECTED = new Map([
  [200, true],
  [202, true],
  [503, true],
])
const EXPECTED_CONFLICTS = new Set(['duplicate-open', 'duplicate-ask', 'stale-version', 'quote-expired', 'not-now'])

export const isSettled = (/** @type {{ state: string }} */ { state }) => SETTLED.has(state)

/** Remembers what tills were told. What a till has read once is true for ever, whatever was killed in between. */
export function createWitness() {
  /** @type {Map<string, Told>} */
  const told = new Map()
  /** @type {Set<string>} */
  const lies = new Set()

  /**
   * Asks for one sale and remembers the answer.
   * @param {Browser} browser
   * @param {string} id
   * @param {string} method
   * @param {string} step
   * @param {object} [content]
   * @returns {Promise<Answer | undefined>}
   */
  async function ask(browser, id, method, step, content) {
    const before = told.get(id)
    const answer = await browser.ask(method, `/api/sales/${id}${step}`, content)
    if (answer) hear(id, before, answer, `${method} ${step}`)
    return answer
  }

  function hear(
    /** @type {string} */ id,
    /** @type {Told | undefined} */ before,
    /** @type {Answer} */ { status, body },
    /** @type {string} */ question,
  ) {
    const isSale = EXPECTED.has(status) && status !== 503
    // A sale whose opening was never answered may not be there; one that was told is.
    const isUnopened = status === 404 && !before
    const isExpected = EXPECTED.has(status) || isUnopened || (status === 409 && EXPECTED_CONFLICTS.has(body.code))
    if (!isExpected) lies.add(`a till was answered ${status} ${body.code ?? ''} (${body.message ?? ''}) to ${question}`)
    if (!isSale || body.id !== id) return
    if (before) compare(before, body)
    const last = told.get(id)
    if (!last || last.version <= body.version) {
      told.set(id, { number: body.number, version: body.version, state: body.state })
    }
  }

  function compare(/** @type {Told} */ before, /** @type {Told} */ now) {
    const name = `sale ${before.number}`
    if (now.number !== before.number) lies.add(`${name} was told as sale ${now.number} later`)
    if (now.version < before.version) {
      lies.add(`${name} was told at version ${before.version}, and at version ${now.version} later: a write was lost`)
    }
    if (isSettled(before) && now.state !== before.state)
      lies.add(`${name} was told as ${before.state}, and as ${now.state} later`)
  }

  return {
    ask,
    lastOf: (/** @type {string} */ id) => told.get(id),
    /** What was told that is not so, now that the journal can be read. @returns {string[]} */
    compareWith: (/** @type {Map<string, Told>} */ journal) => {
      for (const [id, before] of told) {
        const now = journal.get(id)
        if (now) compare(before, now)
        else lies.add(`sale ${before.number} was told to a till, and the journal does not have it`)
      }
      return [...lies]
    },
  }
}
