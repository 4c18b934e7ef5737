import { MAX_LIST_TEXT } from '#domain/phone/number-list.ts'

/** A character has at most three bytes for each of its UTF-16 units. */
const MAX_BYTES = 3 * MAX_LIST_TEXT

export type ListFileProblem = 'too-large' | 'unreadable'

/** The text of a file in UTF-8, or in UTF-16 with a byte order mark. Another encoding is not guessed. */
export async function readListFile(file: File): Promise<{ text: string } | { problem: ListFileProblem }> {
  if (file.size > MAX_BYTES) return { problem: 'too-large' }
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
    return text.includes('\0') ? { problem: 'unreadable' } : { text }
  } catch {
    return { problem: 'unreadable' }
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
