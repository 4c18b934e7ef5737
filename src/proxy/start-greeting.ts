import type { Person } from '#domain/person.ts'
import type { LogFormat } from './config.ts'
import { formatLine } from './log.ts'

/** What the console says once the till can be opened. */
export type StartupFacts = {
  url: string
  practice: boolean
  /** Who may sign in; in practice with the PIN, which is no secret there. */
  people: (Pick<Person, 'name' | 'role'> & { pin?: string })[]
  warnings: string[]
  /** Only while nobody is there yet. */
  setupLink?: string
  controlUrl?: string
}

const NAMED_AT_MOST = 8

/** The lines of the console at the end of a start. The first one has the same form in every format: programs wait for it. */
export function greetingFor(news: StartupFacts, look: { format: LogFormat; timeZone: string }): string[] {
  return [`Toptill is ready: ${news.url}`, ...(look.format === 'pretty' ? textOf(news) : jsonOf(news, look))]
}

function textOf({ practice, people, warnings, setupLink, controlUrl }: StartupFacts): string[] {
  return [
    ...(setupLink ? [`Nobody is there yet. The first supervisor begins here, within an hour: ${setupLink}`] : []),
    ...(practice ? ['Practice: the sandbox is the service, no money moves. Sign in as:'] : []),
    ...(practice ? people.map(({ name, role, pin }) => `  ${name.padEnd(16)} ${role.padEnd(12)} PIN ${pin}`) : []),
    ...(practice || setupLink ? [] : [`Sign in as ${inWords(people)}.`]),
    ...(controlUrl ? [`Numbers to try, and the sandbox's ledger: ${controlUrl}`] : []),
    ...warnings.map((warning) => `Warning: ${warning}`),
  ].map((line) => line.replace(/\p{C}+/gu, ' '))
}

function inWords(people: StartupFacts['people']): string {
  if (people.length === 0) return 'nobody yet: every person is disabled (npm run staff -- list)'
  const named = people.slice(0, NAMED_AT_MOST).map(({ name, role }) => `${name} (${role})`)
  const others = people.length - named.length
  return others > 0 ? `${named.join(', ')} or ${others} more` : named.join(', ')
}

function jsonOf(
  { practice, people, warnings, setupLink, controlUrl }: StartupFacts,
  look: { format: LogFormat; timeZone: string },
): string[] {
  const lines = [
    ...(setupLink ? [{ what: 'nobody is there yet', setupLink }] : []),
    ...(practice ? [{ what: 'practice', ...(controlUrl ? { controlUrl } : {}) }] : []),
    ...(practice ? people.map(({ name, role, pin }) => ({ what: 'demo sign-in', name, role, pin })) : []),
    ...warnings.map((warning) => ({ level: 'warning', what: warning })),
  ]
  const time = new Date().toISOString()
  return lines.map((line) => formatLine(JSON.stringify({ time, ...line }), look))
}
