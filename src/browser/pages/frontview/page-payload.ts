const LONGEST = 1_000
const LONGEST_ENTRY = 100

/** The entries of a payload that are text, numbers or flags, as text. Whoever uses one still reads it as something typed by a stranger. */
export type Payload = ReadonlyMap<string, string>

/** The page-specific payload of a `gotoPage` (spec 2.5): an object, encoded request parameters (`a=1&b=2`), or either as JSON text. Nothing else says anything. */
export function readPayload(payload: string | null): Payload {
  if (payload === null || payload.length > LONGEST) return new Map()
  // Encoded parameters are often a JSON string inside the payload.
  const parsed = parseJson(payload)
  const inner = typeof parsed === 'string' ? parseJson(parsed) : parsed
  if (typeof inner === 'string') return readEntries([...new URLSearchParams(inner)])
  return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    ? readEntries(Object.entries(inner))
    : new Map()
}

/** What the JSON says, or the text as it came. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function readEntries(entries: [string, unknown][]): Payload {
  const read = new Map<string, string>()
  for (const [name, value] of entries) {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue
    const text = String(value).trim()
    if (text !== '' && text.length <= LONGEST_ENTRY) read.set(name, text)
  }
  return read
}
