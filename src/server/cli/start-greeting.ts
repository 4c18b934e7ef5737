import type { Person } from '#domain/person.ts'
import type { LogFormat } from '../lib/log.ts'
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
export function greetingFor(facts: StartupFacts, style: { format: LogFormat; timeZone: string }): string[] {
  return [`Toptill is ready: ${facts.url}`, ...(style.format === 'pretty' ? textOf(facts) : jsonOf(facts, style))]
}

function textOf({ shops, warnings, addresses = [] }: StartupFacts): string[] {
  const ofNetwork = addresses.length > 0 ? [`Other devices in this network open ${addresses.join(' or ')}`] : []
  const lines = [...ofNetwork, ...shops.flatMap(textOfShop), ...warnings.map((warning) => `Warning: ${warning}`)]
  return lines.map((line) => line.replace(/\p{C}+/gu, ' '))
}

function textOfShop({ shop, practice, people, isStandby, problem, setupLink, controlUrl, bound }: ShopFacts): string[] {
  const hasNobody = practice || setupLink || isStandby || problem
  const lines = [
    ...(problem ? [`It cannot be opened, and is tried again: ${problem}`] : []),
    ...(isStandby ? ['Another process leads. This one passes requests on to it, and stands by.'] : []),
    ...(bound ? [inSentence(bound)] : []),
    ...(setupLink ? [`No supervisor yet. The first one begins here, within an hour: ${setupLink}`] : []),
    ...(practice ? ['Practice: nothing is real here, no money moves. Sign in as:'] : []),
    ...(practice ? people.map(({ name, role, pin }) => `  ${name.padEnd(16)} ${role.padEnd(12)} PIN ${pin}`) : []),
    ...(hasNobody ? [] : [`Sign in as ${inWords(people)}.`]),
    ...(controlUrl ? [`Numbers to try, and the sandbox's ledger: ${controlUrl}`] : []),
  ]
  return shop === undefined ? lines : lines.map((line) => `${shop}: ${line}`)
}

const inSentence = ({ before, now }: NonNullable<ShopFacts['bound']>) =>
  `The account was corrected: the journal, from which nothing was sold, was bound to POS ${before.posId} at ${before.baseUrl}, and belongs to POS ${now.posId} at ${now.baseUrl} from now on.`

function inWords(people: ShopFacts['people']): string {
  if (people.length === 0) return 'nobody yet: every person is disabled (npm run staff -- list)'
  const named = people.slice(0, MAX_NAMED).map(({ name, role }) => `${name} (${role})`)
  const others = people.length - named.length
  return others > 0 ? `${named.join(', ')} or ${others} more` : named.join(', ')
}

function jsonOf(
  { shops, warnings, addresses = [] }: StartupFacts,
  style: { format: LogFormat; timeZone: string },
): string[] {
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
