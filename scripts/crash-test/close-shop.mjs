import { elapsed, forEachAtOnce } from './wait.mjs'
import { isComplete } from './witness.mjs'

const COMPLETES_WITHIN_MS = 180_000

/**
 * Acts as a supervisor after closing time: lets every batch and every sale complete, and reveals the code of everything that was sold. Returns what
 * could not be done, and the secrets of signing in.
 * @param {{
 *   supervisor: import('./shop-parts.mjs').Hired, witness: import('./witness.mjs').Witness, ids: Iterable<string>, batches: Iterable<string>,
 *   mint: (id: string) => void,
 * }} options
 */
export async function closeShop({ supervisor, witness, ids, batches, mint }) {
  const { browser, pin, signIn } = supervisor
  /** @type {string[]} */
  const secrets = []
  /** The till locked itself while nobody was there. */
  const comeBack = async () => {
    await signIn()
    secrets.push(...browser.secrets())
  }
  await comeBack()
  const ending = { browser, witness, withinMs: COMPLETES_WITHIN_MS }
  const problems = [
    ...(await completeBatches({ ...ending, batches, mint })),
    ...(await completeAll({ ...ending, ids })),
  ]
  await comeBack()
  problems.push(...(await revealAll({ browser, pin, witness, ids })))
  const status = await browser.ask('GET', '/api/status')
  if (status?.body.service !== 'ok')
    problems.push(`in the end the service is ${status?.body.service} (${status?.body.reason ?? 'no reason'})`)
  return { secrets, problems }
}

const POLL_INTERVAL_MS = 200
/** How many sales are read and decided beside each other. */
const AT_ONCE = 8

/**
 * Acts as a supervisor after closing time: abandons what nobody confirmed, decides what waits for a person, and watches the other sales until they
 * are complete. Returns a sentence for each sale that was not complete in time.
 * @param {{ browser: import('./browser.mjs').Browser, witness: import('./witness.mjs').Witness, ids: Iterable<string>, withinMs: number }} options
 * @returns {Promise<string[]>}
 */
async function completeAll({ browser, witness, ids, withinMs }) {
  const startedAt = performance.now()
  /** @type {Map<string, string>} */
  let open = new Map([...ids].map((id) => [id, 'not read']))
  /** @type {Map<string, number>} */
  const finished = new Map()
  for (;;) {
    /** @type {Map<string, string>} */
    const left = new Map()
    await forEachAtOnce(open.keys(), AT_ONCE, async (id) => {
      const answer = await witness.ask(browser, id, 'GET', '')
      if (answer?.status === 404) return
      const sale = answer?.status === 200 ? answer.body : undefined
      if (sale && isComplete(sale)) return
      left.set(id, sale ? `sale ${sale.number} is ${sale.state}` : `sale ${id} cannot be read`)
      if (sale?.state === 'checked') await witness.ask(browser, id, 'POST', '/abandon', {})
      if (sale?.state === 'not-executed') {
        // It is confirmed once more and abandoned after that, because the service may refuse it for good.
        const times = finished.get(id) ?? 0
        finished.set(id, times + 1)
        const step = times === 0 ? '/confirm' : '/abandon'
        await witness.ask(browser, id, 'POST', step, times === 0 ? { version: sale.version } : {})
      }
    })
    open = left
    if (open.size === 0) return []
    if (performance.now() - startedAt > withinMs)
      return [...open.values()].map((sentence) => `${sentence} ${withinMs / 1000} s after the last kill`)
    await elapsed(POLL_INTERVAL_MS)
  }
}

/**
 * Acts as a supervisor after closing time: stops every second running batch and watches the others until none is running. After that, all their sales
 * are known. Returns a sentence for each batch that is still running.
 * @param {{
 *   browser: import('./browser.mjs').Browser, witness: import('./witness.mjs').Witness, batches: Iterable<string>, mint: (id: string) => void,
 *   withinMs: number,
 * }} options
 * @returns {Promise<string[]>}
 */
async function completeBatches({ browser, witness, batches, mint, withinMs }) {
  const startedAt = performance.now()
  let open = [...batches]
  for (;;) {
    /** @type {string[]} */
    const left = []
    for (const [index, id] of open.entries()) {
      const answer = await witness.askBatch(browser, id, 'GET', '', mint)
      if (answer?.status === 404) continue
      if (answer && answer.body.state !== 'running' && answer.status < 300) continue
      left.push(id)
      if (index % 2 === 0) await witness.askBatch(browser, id, 'POST', '/stop', mint, {})
    }
    open = left
    if (open.length === 0) return []
    if (performance.now() - startedAt > withinMs)
      return open.map((id) => `quantity ${id} still runs ${withinMs / 1000} s after the last kill`)
    await elapsed(POLL_INTERVAL_MS)
  }
}

const LOOK_INTERVAL_MS = 120
const LOOKS = 200

/**
 * A supervisor reveals the code of every voucher that was sold. However often the proxy died, find still returns the code. Returns a sentence for
 * each code that could not be shown.
 * @param {{
 *   browser: import('./browser.mjs').Browser, pin: string, witness: import('./witness.mjs').Witness, ids: Iterable<string>,
 * }} options
 * @returns {Promise<string[]>}
 */
async function revealAll({ browser, pin, witness, ids }) {
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
    else await elapsed(LOOK_INTERVAL_MS)
  }
  return false
}
