import { findBadgeCode } from '#domain/badge.ts'
import { typesCharacter } from '../lib/scan-guard.ts'

/** Keys typed without a pause. Times (ms) are when the device sent the keys, not when they were handled. */
type Part = { begunAt: number; lastAt: number; keys: number; scan: Scan }

/**
 * In parts, because wireless scanners and busy devices stall mid-code. `written` is for the next input event: a `named` key was counted, but for an `unnamed`
 * one, the input method has yet to provide the character.
 */
export type Burst = { parts: readonly Part[]; written?: 'named' | 'unnamed' | undefined; composed?: string | undefined }

/** As the keyboard layout wrote it, and as a Latin layout would have written it. */
export type Scan = { text: string; onLatinKeys: string }

export type Found = { scan: Scan; begunAt: number }

/** A key press. `isPlain`: not held, and without Ctrl, Alt or Meta. */
type Key = { key: string; code: string; at: number; isPlain: boolean; isWithCtrl?: boolean; isShifted?: boolean }

const FEWEST_KEYS = 6
/** Limits for slow wireless scanners. A person may type a few characters this fast, but never six. */
const MOST_MS_A_KEY = 50
const LONGEST_PAUSE_MS = 90
const LONGEST_STALL_MS = 1_000
/** A person takes longer than this before Enter, as in the scan guard. */
const LONGEST_MS_TO_THE_END = 300
const MOST_PARTS = 20
/** The average of all parts; a person who rolls over the keys has two. */
const FEWEST_KEYS_A_PART = 3

const EMPTY: Scan = { text: '', onLatinKeys: '' }
const lastOf = (burst: Burst | undefined): Part | undefined => burst?.parts.at(-1)

export function stepBurst(burst: Burst | undefined, key: Key): { burst?: Burst | undefined; found?: Found[] } {
  if (/^(Shift|CapsLock|AltGraph|NumLock|Alt)$/.test(key.key)) return { burst }
  // Some scanners send separators as Ctrl and a character, or characters as Alt and their number; the burst continues.
  if (!key.isPlain) {
    const isWithin = key.at - (lastOf(burst)?.lastAt ?? -Infinity) <= LONGEST_PAUSE_MS
    return isWithin && (key.isWithCtrl || key.code.startsWith('Numpad')) ? { burst } : {}
  }
  if (isTerminator(key.key)) return { found: endBurst(burst, key.at) }
  if (!typesCharacter(key.key)) return {}
  const [text, onLatinKeys] = [characterOf(key.key), latinKey(key)]
  const parts = add(burst?.parts, { text, onLatinKeys }, key.at)
  return { burst: text === UNNAMED ? { ...burst, parts, written: 'unnamed' } : { parts, written: 'named' } }
}

export const isTerminator = (key: string): boolean => key === 'Enter' || key === 'Tab'

/** Adds text from an input method. `isComposed`: it replaces what was composed before. */
export function stepInput(burst: Burst | undefined, data: string, at: number, isComposed: boolean): Burst | undefined {
  const last = lastOf(burst)
  // The key was already counted.
  if (burst?.written === 'named' && last?.scan.text.endsWith(data)) return { parts: burst.parts }
  const before = isComposed ? (burst?.composed ?? '') : ''
  const text = before !== '' && data.startsWith(before) ? data.slice(before.length) : data
  const isOfKey = last && burst?.written === 'unnamed'
  const parts = isOfKey ? withoutLastKey(burst.parts) : (burst?.parts ?? [])
  // A key of an Arabic layout types two letters, and has a place on a Latin one.
  const latin = isOfKey ? [...last.scan.onLatinKeys].at(-1) : undefined
  const onLatinKeys = latin === undefined || latin === UNNAMED ? text : latin
  return {
    // Key times are when the device sent them; input times are only when they were handled.
    parts: text === '' ? parts : add(parts, { text, onLatinKeys }, isOfKey ? last.lastAt : at),
    composed: isComposed ? data : undefined,
  }
}

function withoutLastKey(parts: readonly Part[]): readonly Part[] {
  const { keys, scan, ...part } = parts.at(-1)!
  const cut = (text: string) => [...text].slice(0, -1).join('')
  const left = { ...part, keys: keys - 1, scan: { text: cut(scan.text), onLatinKeys: cut(scan.onLatinKeys) } }
  return keys > 1 ? [...parts.slice(0, -1), left] : parts.slice(0, -1)
}

function add(parts: readonly Part[] = [], more: Scan, at: number): readonly Part[] {
  const last = parts.at(-1)
  const pause = at - (last?.lastAt ?? -Infinity)
  const isMore = last && pause <= LONGEST_PAUSE_MS
  const { begunAt, keys, scan } = isMore ? last : { begunAt: at, keys: 0, scan: EMPTY }
  const part = {
    begunAt,
    lastAt: Math.max(at, last?.lastAt ?? at),
    keys: keys + [...more.text].length,
    scan: joined(scan, more),
  }
  if (pause > LONGEST_STALL_MS) return [part]
  return [...(isMore ? parts.slice(0, -1) : parts), part].slice(-MOST_PARTS)
}

const keysIn = (parts: readonly Part[]): number => parts.reduce((sum, { keys }) => sum + keys, 0)

