/** A longer notice than this is an error page. */
const MAX_DECORATION = 64 * 1024
const MARKS = /^[\s\0\u200b\ufeff]*$/

/**
 * The object in a text that a server may have put a mark, a notice or a comment around. Where there is more than one object, half of another one
 * or other JSON, the text stays as it is and is not JSON.
 */
export function withoutDecorations(text: string): { text: string; isDecorated?: true } {
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}') + 1]
  if (start < 0 || end <= start) return { text }
  const around = [text.slice(0, start), text.slice(end)]
  const object = { text: text.slice(start, end) }
  if (around.every((each) => MARKS.test(each))) return object
  const isNoDecoration = (each: string) => each.length > MAX_DECORATION || /[{}]|^\s*[["]/.test(each) || isJson(each)
  return around.some(isNoDecoration) ? { text } : { ...object, isDecorated: true }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
