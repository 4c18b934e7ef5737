/** Whether a journal is in PostgreSQL; any other is a file. */
export const isInPostgres = (database: string): boolean => /^postgres(ql)?:/.test(database)

/** A journal in a sentence: the file, or the database without its user and password. */
export function nameOf(database: string): string {
  if (!isInPostgres(database)) return database
  const { host, pathname } = new URL(database)
  return `postgres://${host}${pathname}`
}

/** Whether what is written to a journal may pass other machines without being encrypted. */
export function isReadableOnTheWay(database: string): boolean {
  if (!isInPostgres(database)) return false
  const { hostname, searchParams } = new URL(database)
  const isHere = ['', 'localhost', '127.0.0.1', '[::1]'].includes(hostname) || searchParams.get('host')?.startsWith('/')
  return !isHere && ['disable', 'allow', 'prefer', null].includes(searchParams.get('sslmode'))
}
