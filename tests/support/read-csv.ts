/**
 * Reads CSV according to RFC 4180, each row by the names in the first row. Throws if a quote is not closed or a row has
 * a different length.
 */
export function readCsv(text: string, delimiter = ','): Record<string, string>[] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const [sign, next] = [text[at], text[at + 1]]
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (next === '"') cell += text[(at += 1)]
      else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === delimiter || (sign === '\r' && next === '\n')) {
      rows.at(-1)?.push(cell)
      cell = ''
      if (sign === '\r') {
        rows.push([])
        at += 1
      }
    } else cell += sign
  }
  if (isQuoted || cell !== '') throw new Error('the last line does not end')
  const [names = [], ...lines] = rows.slice(0, -1)
  return lines.map((line) => {
    if (line.length !== names.length)
      throw new Error(`${line.length} cells below ${names.length} names: ${line.join()}`)
    return Object.fromEntries(names.map((name, index) => [name, line[index] ?? '']))
  })
}
