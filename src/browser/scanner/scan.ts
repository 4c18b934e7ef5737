import { typesCharacter } from '../scan-guard.ts'

/** Keys that came faster than a person types. */
export type Burst = { scan: Scan; begunAt: number; lastAt: number }

/** What a barcode scanner typed: as the keyboard writes it, and as it stands on the keys of one that writes Latin. */
export type Scan = { text: string; onLatinKeys: string }

/** A key that went down, `at` in milliseconds; held ones and those with Ctrl, Alt or Meta are not plain. */
type Key = { key: string; code: string; at: number; isPlain: boolean; isWithCtrl?: boolean }

const FEWEST_KEYS = 6
/** Scanners by radio, or set to be safe, take their time. A person types a few signs so fast by chance, never six of them. */
const MOST_MS_A_KEY = 50
const LONGEST_PAUSE_MS = 90
const LONGEST_MS_TO_THE_END = 100

/** One key more: the burst as it stands now, or the scan that ends with it. */
export function stepBurst(burst: Burst | undefined, key: Key): { burst?: Burst | undefined; scan?: Scan } {
  if (/^(Shift|CapsLock|AltGraph|NumLock)$/.test(key.key)) return { burst }
  // Codes with separators have them as Ctrl and a sign; the burst goes on behind them.
  if (!key.isPlain) return key.isWithCtrl && burst && key.at - burst.lastAt <= LONGEST_PAUSE_MS ? { burst } : {}
  if (typesCharacter(key.key)) return { burst: add(burst, key) }
  return isTerminator(key.key) && burst && isScan(burst, key.at) ? { scan: burst.scan } : {}
}

export const isTerminator = (key: string): boolean => key === 'Enter' || key === 'Tab'

function add(burst: Burst | undefined, { key, code, at }: Key): Burst {
  const before =
    burst && at - burst.lastAt <= LONGEST_PAUSE_MS ? burst : { scan: { text: '', onLatinKeys: '' }, begunAt: at }
  const { text, onLatinKeys } = before.scan
  return {
    scan: { text: text + characterOf(key), onLatinKeys: onLatinKeys + latinKey(key, code) },
    begunAt: before.begunAt,
    lastAt: at,
  }
}

function isScan({ scan, begunAt, lastAt }: Burst, endedAt: number): boolean {
  const keys = [...scan.text].length
  return (
    keys >= FEWEST_KEYS && (lastAt - begunAt) / (keys - 1) <= MOST_MS_A_KEY && endedAt - lastAt <= LONGEST_MS_TO_THE_END
  )
}

const latinKey = (key: string, code: string): string =>
  /^(?:Key|Digit|Numpad)([A-Z\d])$/.exec(code)?.[1] ?? characterOf(key)

/** Stands for a key that the device does not name. */
export const UNNAMED = '\uFFFD'
const characterOf = (key: string): string => ([...key].length === 1 ? key : UNNAMED)

/** A text that an input method wrote at once, as the keys of a scanner, or `undefined` where it is too short for a scan. */
export const burstOfText = (text: string, at: number): Burst | undefined =>
  [...text].length >= FEWEST_KEYS ? { scan: { text, onLatinKeys: text }, begunAt: at, lastAt: at } : undefined

/** The service id that was scanned: the very same, or the only one that differs in capitals. */
export function findScanned(ids: Iterable<string>, { text, onLatinKeys }: Scan): string | undefined {
  const wanted = new Set([text.trim(), onLatinKeys.trim()].map((code) => code.toLowerCase()))
  const alike = [...ids].filter((id) => wanted.has(id.toLowerCase()))
  return alike.find((id) => id === text.trim()) ?? (alike.length === 1 ? alike[0] : undefined)
}

/** Where a scan began: a PIN or an amount, the box above the shelves, a field of the ticket, another field, or none. */
export type ScanPlace = 'guarded' | 'box' | 'ticket' | 'field' | 'page'

type ScanAt = {
  place: ScanPlace
  /** It is the id of a service sold here. */
  isKnown: boolean
  /** It is a whole phone number of this country, or an e-mail address. */
  isContact: boolean
  isSelling: boolean
  hasDialog: boolean
}

type ScanVerdict = {
  /** The key that ended it presses nothing. */
  isSwallowed: boolean
  /** What it typed is taken back. */
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
