import { elapsed, forEachAtOnce } from './wait.mjs'
import { isComplete } from './witness.mjs'

const POLL_INTERVAL_MS = 200
/** How many sales are read and decided beside each other. */
const AT_ONCE = 8

/**
 * Acts as a supervisor after closing time: abandons what nobody confirmed, decides what waits for a person, and watches the other sales until they
 * are complete. Returns a sentence for each sale that was not complete in time.
 * @param {{ browser: import('./browser.mjs').Browser, witness: import('./witness.mjs').Witness, ids: Iterable<string>, withinMs: number }} options
 * @returns {Promise<string[]>}
 */
export async function completeAll({ browser, witness, ids, withinMs }) {
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
