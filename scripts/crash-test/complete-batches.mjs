import { elapsed } from './wait.mjs'

const POLL_INTERVAL_MS = 200

/**
 * Acts as a supervisor after closing time: stops every second running batch and watches the others until none is running. After that, all their sales
 * are known. Returns a sentence for each batch that is still running.
 * @param {{
 *   browser: import('./browser.mjs').Browser, witness: import('./witness.mjs').Witness, batches: Iterable<string>, mint: (id: string) => void,
 *   withinMs: number,
 * }} options
 * @returns {Promise<string[]>}
 */
export async function completeBatches({ browser, witness, batches, mint, withinMs }) {
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
