/** What the browser calls a failure: `AbortError`, `NotFoundError` and so on. */
export function errorName(error: unknown): string {
  return typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''
}
