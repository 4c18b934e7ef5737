import { lettersApart } from '../lib/letters-apart.ts'
import { SETTINGS } from './config-schema.ts'

/** Names in `.env` that other programs use: Node, npm and its packages, PostgreSQL's client, `HTTP_PROXY`. */
const OF_OTHERS = /^(NODE_|NPM_|PG|SSL_|UV_|COMPOSE_|TOPTILL_|LC_|LANG$|TZ$|PATH$|HOME$|DEBUG$|(HTTPS?|ALL|NO)_PROXY$)/
/** Kubernetes and Docker describe a service called "topup" in the environment of every program. */
const OF_A_CLUSTER = /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP)(_|$)/
/** How many letters may be missing or extra in a mistyped name. */
const MAX_DISTANCE = 4
/** Other text is not repeated in messages, because it may be part of a token. */
const SHOWN = /^[A-Z][A-Z0-9_]{0,39}$/

const NAMES = Object.keys(SETTINGS)

const FIXED_PACE = 'is no longer a setting: Toptill keeps the pace of the specification. Remove it.'
const TARGETS = 'is now ALLOW_PRIVATE_TARGETS.'
/** Settings of earlier versions. Ignoring one could change what the shop does, so each is refused. */
export const FORMER: Readonly<Record<string, string>> = {
  FIND_DIRECT_SECONDS: FIXED_PACE,
  FIND_INTERNATIONAL_SECONDS: FIXED_PACE,
  CONFIRM_GRACE_SECONDS: FIXED_PACE,
  ALERT_PRIVATE_NETWORKS: TARGETS,
  PRINTERS_ON_LOOPBACK: TARGETS,
  PICTURE_HOSTS: 'is now a setting on the screen: Settings, Product images. Enter the hosts there, and remove it.',
  LOG_FORMAT: 'is no longer a setting: the log is text on a terminal and JSON elsewhere. Remove it.',
  OWN_ADDRESS:
    'is no longer a setting: other servers reach this one at HOST and PORT, or, if HOST is 0.0.0.0, at its address in the network of the database. Remove it.',
  DATA_FOLDER:
    "is no longer a setting: with PostgreSQL, the data folder is the folder data in Toptill's folder. Move its files there, and remove it.",
}
const OF_ACCOUNT = NAMES.filter((name) => name.startsWith('TOPUP_'))

export function findFormer(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(FORMER).flatMap(([name, says]) => (env[name]?.trim() ? [`${name} ${says}`] : []))
}

/** A misspelled name would leave the shop in practice mode, or the setting without its value. */
export function findUnknownOfAccount(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (!/^TOPUP_/i.test(name) || isKnown(name) || !value?.trim()) return []
    if (OF_A_CLUSTER.test(name) || /^(tcp|udp):\/\//.test(value)) return []
    return [`${name} is not a setting of Toptill. Did you mean ${nearestOfAccount(name)}?`]
  })
}

export function findUnknownOfFile(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (/^TOPUP_/i.test(name) || isKnown(name) || name in FORMER || OF_OTHERS.test(name.toUpperCase())) return []
    const near = nearestOfAll(name)
    if (near.distance <= MAX_DISTANCE)
      return [`${name} in .env is not a setting of Toptill. Did you mean ${near.name}?`]
    const called = SHOWN.test(name) ? `${name} in .env` : 'A line of .env'
    return [
      `${called} is not a setting of Toptill. The closest one is ${near.name}: docs/administrators/settings.md lists all of them.`,
    ]
  })
}

/** Windows doesn't distinguish `Port` from `PORT`. */
const isKnown = (name: string) => NAMES.includes(process.platform === 'win32' ? name.toUpperCase() : name)

function nearestOfAccount(name: string): string {
  const rest = name.toUpperCase().slice('TOPUP_'.length)
  return NAMES.includes(rest) ? rest : nearest(name, OF_ACCOUNT).name
}

function nearestOfAll(name: string): { name: string; distance: number } {
  const ofAccount = `TOPUP_${name.toUpperCase()}`
  return OF_ACCOUNT.includes(ofAccount) ? { name: ofAccount, distance: 0 } : nearest(name, NAMES)
}

function nearest(name: string, known: readonly string[]): { name: string; distance: number } {
  const [first] = known
    .map((one) => ({ name: one, distance: lettersApart(name.toUpperCase(), one) }))
    .toSorted((a, b) => a.distance - b.distance)
  if (!first) throw new Error('no settings')
  return first
}
