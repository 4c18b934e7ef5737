/** One JSON text read twice: as usual, and with every number left as the text it was written in. */
export type ExactJson = { value: unknown; exact: unknown }

// Strings are matched whole, so digits inside them stay untouched.
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/**
 * Reads a request body; throws `SyntaxError` when it is no JSON. A key of 17 digits loses its end as a JavaScript number, and its hash
 * is made of the digits that were sent (spec 5, rule 1): `exact` still has them.
 */
export function readExactJson(text: string): ExactJson {
  const value: unknown = JSON.parse(text)
  const exact: unknown = JSON.parse(
    text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`)),
  )
  return { value, exact }
}
