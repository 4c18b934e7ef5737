import { ulid } from 'ulid'

import { elapsed } from './wait.mjs'

/** A person would not wait as long for an answer before the next try. */
export const TRY_MS = 2_000
const TRY_INTERVAL_MS = 50

/**
 * Sells again and again until a sale has succeeded, as a cashier would who wants to know whether it works again. Returns whether it did in time.
 * @param {{
 *   browser: import('./browser.mjs').Browser, witness: import('./witness.mjs').Witness, chance: import('./random.mjs').Chance,
 *   mint: (id: string) => void,
 * }} till
 * @param {number} withinMs
 */
export async function sellNext({ browser, witness, chance, mint }, withinMs) {
  const until = performance.now() + withinMs
  let [id, account] = ['', '']
  while (performance.now() < until) {
    if (id === '') {
      ;[id, account] = [ulid(), `97150${chance.digits(7)}`]
      mint(id)
    }
    const content = { kind: 'direct', serviceId: 'qamra-rc', amount: '25', account }
    const opened = await witness.ask(browser, id, 'PUT', '', content)
    if (opened?.status === 200 && opened.body.state === 'checked') {
      const { version } = opened.body
      const confirmed = await witness.ask(browser, id, 'POST', '/confirm', { version })
      if (confirmed?.status === 200 && confirmed.body.state === 'succeeded') return true
    }
    // What was answered is not asked again, and the next try is another sale.
    if (opened && opened.status !== 503) id = ''
    await elapsed(TRY_INTERVAL_MS)
  }
  return false
}
