import { createRequire } from 'node:module'

// Loaded into the proxy before everything else, and imported by no module. Once it receives a place, it ends this process there like `kill -9`, in
// the next group of steps that are committed together, before anybody was notified of any of them.

/** @typedef {import('./crash-shop.mjs').Place} Place */

/** The statements as `src/proxy/journal/group-commit.ts` has them. */
const BEGIN = 'begin'
const RELEASE = 'release step'
const COMMIT = 'commit'

/** @typedef {{ run: (...values: unknown[]) => unknown }} Statement */

if (process.send) {
  const Libsql = /** @type {{ prototype: { prepare: (sql: string) => Statement } }} */ (
    createRequire(import.meta.url)('libsql')
  )
  const { prepare } = Libsql.prototype
  /** @type {Place | undefined} */
  let place
  let steps = 0

  const diesAt = (/** @type {Place} */ here) => {
    if (place === here && steps > 1) process.kill(process.pid, 'SIGKILL')
  }
  /** @type {Record<string, (run: () => unknown) => unknown>} */
  const watched = {
    [BEGIN]: (run) => {
      steps = 0
      return run()
    },
    [RELEASE]: (run) => {
      const answer = run()
      steps += 1
      diesAt('between two steps')
      return answer
    },
    [COMMIT]: (run) => {
      diesAt('before the commit')
      const answer = run()
      diesAt('after the commit')
      return answer
    },
  }
  Libsql.prototype.prepare = function (/** @type {string} */ sql) {
    const statement = prepare.call(this, sql)
    const watch = watched[sql]
    if (watch) {
      const run = statement.run.bind(statement)
      statement.run = (...values) => watch(() => run(...values))
    }
    return statement
  }
  process.on('message', (/** @type {Place} */ told) => {
    place = told
  })
  // Listening to the parent process would otherwise keep this process alive.
  process.channel?.unref()
}
