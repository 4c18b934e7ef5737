import type { Person } from '#domain/person.ts'
import type { LineStyle } from '../lib/log.ts'
import { formatLine } from '../lib/log.ts'

export type StartupFacts = {
  url: string
  addresses?: readonly string[]
  warnings: string[]
  shops: readonly ShopFacts[]
}

export type ShopFacts = {
  shop?: string
  practice: boolean
  /** With PINs in practice, where they are not secret. */
  people: (Pick<Person, 'name' | 'role'> & { pin?: string })[]
  /** Waits until the process that leads ends. */
  isStandby?: boolean
  /** Why it could not be opened; it is tried again. */
  problem?: string
  /** The unused journal was bound again to the account of the settings. */
  bound?: Record<'before' | 'now', Account>
  setupLink?: string
  controlUrl?: string
}

type Account = { baseUrl: string; posId: string }

const MAX_NAMED = 8

/** Programs wait for the first line, so it is the same in every format. */
export function greetingFor(facts: StartupFacts, style: LineStyle): string[] {
  return [`Toptill is ready: ${facts.url}`, ...(style.format === 'pretty' ? textOf(facts) : jsonOf(facts, style))]
}

function textOf({ shops, warnings, addresses = [] }: StartupFacts): string[] {
  const ofNetwork = addresses.length > 0 ? [`On other devices in this network, open ${addresses.join(' or ')}`] : []
  const lines = [...ofNetwork, ...shops.flatMap(textOfShop), ...warnings.map((warning) => `Warning: ${warning}`)]
  return lines.map((line) => line.replace(/\p{C}+/gu, ' '))
}

function textOfShop({ shop, practice, people, isStandby, problem, setupLink, controlUrl, bound }: ShopFacts): string[] {
  const hasNobody = practice || setupLink || isStandby || problem
  const lines = [
    ...(problem ? [`It can't be opened and will be tried again: ${problem}`] : []),
    ...(isStandby ? ['Another process leads. This one is a standby and forwards requests to it.'] : []),
    ...(bound ? [inSentence(bound)] : []),
    ...(setupLink ? [`Set up your shop (this link works once, within an hour): ${setupLink}`] : []),
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
  if (people.length === 0) return 'no one yet: all staff are blocked (npm run staff -- list)'
  const named = people.slice(0, MAX_NAMED).map(({ name, role }) => `${name} (${role})`)
  const others = people.length - named.length
  return others > 0 ? `${named.join(', ')} or ${others} more` : named.join(', ')
}

function jsonOf({ shops, warnings, addresses = [] }: StartupFacts, style: LineStyle): string[] {
  const ofNetwork = addresses.map((address) => ({ what: 'other devices in this network open', address }))
  const lines = [
    ...ofNetwork,
    ...shops.flatMap(jsonOfShop),
    ...warnings.map((warning) => ({ level: 'warning', what: warning })),
  ]
  const time = new Date().toISOString()
  return lines.map((line) => formatLine(JSON.stringify({ time, ...line }), style))
}

function jsonOfShop({ shop, practice, people, isStandby, problem, setupLink, controlUrl, bound }: ShopFacts): object[] {
  const lines = [
    ...(problem ? [{ what: 'the shop cannot be opened', problem }] : []),
    ...(isStandby ? [{ what: 'another process leads' }] : []),
    ...(bound ? [{ what: inSentence(bound) }] : []),
    ...(setupLink ? [{ what: 'nobody is there yet', setupLink }] : []),
    ...(practice ? [{ what: 'practice', ...(controlUrl ? { controlUrl } : {}) }] : []),
    ...(practice ? people.map(({ name, role, pin }) => ({ what: 'demo sign-in', name, role, pin })) : []),
  ]
  return shop === undefined ? lines : lines.map((line) => ({ shop, ...line }))
}
