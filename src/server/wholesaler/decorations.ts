/** A longer notice is an error page. */
const MAX_DECORATION = 64 * 1024
const MARKS = /^[\s\0\u200b\ufeff]*$/

/** `OBJECT` is how an object begins; `TRACED` is what a stack trace has in braces, such as `{closure}` and `{main}`. */
const OBJECT = /\{\s*["}]/
const TRACED = /\{[^"{}\s][^"{}]*\}/g

/**
 * A server may have added a byte order mark, a notice or a comment. If there is more than one object, half of another one or other JSON, the text stays as it
 * is and is not valid JSON.
 */
export function withoutDecorations(text: string): { text: string; isDecorated?: true } {
  const start = text.search(OBJECT)
  const end = endOfObject(text)
  if (start < 0 || end <= start) return { text }
  const object = { text: text.slice(start, end) }
  const around = [text.slice(0, start), text.slice(end)] as const
  if (around.every((each) => MARKS.test(each))) return object
  const isOther = (each: string) =>
    each.length > MAX_DECORATION || /[{}]/.test(each.replace(TRACED, '')) || isJson(each)
  if (around.some(isOther) || isPart(...around)) return { text }
  return { ...object, isDecorated: true }
}

/** Ignores braces of a stack trace after the object. */
function endOfObject(text: string): number {
  let end = text.lastIndexOf('}') + 1
  while (text.length - end <= MAX_DECORATION) {
    const open = text.lastIndexOf('{', end - 1)
    if (open < 0 || open >= end || text.slice(open, end).replace(TRACED, '') !== '') break
    end = text.lastIndexOf('}', open) + 1
  }
  return end
}

/** True if the object is part of other JSON. */
const isPart = (before: string, after: string) =>
  /[[{,:"]$/.test(before.trimEnd().slice(-1)) || /^[\]},:"]/.test(after.trimStart())

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
