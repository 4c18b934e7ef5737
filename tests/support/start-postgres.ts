import type { TestProject } from 'vitest/node'

import { obtainPostgres, startPostgres } from '../../tools/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of a PostgreSQL user who may create databases; set only in the PostgreSQL tests. */
    postgresUrl: string
  }
}

/** Gives the tests a server: the one of TEST_DATABASE_URL, or one that is started here and stopped after them. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  if (given !== undefined && given !== '') {
    provide('postgresUrl', given)
    return async () => {}
  }
  const programs = await obtainPostgres()
  if (programs === undefined) throw new Error('There is no PostgreSQL here. Install it, or set TEST_DATABASE_URL.')
  const server = await startPostgres(programs)
  provide('postgresUrl', server.url)
  return server.stop
}