const joined = (scan: Scan, more: Scan): Scan => ({
  text: scan.text + more.text,
  onLatinKeys: scan.onLatinKeys + more.onLatinKeys,
})

/**
 * Possible scans that end now, longest first: the last part, alone or with earlier parts that a scanner typed. A single character counts only if nothing was
 * typed before it, as on a slow page.
 */
export function endBurst(burst: Burst | undefined, endedAt: number): Found[] {
  const parts = burst?.parts ?? []
  const last = parts.at(-1)
  if (!last || endedAt - last.lastAt > LONGEST_MS_TO_THE_END) return []
  const hands = parts.findLastIndex(({ keys, begunAt, lastAt }, at) =>
    keys > 1 ? (lastAt - begunAt) / (keys - 1) > MOST_MS_A_KEY : at > 0 && at < parts.length - 1,
  )
  const typed = parts.slice(hands + 1)
  return typed.flatMap(({ begunAt }, at) => {
    const rest = typed.slice(at)
    const keys = keysIn(rest)
    const beyondFirstSign = rest.slice(rest[0]?.keys === 1 ? 1 : 0)
    if (keys < FEWEST_KEYS || keysIn(beyondFirstSign) < FEWEST_KEYS_A_PART * beyondFirstSign.length) return []
    return [{ begunAt, scan: rest.map(({ scan }) => scan).reduce(joined) }]
  })
}

/** Keys that differ when a scanner is set to a US layout and the system is not. */
const LATIN_SIGNS: Record<string, string> = { Minus: '-_', Equal: '=+', Period: '.>', Slash: '/?', Semicolon: ';:' }

function latinKey({ key, code, isShifted = false }: Key): string {
  return /^(?:Key|Digit|Numpad)([A-Z\d])$/.exec(code)?.[1] ?? LATIN_SIGNS[code]?.[isShifted ? 1 : 0] ?? characterOf(key)
}

/** Represents a key without a name. */
export const UNNAMED = '\uFFFD'
const characterOf = (key: string): string => ([...key].length === 1 ? key : UNNAMED)

/** A card's code may be shorter than a barcode. No one types four characters and Enter this fast. */
const FEWEST_OF_CARD = 4
const MOST_MS_A_KEY_OF_CARD = 20

/** Like `endBurst`, also for the short code of a card. */
export function endCard(burst: Burst | undefined, endedAt: number): Found[] {
  const found = endBurst(burst, endedAt)
  const last = lastOf(burst)
  if (found.length > 0 || !last || last.keys < FEWEST_OF_CARD) return found
  const { begunAt, keys, scan } = last
  return (endedAt - begunAt) / keys <= MOST_MS_A_KEY_OF_CARD ? [{ begunAt, scan }] : []
}

/** The same for each keyboard layout: by the places of the keys. `undefined` if the device hides them, or if it cannot be the code of a card. */
export function findCardCode({ text, onLatinKeys }: Scan): string | undefined {
  // The places of the keys don't tell the sentinel of a magnetic stripe from the digit on its key.
  const isStripe = /^[%٪].*[?؟]$/.test(text)
  return findBadgeCode(isStripe ? onLatinKeys.slice(1, -1) : onLatinKeys)
}

/** The symbology identifier that some scanners add (ISO/IEC 15424). */
const KIND_OF_CODE = /^\][A-Za-z]\d/

/** Returns the scanned service id: an exact match, or the only one that differs in case. */
export function findScanned(ids: Iterable<string>, { text, onLatinKeys }: Scan): string | undefined {
  const withoutKind = (code: string) => [code.trim(), code.trim().replace(KIND_OF_CODE, '')]
  const [typed, onLatin] = [withoutKind(text), withoutKind(onLatinKeys)]
  const wanted = new Set([...typed, ...onLatin].map((code) => code.toLowerCase()))
  const alike = [...ids].filter((id) => wanted.has(id.toLowerCase()))
  return alike.find((id) => typed.includes(id)) ?? (alike.length === 1 ? alike[0] : undefined)
}

export type ScanPlace = 'guarded' | 'box' | 'ticket' | 'field' | 'page'

type ScanAt = {
  place: ScanPlace
  isKnown: boolean
  isContact: boolean
  isSelling: boolean
  hasDialog: boolean
}

type ScanVerdict = {
  isSwallowed: boolean
  isUndone: boolean
  action?: 'open' | 'tell' | 'not-now' | 'to-amount'
}

/** A scan never stays in a PIN or an amount, and its Enter never reviews or sends. */
export function classifyScan({ place, isKnown, isContact, isSelling, hasDialog }: ScanAt): ScanVerdict {
  const taken = { isSwallowed: true, isUndone: true }
  if (hasDialog) return taken
  if (isKnown && isSelling) return { ...taken, action: 'open' }
  switch (place) {
    case 'guarded':
    case 'page':
      return isKnown ? { ...taken, action: 'not-now' } : isSelling ? { ...taken, action: 'tell' } : taken
    // A scanned number moves on to the amount, but no further.
    case 'ticket':
      return isContact ? { isSwallowed: true, isUndone: false, action: 'to-amount' } : { ...taken, action: 'tell' }
    case 'box':
      return isContact ? { isSwallowed: true, isUndone: false } : { ...taken, action: 'tell' }
    case 'field':
      return { isSwallowed: false, isUndone: false }
  }
}
