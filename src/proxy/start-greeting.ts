import type { Person } from '#domain/person.ts'
import type { LogFormat } from './config.ts'
import { formatLine } from './log.ts'

/** The facts that the console shows when the proxy is ready. */
export type StartupFacts = {
  url: string
  practice: boolean
  /** The people who may sign in; in practice with their PIN, which is no secret there. */
  people: (Pick<Person, 'name' | 'role'> & { pin?: string })[]
  warnings: string[]
  /** This process waits until the one that leads ends. */
  isStandby?: boolean
  /** Present while the shop has no people. */
  setupLink?: string
  controlUrl?: string
}

const MAX_NAMED = 8

/** The console lines at the end of a start. Programs wait for the first one, so it is the same in every format. */
export function greetingFor(facts: StartupFacts, style: { format: LogFormat; timeZone: string }): string[] {
  return [`Toptill is ready: ${facts.url}`, ...(style.format === 'pretty' ? textOf(facts) : jsonOf(facts, style))]
}

function textOf({ practice, people, warnings, isStandby, setupLink, controlUrl }: StartupFacts): string[] {
  return [
    ...(isStandby ? ['Another process leads. This one passes requests on to it, and stands by.'] : []),
    ...(setupLink ? [`Nobody is there yet. The first supervisor begins here, within an hour: ${setupLink}`] : []),
    ...(practice ? ['Practice: the sandbox is the service, no money moves. Sign in as:'] : []),
    ...(practice ? people.map(({ name, role, pin }) => `  ${name.padEnd(16)} ${role.padEnd(12)} PIN ${pin}`) : []),
    ...(practice || setupLink || isStandby ? [] : [`Sign in as ${inWords(people)}.`]),
    ...(controlUrl ? [`Numbers to try, and the sandbox's ledger: ${controlUrl}`] : []),
    ...warnings.map((warning) => `Warning: ${warning}`),
  ].map((line) => line.replace(/\p{C}+/gu, ' '))
}

function inWords(people: StartupFacts['people']): string {
  if (people.length === 0) return 'nobody yet: every person is disabled (npm run staff -- list)'
  const named = people.slice(0, MAX_NAMED).map(({ name, role }) => `${name} (${role})`)
  const others = people.length - named.length
  return others > 0 ? `${named.join(', ')} or ${others} more` : named.join(', ')
}

function jsonOf(
  { practice, people, warnings, isStandby, setupLink, controlUrl }: StartupFacts,
  style: { format: LogFormat; timeZone: string },
): string[] {
  const lines = [
    ...(isStandby ? [{ what: 'another process leads' }] : []),
    ...(setupLink ? [{ what: 'nobody is there yet', setupLink }] : []),
    ...(practice ? [{ what: 'practice', ...(controlUrl ? { controlUrl } : {}) }] : []),
    ...(practice ? people.map(({ name, role, pin }) => ({ what: 'demo sign-in', name, role, pin })) : []),
    ...warnings.map((warning) => ({ level: 'warning', what: warning })),
  ]
  const time = new Date().toISOString()
  return lines.map((line) => formatLine(JSON.stringify({ time, ...line }), style))
}
