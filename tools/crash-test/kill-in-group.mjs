import { createRequire } from 'node:module'

// Preloaded into the server; no module imports it. When a message contains a place, this process is killed as with `kill -9` at that place in the
// next group of steps that are committed together, before anyone is notified of them.

/** @typedef {import('./shops.ts').Place} Place */

/** The statements as in `src/server/database/drivers/group-commit.ts`. */
const BEGIN = 'begin'
const RELEASE = 'release step'
const COMMIT = 'commit'

/**
 * @typedef {{ run: (...values: unknown[]) => unknown }} Statement
 * @typedef {(query: string | { text: string }, ...more: unknown[]) => unknown} Ask
 */

if (process.send) {
  const load = createRequire(import.meta.url)
  /** @type {Place | undefined} */
  let place
  let steps = 0

  const diesAt = (/** @type {Place} */ here) => {
    if (place === here && steps > 1) process.kill(process.pid, 'SIGKILL')
  }
  const before = (/** @type {string} */ sql) => {
    if (sql === BEGIN) steps = 0
    if (sql === COMMIT) diesAt('before the commit')
  }
  const after = (/** @type {string} */ sql) => {
    if (sql === RELEASE) {
      steps += 1
      diesAt('between two steps')
    }
    if (sql === COMMIT) diesAt('after the commit')
  }

  const { prototype: libsql } = /** @type {{ prototype: { prepare: (sql: string) => Statement } }} */ (load('libsql'))
  const { prepare } = libsql
  libsql.prepare = function (/** @type {string} */ sql) {
    const statement = prepare.call(this, sql)
    if ([BEGIN, RELEASE, COMMIT].includes(sql)) {
      const run = statement.run.bind(statement)
      statement.run = (...values) => {
        before(sql)
        const answer = run(...values)
        after(sql)
        return answer
      }
    }
    return statement
  }

  const { prototype: client } = /** @type {{ Client: { prototype: { query: Ask } } }} */ (load('pg')).Client
  const { query } = client
  client.query = function (/** @type {string | { text: string }} */ asked, /** @type {unknown[]} */ ...more) {
    const sql = typeof asked === 'string' ? asked : asked.text
    before(sql)
    const answer = query.call(this, asked, ...more)
    // Kills once the database has acknowledged the query, before anyone else is notified.
    if (answer instanceof Promise) void answer.then(() => after(sql)).catch(() => {})
    return answer
  }

  process.on('message', (/** @type {Place} */ told) => {
    place = told
  })
  // Listening to the parent process would otherwise keep this process alive.
  process.channel?.unref()
}
