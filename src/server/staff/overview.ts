import type { StaffEntry } from '#api/staff.ts'
import type { TerminalEntry } from '#api/terminals.ts'
import { money } from '#domain/money/money.ts'
import { refOf, type Person } from '#domain/person.ts'
import {
  findRemaining,
  limitWindows,
  sumIn,
  type LimitsFor,
  type LimitUse,
  type RemainingLimit,
} from '#domain/sales-limits.ts'
import { shopDayAt, shopDayBounds, type ShopCalendar } from '#domain/shop-calendar.ts'
import { addUpSold, type Sold } from '#domain/reports/sold.ts'
import { usageAt, usageToday } from '../sales/limit-usage.ts'
import { salesList } from '../sales-list/list.ts'
import type { ShopContext } from '../parts/shop-context.ts'
import type { People } from './people.ts'
import type { Sessions } from './sessions.ts'
import type { Badges } from './badges.ts'
import type { Displays } from '../display/displays.ts'
import type { Terminals } from './terminals/terminals.ts'
import type { TillTickets } from '../display/till-tickets.ts'

type Journal = Pick<ShopContext, 'db' | 'clock'>
export type UsageOfDay = (calendar: ShopCalendar) => Promise<Map<Person['id'], StaffEntry['usedToday']>>

/** The usage by person, on the shop's current day. */
export const usageOfDay =
  ({ db, clock }: Journal): UsageOfDay =>
  async (calendar) => {
    const now = clock.now()
    const uses = await usageToday(db, shopDayBounds(shopDayAt(now, calendar), calendar).from, now)
    const people = new Set(uses.map(({ by }) => by))
    return new Map([...people].map((id) => [id, addUpUsage(uses.filter(({ by }) => by === id))]))
  }

function addUpUsage(usage: LimitUse[]): StaffEntry['usedToday'] {
  const currencies = [...new Set(usage.map(({ currency }) => currency))]
  return {
    pays: currencies.map((currency) => money(sumIn(currency, usage), currency)),
    count: usage.reduce((sum, { count }) => sum + count, 0),
  }
}

/** What each person sold on the shop's current day: the same sales as in the sales list. */
export const soldOfDay =
  ({ db, clock }: Journal) =>
  async (calendar: ShopCalendar): Promise<Map<Person['id'], Sold>> => {
    const counted = await salesList(db).count(shopDayBounds(shopDayAt(clock.now(), calendar), calendar))
    const people = new Set(counted.map(({ cashierId }) => cashierId))
    return new Map([...people].map((id) => [id, addUpSold(counted.filter(({ cashierId }) => cashierId === id))]))
  }

/** What is left of each limit that applies, by the shop's days. */
export const remainingLimits =
  ({ db, clock }: Journal, limitsFor: (person: Person) => Promise<LimitsFor>) =>
  async (person: Person, calendar: ShopCalendar): Promise<RemainingLimit[]> => {
    const now = clock.now()
    const limits = await limitsFor(person)
    if (!limits.person && !limits.shop) return []
    const dayStart = shopDayBounds(shopDayAt(now, calendar), calendar).from
    const windows = limitWindows(limits, [], { now, dayStart })
    return findRemaining(person.id, limits, await usageAt(db, windows, now))
  }

type StaffDeps = {
  people: Pick<People, 'listAll' | 'pinLocks'>
  sessions: Pick<Sessions, 'list' | 'lastSeen'>
  badges: Pick<Badges, 'since'>
  /** Usage of each person's daily limits. */
  usageToday: () => Promise<ReadonlyMap<Person['id'], StaffEntry['usedToday']>>
  soldToday: () => Promise<ReadonlyMap<Person['id'], Sold>>
}

/** Disabled people come last. */
export async function listStaff({ people, sessions, badges, usageToday, soldToday }: StaffDeps): Promise<StaffEntry[]> {
  const [all, active, readVisible] = [await people.listAll(), await sessions.list(''), await sessions.lastSeen('staff')]
  const [uses, sold] = [await usageToday(), await soldToday()]
  const [locks, badgesSince] = [await people.pinLocks(), await badges.since()]
  const entries = all.map(({ disabledAt, ...person }): StaffEntry => {
    const terminal = active.find((session) => session.person.id === person.id)?.terminal
    const lastSeenAt = readVisible.get(person.id)
    const [pinLock, badgeSince] = [locks.get(person.id), badgesSince.get(person.id)]
    return {
      ...person,
      ...(disabledAt !== null && { disabledAt }),
      usedToday: uses.get(person.id) ?? { pays: [], count: 0 },
      ...(pinLock && { pinLock }),
      ...(badgeSince !== undefined && { badge: { since: badgeSince } }),
      soldToday: sold.get(person.id) ?? addUpSold([]),
      ...(terminal && { terminal }),
      ...(lastSeenAt !== undefined && { lastSeenAt }),
    }
  })
  return entries.toSorted((one, other) => Number(one.disabledAt !== undefined) - Number(other.disabledAt !== undefined))
}

type TerminalDeps = {
  terminals: Pick<Terminals, 'listAll'>
  sessions: Pick<Sessions, 'list' | 'lastSeen'>
  displays: Pick<Displays, 'list'>
  tickets: Pick<TillTickets, 'isShowing'>
}

/** Revoked terminals come last. `requestedAt` is the terminal of the supervisor who asks. */
export async function listTerminals(
  { terminals, sessions, displays, tickets }: TerminalDeps,
  requestedAt: string,
): Promise<TerminalEntry[]> {
  const [all, active, readVisible] = [
    await terminals.listAll(),
    await sessions.list(''),
    await sessions.lastSeen('terminals'),
  ]
  const screens = await displays.list()
  const entries = all.map(({ revokedAt, ...terminal }): TerminalEntry => {
    const person = active.find((session) => session.terminal.id === terminal.id)?.person
    const lastSeenAt = readVisible.get(terminal.id)
    return {
      ...terminal,
      ...(revokedAt !== null && { revokedAt }),
      ...(person && { person: refOf(person) }),
      ...(lastSeenAt !== undefined && { lastSeenAt }),
      displays: screens
        .filter(({ terminalId }) => terminalId === terminal.id && revokedAt === null)
        .map(({ id, pairedAt }) => ({ id, pairedAt, isShowing: tickets.isShowing(id) })),
      isThis: terminal.id === requestedAt,
    }
  })
  return entries.toSorted((one, other) => Number(one.revokedAt !== undefined) - Number(other.revokedAt !== undefined))
}
