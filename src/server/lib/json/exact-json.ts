const QUOTE = 0x22
const BACKSLASH = 0x5c
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39

const NUMBER = /[\w.+-]+/y
/** Half of a surrogate pair, or both halves. */
const HALVES = /\\u[dD][89aAbB][\da-fA-F]{2}(?:\\u[dD][c-fC-F][\da-fA-F]{2})?|\\u[dD][c-fC-F][\da-fA-F]{2}/y

/** A fast check that few answers match. */
const MAY_BE_INEXACT = /\d{16}|\d[eE]\+?\d\d|\\u[dD][89a-fA-F]/

/**
 * A long integer becomes a string, because it may be a code or an id; a number with an exponent becomes infinite, which no reader accepts; half a surrogate
 * pair becomes a replacement character.
 */
export function withExactText(text: string): string {
  if (!MAY_BE_INEXACT.test(text)) return text
  let exact = ''
  let copied = 0
  let isInText = false
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index)
    if (sign === QUOTE) isInText = !isInText
    else if (isInText ? sign === BACKSLASH : isOfNumber(sign)) {
      const found = isInText && !mayBeHalf(text, index) ? '' : findAt(isInText ? HALVES : NUMBER, text, index)
      const better = exactOf(found)
      if (better !== found) {
        exact += text.slice(copied, index) + better
        copied = index + found.length
      }
      // Skips an escaped character, such as a quote.
      index += Math.max(found.length, isInText ? 2 : 1) - 1
    }
  }
  return exact + text.slice(copied)
}

const isOfNumber = (sign: number) => sign === MINUS || (sign >= ZERO && sign <= NINE)
const mayBeHalf = (text: string, at: number) => text[at + 1] === 'u' && (text[at + 2] === 'd' || text[at + 2] === 'D')

function findAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

function exactOf(found: string): string {
  if (found.startsWith('\\')) return found.length === HALF_PAIR ? '\ufffd' : found
  if (/^-?[\d.]+[eE]\+?\d{2,}$/.test(found)) return '1e999'
  return /^-?\d{16,}(?:\.0+)?$/.test(found) ? `"${found.replace(/\.0+$/, '')}"` : found
}

const HALF_PAIR = '\\ud83d'.length
