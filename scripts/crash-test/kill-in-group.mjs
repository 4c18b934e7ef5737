import { createRequire } from 'node:module'

// Loaded into the proxy before everything else, and imported by nothing. Once it is told a place, it ends this process like `kill -9` there, in the next group of
// steps that are committed together: nobody was told of any of them.

/** @typedef {import('./crash-shop.mjs').Place} Place */

/** As `src/proxy/journal/group-commit.ts` names them. */
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
  // Whoever listens to its parent would otherwise not end.
  process.channel?.unref()
}
