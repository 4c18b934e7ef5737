/** Keys that came faster than a person types. */
export type Burst = { scan: Scan; begunAt: number; lastAt: number }

/** What a barcode scanner typed: as the keyboard writes it, and as it stands on the keys of one that writes Latin. */
export type Scan = { text: string; onLatinKeys: string }

/** A key that went down, `at` in milliseconds; held ones and those with Ctrl, Alt or Meta are not plain. */
export type Key = { key: string; code: string; at: number; isPlain: boolean; isWithCtrl?: boolean }

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
  if (key.key.length === 1) return { burst: add(burst, key) }
  return isTerminator(key.key) && burst && isScan(burst, key.at) ? { scan: burst.scan } : {}
}

export const isTerminator = (key: string): boolean => key === 'Enter' || key === 'Tab'

function add(burst: Burst | undefined, { key, code, at }: Key): Burst {
  const before =
    burst && at - burst.lastAt <= LONGEST_PAUSE_MS ? burst : { scan: { text: '', onLatinKeys: '' }, begunAt: at }
  const { text, onLatinKeys } = before.scan
  return {
    scan: { text: text + key, onLatinKeys: onLatinKeys + latinKey(key, code) },
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

const latinKey = (key: string, code: string): string => /^(?:Key|Digit|Numpad)([A-Z\d])$/.exec(code)?.[1] ?? key
