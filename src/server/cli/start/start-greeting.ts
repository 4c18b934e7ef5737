import type { Person } from '#domain/person.ts'
import type { LineStyle } from '../../lib/log.ts'
import { formatLine } from '../../lib/log.ts'
import { VERSION } from '../../lib/version.ts'

export type StartupFacts = {
  url: string
  build: string
  addresses?: readonly string[]
  updates?: readonly Update[]
  warnings: string[]
  shops: readonly ShopFacts[]
}

export type ShopFacts = {
  shop?: string
  practice: boolean
  /** With PINs in practice, where they are not secret. */
  people: (Pick<Person, 'name' | 'role'> & { pin?: string })[]
  /** Waits for the process that leads to stop. */
  isStandby?: boolean
  /** Why the shop could not be opened; opening is retried. */
  problem?: string
  /** The unused journal was rebound to the account in the settings. */
  bound?: Record<'before' | 'now', Account>
  setupLink?: string
  connectLink?: string
  controlUrl?: string
}

/** A database migrated during this start, with the versions of its tables. */
export type Update = { shop?: string; from: string; to: string; backup?: string }

type Account = { baseUrl: string; posId: string }

export const DATABASE_UPDATED = 'the database was updated'

const MAX_NAMED = 8

/** Programs wait for the first line, so it is the same in every format. */
export function greetingFor(facts: StartupFacts, style: LineStyle): string[] {
  return [`Toptill is ready: ${facts.url}`, ...(style.format === 'pretty' ? textOf(facts) : jsonOf(facts, style))]
}

function textOf({ build, shops, warnings, addresses = [], updates = [] }: StartupFacts): string[] {
  const ofNetwork = addresses.length > 0 ? [`On other devices in this network, open ${addresses.join(' or ')}`] : []
  const lines = [
    `Toptill ${VERSION} (build ${build})`,
    ...ofNetwork,
    ...updates.map(textOfUpdate),
    ...shops.flatMap(textOfShop),
    ...warnings.map((warning) => `Warning: ${warning}`),
  ]
  return lines.map((line) => line.replace(/\p{C}+/gu, ' '))
}

function textOfUpdate({ shop, from, to, backup }: Update): string {
  const kept = backup === undefined ? '' : ` ${backup} is the backup from before.`
  return `${shop === undefined ? '' : `${shop}: `}The database was updated from version ${from} to ${to}.${kept}`
}

function textOfShop({ shop, practice, people, isStandby, problem, bound, ...links }: ShopFacts): string[] {
  const { setupLink, connectLink, controlUrl } = links
  const hasNobody = practice || setupLink || isStandby || problem
  const lines = [
    ...(problem ? [`It can't be opened and will be tried again: ${problem}`] : []),
    ...(isStandby ? ['Another process leads. This one is a standby and forwards requests to it.'] : []),
    ...(bound ? [inSentence(bound)] : []),
    ...(setupLink ? [`Set up your shop (this link works once, within an hour): ${setupLink}`] : []),
    // The launchers find this line, and open the link.
    ...(connectLink ? [`Connect your account: ${connectLink}`] : []),
    ...(practice ? ['Practice mode: no real money is used. Sign in as:'] : []),
    ...(practice ? people.map(({ name, role, pin }) => `  ${name.padEnd(16)} ${role.padEnd(12)} PIN ${pin}`) : []),
    ...(hasNobody ? [] : [`Sign in as ${inWords(people)}.`]),
    ...(controlUrl ? [`Practice console (numbers to try, ledger): ${controlUrl}`] : []),
  ]
  return shop === undefined ? lines : lines.map((line) => `${shop}: ${line}`)
}

const inSentence = ({ before, now }: NonNullable<ShopFacts['bound']>) =>
  `The account was corrected: the database, which has no sales, belonged to POS ${before.posId} at ${before.baseUrl} and now belongs to POS ${now.posId} at ${now.baseUrl}.`

function inWords(people: ShopFacts['people']): string {
  if (people.length === 0) return 'no one yet: all staff are blocked (toptill staff list)'
  const named = people.slice(0, MAX_NAMED).map(({ name, role }) => `${name} (${role})`)
  const others = people.length - named.length
  return others > 0 ? `${named.join(', ')} or ${others} more` : named.join(', ')
}

function jsonOf({ shops, warnings, addresses = [], updates = [] }: StartupFacts, style: LineStyle): string[] {
  const ofNetwork = addresses.map((address) => ({ what: 'other devices in this network open', address }))
  const lines = [
    ...ofNetwork,
    ...updates.map((update) => ({ what: DATABASE_UPDATED, ...update })),
    ...shops.flatMap(jsonOfShop),
    ...warnings.map((warning) => ({ level: 'warning', what: warning })),
  ]
  const time = new Date().toISOString()
  return lines.map((line) => formatLine(JSON.stringify({ time, ...line }), style))
}

function jsonOfShop({ shop, practice, people, isStandby, problem, bound, ...links }: ShopFacts): object[] {
  const { setupLink, connectLink, controlUrl } = links
  const lines = [
    ...(problem ? [{ what: 'the shop cannot be opened', problem }] : []),
    ...(isStandby ? [{ what: 'another process leads' }] : []),
    ...(bound ? [{ what: inSentence(bound) }] : []),
    ...(setupLink ? [{ what: 'nobody is there yet', setupLink }] : []),
    ...(connectLink ? [{ what: 'an account can be connected', connectLink }] : []),
    ...(practice ? [{ what: 'practice', ...(controlUrl ? { controlUrl } : {}) }] : []),
    ...(practice ? people.map(({ name, role, pin }) => ({ what: 'demo sign-in', name, role, pin })) : []),
  ]
  return shop === undefined ? lines : lines.map((line) => ({ shop, ...line }))
}
