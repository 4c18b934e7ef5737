/** A business day, `YYYY-MM-DD`: the calendar day on which it begins. */
export type ShopDay = string

/** Days begin at `dayStartHour` (0 to 23) in the time zone (IANA name). */
export type ShopCalendar = { timeZone: string; dayStartHour: number }

/** Of a shop where no one has chosen one. */
export const FIRST_TIME_ZONE = 'Asia/Dubai'

/** An IANA name: newer systems also read offsets such as `+04:00`, which older ones reject. */
export function isTimeZone(text: string): boolean {
  try {
    return /^[A-Z]/i.test(text) && new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** Before the start hour, it is still the previous day. `at` is epoch ms. */
export function shopDayAt(at: number, { timeZone, dayStartHour }: ShopCalendar): ShopDay {
  const { day, hour } = clockAt(at, timeZone)
  return hour < dayStartHour ? dayBeside(day, -1) : day
}

/** `at` is epoch ms. */
export function clockAt(at: number, timeZone: string): { day: ShopDay; hour: number } {
  // Such as `2026-11-20, 14`.
  const text = formatterFor(timeZone).format(at)
  return { day: text.slice(0, 10), hour: Number(text.slice(-2)) }
}

/** Cached, because creating a formatter costs many times more than using it. */
const FORMATTERS = new Map<string, Intl.DateTimeFormat>()

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = FORMATTERS.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  FORMATTERS.set(timeZone, made)
  return made
}

/** In epoch ms, `[from, to)`. A day on which clocks change is shorter or longer. */
export function shopDayBounds(day: ShopDay, calendar: ShopCalendar): { from: number; to: number } {
  return { from: startOfDay(day, calendar), to: startOfDay(dayBeside(day, 1), calendar) }
}

const MINUTE_MS = 60_000

/** `2026-11-20T14:05`, the value of a field for date and time. */
export const localTimeAt = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at).replace(' ', 'T')

/** In epoch ms; `undefined` if the text is no time, or clocks skip it. If they repeat it, the first. */
export function findLocalTime(text: string, timeZone: string): number | undefined {
  const asUtc = Date.parse(`${text}Z`)
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) || Number.isNaN(asUtc)) return undefined
  const offsetAt = (at: number) => Date.parse(`${localTimeAt(at, timeZone)}Z`) - Math.floor(at / MINUTE_MS) * MINUTE_MS
  // Clocks change at most once in these two days.
  const found = [asUtc - DAY_MS, asUtc + DAY_MS].map((near) => asUtc - offsetAt(near))
  return found.find((at) => localTimeAt(at, timeZone) === text)
}

/** Consecutive times are usually on the same day, so the last result is reused. */
export function shopDays(calendarNow: () => ShopCalendar) {
  let last = { from: 0, to: 0, timeZone: '', dayStartHour: 0 }
  return {
    boundsAt: (at: number): { at: number; from: number; to: number } => {
      const calendar = calendarNow()
      const isSame = calendar.timeZone === last.timeZone && calendar.dayStartHour === last.dayStartHour
      if (!isSame || at < last.from || at >= last.to)
        last = { ...shopDayBounds(shopDayAt(at, calendar), calendar), ...calendar }
      return { at, from: last.from, to: last.to }
    },
  }
}

/** Excludes days such as `2026-02-30`, which `Date` reads as a day of March. */
export function isShopDay(text: string): boolean {
  const noon = new Date(`${text}T12:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(noon.getTime()) && noon.toISOString().slice(0, 10) === text
}

/** Both days included; zero or less if `first` is later. */
export const daysFrom = (first: ShopDay, last: ShopDay): number =>
  Math.round((Date.parse(`${last}T12:00:00Z`) - Date.parse(`${first}T12:00:00Z`)) / DAY_MS) + 1

/** In epoch ms; `undefined` if the clocks skip the hour. If they repeat it, the bounds span both passes. */
export function hourBounds(
  day: ShopDay,
  hour: number,
  calendar: ShopCalendar,
): { from: number; to: number } | undefined {
  const { from, to } = shopDayBounds(day, calendar)
  const starts: number[] = []
  for (let at = from; at < to; at += QUARTER_MS) if (clockAt(at, calendar.timeZone).hour === hour) starts.push(at)
  const [first, last] = [starts[0], starts.at(-1)]
  return first === undefined || last === undefined ? undefined : { from: first, to: Math.min(to, last + QUARTER_MS) }
}

/** In every time zone, hours begin at a multiple of this. */
const QUARTER_MS = 15 * 60_000

/** `days` may be negative. */
export const dayBeside = (day: ShopDay, days: number): ShopDay =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** No zone is more than 14 hours from UTC, and clocks change at a quarter of an hour. */
function startOfDay(day: ShopDay, calendar: ShopCalendar): number {
  const start = Date.parse(`${day}T00:00:00Z`) + calendar.dayStartHour * HOUR_MS
  let before = start - DAY_MS
  let inside = start + DAY_MS
  while (inside - before > QUARTER_MS) {
    const middle = before + Math.floor((inside - before) / 2 / QUARTER_MS) * QUARTER_MS
    if (shopDayAt(middle, calendar) < day) before = middle
    else inside = middle
  }
  return inside
}
