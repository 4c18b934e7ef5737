const QUOTE = 0x22
const BACKSLASH = 0x5c

/** What `JSON.parse` would change without a word: long whole numbers, numbers that are not written out, and halves of a character. */
const INEXACT =
  /(?<![\w.+-])-?(?:\d{16,}(?:\.0+)?(?![\d.eE])|\d+(?:\.\d+)?[eE]\+?\d{2,})|(?:\\\\)+|\\u[dD][89aAbB][\da-fA-F]{2}(?:\\u[dD][c-fC-F][\da-fA-F]{2})?|\\u[dD][c-fC-F][\da-fA-F]{2}/g

/** Told much faster, and true of few answers. */
const MAY_BE_INEXACT = /\d{16}|\d[eE]\+?\d\d|\\u[dD][89a-fA-F]/

/**
 * JSON text in which a whole number of many digits is a text of them, because it may be a code or an id; a number with digits that were left out
 * is infinite, which no reader accepts; and half a surrogate pair is a replacement character.
 */
export function withExactText(text: string): string {
  if (!MAY_BE_INEXACT.test(text)) return text
  let exact = ''
  let copied = 0
  let scanned = 0
  let isInText = false
  for (const { 0: found, index } of text.matchAll(INEXACT)) {
    for (; scanned < index; scanned += 1) {
      const sign = text.charCodeAt(scanned)
      if (sign === BACKSLASH) scanned += 1
      else if (sign === QUOTE) isInText = !isInText
    }
    scanned = Math.max(scanned, index + found.length)
    const better = isInText === found.startsWith('\\') ? exactOf(found) : found
    if (better === found) continue
    exact += text.slice(copied, index) + better
    copied = index + found.length
  }
  return exact + text.slice(copied)
}

function exactOf(found: string): string {
  if (found.startsWith('\\')) return found.startsWith('\\u') && found.length === HALF_PAIR ? '\\ufffd' : found
  return /e/i.test(found) ? '1e999' : `"${found.replace(/\.0+$/, '')}"`
}

const HALF_PAIR = '\\ud83d'.length
