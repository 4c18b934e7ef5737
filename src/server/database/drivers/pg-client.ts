import { readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'

type Address = { host?: string; port?: number | string; database?: string; user?: string }

/** Takes its password from the URL, PGPASSWORD, or the password file of PostgreSQL's own programs. */
export class PgClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    if (!this.password) Object.assign(this, { password: findPassword })
  }
}

/** PGPASSFILE, or `~/.pgpass`: `host:port:database:user:password` per line, where `*` matches anything, and a backslash escapes `:` or itself. */
export async function findPassword({
  host = '',
  port = '',
  database = '',
  user = '',
}: Address): Promise<string | undefined> {
  const file = process.env['PGPASSFILE'] ?? join(homedir(), '.pgpass')
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) return undefined
  // PostgreSQL's own programs also reject a file that others may open.
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new Error(`other users of this machine may open ${file}, which holds the password: run "chmod 600" on it`)
  // For a socket, the host is a folder.
  const wanted = [host === '' || host.startsWith('/') ? 'localhost' : host, String(port), database, user]
  for (const line of (await readFile(file, 'utf8')).split(/\r?\n/)) {
    if (line.startsWith('#')) continue
    const fields = [...line.matchAll(/((?:\\.|[^:\\])*)(?::|$)/g)].map(([, field = '']) =>
      field.replace(/\\(.)/g, '$1'),
    )
    if (wanted.every((value, at) => fields[at] === '*' || fields[at] === value)) return fields[4]
  }
  return undefined
}
