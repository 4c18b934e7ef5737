/** A calendar day of the shop, `YYYY-MM-DD`. */
export type ShopDay = string

const DAY_MS = 24 * 60 * 60_000

/** The shop's day at a moment (epoch ms) in its time zone (IANA name). */
export function shopDayAt(at: number, timeZone: string): ShopDay {
  return formatterFor(timeZone).format(at)
}

/** Cached, because creating a formatter costs many times more than using it. */
const FORMATTERS = new Map<string, Intl.DateTimeFormat>()

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = FORMATTERS.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  FORMATTERS.set(timeZone, made)
  return made
}

/** When a day begins and ends (epoch ms), `[from, to)`. A day on which clocks change is shorter or longer. */
export function shopDayBounds(day: ShopDay, timeZone: string): { from: number; to: number } {
  const noon = Date.parse(`${day}T12:00:00Z`)
  return { from: startOfDay(noon, day, timeZone), to: startOfDay(noon + DAY_MS, nextDay(noon), timeZone) }
}

/** Finds the days of a shop in `timeZone`. Consecutive times are usually in the same day, so the last result is reused. */
export function shopDays(timeZone: string) {
  let last = { from: 0, to: 0 }
  return {
    /** The bounds of the day that contains `at` (epoch ms). */
    boundsAt: (at: number): { at: number; from: number; to: number } => {
      if (at < last.from || at >= last.to) last = shopDayBounds(shopDayAt(at, timeZone), timeZone)
      return { at, ...last }
    },
  }
}

const nextDay = (noon: number): ShopDay => new Date(noon + DAY_MS).toISOString().slice(0, 10)

/** The first millisecond that belongs to `day` in the zone, which is at most 1.5 days before `noonUtc`. */
function startOfDay(noonUtc: number, day: ShopDay, timeZone: string): number {
  let before = noonUtc - 1.5 * DAY_MS
  let inside = noonUtc + 0.5 * DAY_MS
  while (inside - before > 1) {
    const middle = Math.floor((before + inside) / 2)
    if (shopDayAt(middle, timeZone) < day) before = middle
    else inside = middle
  }
  return inside
}
