export type Trace = ReturnType<typeof createTrace>

export function createTrace(now: () => number, isKept: boolean) {
  let high = 0x9e3779b9
  let low = 0x85ebca6b
  const lines: { about: string; line: string }[] = []

  const mixNumber = (value: number) => {
    low = Math.imul(low ^ value, 0x01000193)
    high = Math.imul(high ^ low, 0xc2b2ae35) ^ (high >>> 13)
  }
  const mixText = (text: string) => {
    for (let index = 0; index < text.length; index += 1) low = Math.imul(low ^ text.charCodeAt(index), 0x01000193)
    mixNumber(text.length)
  }

  return {
    note: (about: string, what: string, detail: string | number = '') => {
      mixNumber(now() | 0)
      mixText(about)
      mixText(what)
      if (typeof detail === 'number') mixNumber(detail | 0)
      else mixText(detail)
      if (isKept) lines.push({ about, line: `${formatMoment(now())}  ${about.padEnd(6)} ${what} ${detail}`.trimEnd() })
    },
    hash: () => (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0'),
    tell: (about: string, most: number) =>
      lines
        .filter((entry) => about === '' || entry.about === about || entry.about === EVERYBODY)
        .slice(-most)
        .map(({ line }) => line),
  }
}

/** The subject of everything that is not about a single sale: crashes, restarts, clocks, the wallet. */
export const EVERYBODY = 'shop'

function formatMoment(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')}.${String(ms % 1000).padStart(3, '0')}`
}
