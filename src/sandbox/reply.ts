/** How the practice service answers one request. */
export type Reply =
  | { kind: 'json'; status: number; body: object; afterMs?: number }
  | { kind: 'html'; status: number; body: string }
  /** The connection is cut, no answer. */
  | { kind: 'cut' }

export function json(body: object): Reply {
  return { kind: 'json', status: 200, body }
}

export function htmlError(status: number, title: string): Reply {
  return {
    kind: 'html',
    status,
    body: `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
  }
}
