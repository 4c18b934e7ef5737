import { completeAll } from './complete-all.mjs'
import { completeBatches } from './complete-batches.mjs'
import { revealAll } from './reveal-all.mjs'

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
