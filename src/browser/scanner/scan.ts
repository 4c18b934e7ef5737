import { typesCharacter } from '../scan-guard.ts'

/** Keys that came without a pause; `at` in milliseconds, as of the device and not of their handling. */
type Part = { begunAt: number; lastAt: number; keys: number; scan: Scan }

/**
 * What may be a scan, in its parts: a scanner by radio, or a device that is busy, stalls in the midst of a code. `written` is what the last key says that
 * the next input is of: a named one has been counted; an input method has still to say what one without a name wrote.
 */
export type Burst = { parts: readonly Part[]; written?: 'named' | 'unnamed' | undefined; composed?: string | undefined }

/** What a barcode scanner typed: as the keyboard writes it, and as it stands on the keys of one that writes Latin. */
export type Scan = { text: string; onLatinKeys: string }

export type Found = { scan: Scan; begunAt: number }

/** A key that went down; held ones and those with Ctrl, Alt or Meta are not plain. */
type Key = { key: string; code: string; at: number; isPlain: boolean; isWithCtrl?: boolean; isShifted?: boolean }

const FEWEST_KEYS = 6
/** Scanners by radio, or set to be safe, take their time. A person types a few signs so fast by chance, never six of them. */
const MOST_MS_A_KEY = 50
const LONGEST_PAUSE_MS = 90
const LONGEST_STALL_MS = 1_000
/** As for the scan guard, a person leaves more time. */
const LONGEST_MS_TO_THE_END = 300
const MOST_PARTS = 20
/** On average: a hand that rolls from key to key has two. */
const FEWEST_KEYS_A_PART = 3

const EMPTY: Scan = { text: '', onLatinKeys: '' }
const lastOf = (burst: Burst | undefined): Part | undefined => burst?.parts.at(-1)

export function stepBurst(burst: Burst | undefined, key: Key): { burst?: Burst | undefined; found?: Found[] } {
  if (/^(Shift|CapsLock|AltGraph|NumLock|Alt)$/.test(key.key)) return { burst }
  // Codes with separators have them as Ctrl and a sign, or each sign as Alt and its number; the burst goes on behind them.
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

/** What an input method wrote, at once or sign by sign. `isComposed`: it stands for all that was composed before. */
export function stepInput(burst: Burst | undefined, data: string, at: number, isComposed: boolean): Burst | undefined {
  const last = lastOf(burst)
  // The key has said so itself.
  if (burst?.written === 'named' && last?.scan.text.endsWith(data)) return { parts: burst.parts }
  const before = isComposed ? (burst?.composed ?? '') : ''
  const text = before !== '' && data.startsWith(before) ? data.slice(before.length) : data
  const isOfKey = last && burst?.written === 'unnamed'
  const parts = isOfKey ? withoutLastKey(burst.parts) : (burst?.parts ?? [])
  return {
    // A key is as old as the device says, what it writes only as its handling.
    parts: text === '' ? parts : add(parts, { text, onLatinKeys: text }, isOfKey ? last.lastAt : at),
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
 * What may have been scanned when it ends now, the longest first: the last part, with those before it that a scanner typed, too. A hand is slower within
 * a part; alone a sign is of a scan only where nothing was typed before it, as when the page that it opens is slow.
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

/** What stands on other keys where a scanner that is set to a keyboard of the United States meets another one. */
const LATIN_SIGNS: Record<string, string> = { Minus: '-_', Equal: '=+', Period: '.>', Slash: '/?', Semicolon: ';:' }

function latinKey({ key, code, isShifted = false }: Key): string {
  return /^(?:Key|Digit|Numpad)([A-Z\d])$/.exec(code)?.[1] ?? LATIN_SIGNS[code]?.[isShifted ? 1 : 0] ?? characterOf(key)
}

/** Stands for a key that the device does not name. */
export const UNNAMED = '\uFFFD'
const characterOf = (key: string): string => ([...key].length === 1 ? key : UNNAMED)

/** The kind of barcode, which some scanners type in front of it (ISO/IEC 15424). */
const KIND_OF_CODE = /^\][A-Za-z]\d/

/** The service id that was scanned: the very same, or the only one that differs in capitals. */
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
  deed?: 'open' | 'tell' | 'not-now' | 'to-amount'
}

/** What a scan does. It never stays in a PIN or an amount, and its Enter never reviews or sends. */
export function classifyScan({ place, isKnown, isContact, isSelling, hasDialog }: ScanAt): ScanVerdict {
  const taken = { isSwallowed: true, isUndone: true }
  if (hasDialog) return taken
  if (isKnown && isSelling) return { ...taken, deed: 'open' }
  switch (place) {
    case 'guarded':
    case 'page':
      return isKnown ? { ...taken, deed: 'not-now' } : isSelling ? { ...taken, deed: 'tell' } : taken
    // A number may be scanned, too: it leads on to the amount, and no further.
    case 'ticket':
      return isContact ? { isSwallowed: true, isUndone: false, deed: 'to-amount' } : { ...taken, deed: 'tell' }
    case 'box':
      return isContact ? { isSwallowed: true, isUndone: false } : { ...taken, deed: 'tell' }
    case 'field':
      return { isSwallowed: false, isUndone: false }
  }
}
