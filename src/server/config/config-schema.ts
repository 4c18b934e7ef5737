import { createHash, timingSafeEqual } from 'node:crypto'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'

import * as v from 'valibot'

import {
  BASE_URL,
  isHttpUrl,
  isLoopback,
  KEY_FLOOR,
  matching,
  namedFile,
  POS_ID,
  setting,
  TIME_ZONE,
  TOKEN,
  TOKEN_FILE,
} from './account-schema.ts'
import { isInPostgres } from './database-url.ts'
import { SHOPS_FILE } from './shops-file.ts'
import { findTrustedProxies, type TrustedProxies } from './trusted-proxies.ts'

/** A shorter token could be guessed from its digest. */
const MIN_METRICS_TOKEN = 16
export const NOBODY: TrustedProxies = () => false

const oneOf = <const T extends readonly string[]>(...values: T) =>
  v.picklist(values, `is not one of ${values.join(', ')}.`)
const flag = v.pipe(
  v.optional(v.picklist(['0', '1'], 'is not 1 or 0.'), '0'),
  v.transform((value) => value === '1'),
)

/** All settings (the table in `docs/administrators/settings.md`). Blank is the same as absent. */
export const SETTINGS = {
  TOPUP_BASE_URL: v.optional(BASE_URL),
  TOPUP_POS_ID: v.optional(POS_ID),
  TOPUP_TOKEN: v.optional(TOKEN),
  TOPUP_TOKEN_FILE: v.optional(TOKEN_FILE),
  TOPUP_KEY_FLOOR: v.optional(KEY_FLOOR, '0'),
  SHOPS_FILE: v.optional(SHOPS_FILE),
  SANDBOX: flag,
  DATABASE_URL: v.pipe(
    v.optional(v.string(), 'file:./data/toptill.db'),
    v.check(
      (url) => /^(file|postgres(ql)?):/.test(url),
      'is not of the form file:./data/toptill.db or postgres://user:password@host/database.',
    ),
    v.check((url) => !/^file:\s*$/.test(url), 'names no file. Set it to file:./data/toptill.db or another file.'),
    v.check(
      (url) => !isInPostgres(url) || namesDatabase(url),
      'names no database. Set it to postgres://user:password@host/database; in the password write %23 for #, %2F for / and %25 for %.',
    ),
    v.transform((url) => (isInPostgres(url) ? url : resolve(url.slice('file:'.length).trim()))),
  ),
  BACKUP_FOLDER: v.optional(
    v.pipe(
      v.string(),
      v.transform((folder) => resolve(folder)),
    ),
  ),
  HOST: v.optional(v.string(), '127.0.0.1'),
  PORT: v.optional(
    setting(
      (text) => (/^\d+$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
      'is not a whole number from 0 to 65535.',
    ),
    '8080',
  ),
  ALLOW_PLAIN_HTTP: flag,
  TLS_CERT_FILE: v.optional(namedFile),
  TLS_KEY_FILE: v.optional(namedFile),
  PUBLIC_ORIGIN: v.optional(setting(findOrigin, 'is not an origin such as https://till.example.')),
  TRUST_PROXY: v.optional(
    setting(
      (text) => (text === '0' ? NOBODY : findTrustedProxies(text)),
      'names no reverse proxy. Set their addresses or networks, such as 10.0.0.5,192.168.7.0/24, or how many are in front of Toptill in private networks, such as 1.',
    ),
  ),
  ALLOW_PRIVATE_TARGETS: flag,
  METRICS_TOKEN: v.optional(
    v.pipe(
      matching(
        new RegExp(`^[!-~]{${MIN_METRICS_TOKEN},}$`),
        `has to be at least ${MIN_METRICS_TOKEN} characters long, without spaces, such as the output of "openssl rand -hex 24".`,
      ),
      v.transform(matcherOf),
    ),
  ),
  SHOP_TIME_ZONE: v.optional(TIME_ZONE),
  LOG_LEVEL: v.optional(oneOf('silent', 'error', 'info'), 'error'),
}

/** Settings whose values messages may repeat. The others are secrets, addresses or file names, or may contain a password. */
export const REPEATED = new Set<string>([
  'SANDBOX',
  'PORT',
  'ALLOW_PLAIN_HTTP',
  'TRUST_PROXY',
  'SHOP_TIME_ZONE',
  'LOG_LEVEL',
] satisfies (keyof typeof SETTINGS)[])

export const TOKEN_SETTING = 'TOPUP_TOKEN'
/** DATABASE_URL may also contain a secret. */
export const SECRETS: readonly (keyof typeof SETTINGS)[] = [TOKEN_SETTING, 'METRICS_TOKEN']

type Account = { [Name in 'TOPUP_BASE_URL' | 'TOPUP_POS_ID' | 'TOPUP_TOKEN']?: string | undefined } & {
  TOPUP_TOKEN_FILE?: v.InferOutput<typeof TOKEN_FILE> | undefined
}
export const tokenTextOf = (account: Account) => account.TOPUP_TOKEN ?? account.TOPUP_TOKEN_FILE?.text

function missingOf(account: Account): string[] {
  // An empty file has its own message.
  const values = [account.TOPUP_BASE_URL, account.TOPUP_POS_ID, account.TOPUP_TOKEN ?? account.TOPUP_TOKEN_FILE?.file]
  return ['TOPUP_BASE_URL', 'TOPUP_POS_ID', 'TOPUP_TOKEN (or TOPUP_TOKEN_FILE)'].filter((_, at) => !values[at])
}

const ACCOUNT = [['TOPUP_BASE_URL'], ['TOPUP_POS_ID'], ['TOPUP_TOKEN'], ['TOPUP_TOKEN_FILE']] as const
const TLS = [['TLS_CERT_FILE'], ['TLS_KEY_FILE']] as const

/** A message that begins with a capital letter is a whole sentence; any other lacks its subject, the name of the setting. */
export const Environment = v.pipe(
  v.object(SETTINGS),
  v.forward(
    v.partialCheck(
      [['TOPUP_TOKEN'], ['TOPUP_TOKEN_FILE']],
      (env) => env.TOPUP_TOKEN === undefined || env.TOPUP_TOKEN_FILE === undefined,
      'TOPUP_TOKEN and TOPUP_TOKEN_FILE are both set. Keep one.',
    ),
    ['TOPUP_TOKEN_FILE'],
  ),
  v.forward(
    v.partialCheck(
      ACCOUNT,
      (env) => [0, 3].includes(missingOf(env).length),
      ({ input }) => {
        const missing = missingOf(input)
        return `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set. Set all of TOPUP_BASE_URL, TOPUP_POS_ID, TOPUP_TOKEN, or none of them to practice.`
      },
    ),
    ['TOPUP_TOKEN'],
  ),
  v.forward(
    v.partialCheck(
      [...ACCOUNT, ['SANDBOX']],
      (env) => !env.SANDBOX || missingOf(env).length === 3,
      'SANDBOX=1 and TOPUP_… are both set. Remove one of them: use either practice or the real account.',
    ),
    ['SANDBOX'],
  ),
  v.forward(
    v.partialCheck(
      [...ACCOUNT, ['TOPUP_KEY_FLOOR'], ['SANDBOX'], ['SHOPS_FILE']],
      (env) => !env.SHOPS_FILE || (missingOf(env).length === 3 && env.TOPUP_KEY_FLOOR === 0n && !env.SANDBOX),
      'SHOPS_FILE names the accounts of all shops, and TOPUP_… or SANDBOX=1 is also set. Remove what you do not need.',
    ),
    ['SHOPS_FILE'],
  ),
  v.forward(
    v.partialCheck(
      [['SHOPS_FILE'], ['DATABASE_URL']],
      (env) => !env.SHOPS_FILE || isInPostgres(env.DATABASE_URL),
      'SHOPS_FILE is set, and a database file serves only one shop. Set DATABASE_URL to postgres://user:password@host/database.',
    ),
    ['SHOPS_FILE'],
  ),
  v.forward(
    v.partialCheck(
      TLS,
      (env) => (env.TLS_CERT_FILE === undefined) === (env.TLS_KEY_FILE === undefined),
      ({ input }) => `${input.TLS_CERT_FILE ? 'TLS_KEY_FILE' : 'TLS_CERT_FILE'} is not set. TLS needs both files.`,
    ),
    ['TLS_KEY_FILE'],
  ),
  v.forward(
    v.partialCheck(
      TLS,
      ({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key }) => !cert || !key || isKeyPair(cert.text, key.text),
      ({ input: { TLS_CERT_FILE: cert, TLS_KEY_FILE: key } }) =>
        `TLS_CERT_FILE and TLS_KEY_FILE: ${cert?.file} and ${key?.file} are not a PEM certificate and its key.`,
    ),
    ['TLS_KEY_FILE'],
  ),
  v.forward(
    v.partialCheck(
      [...TLS, ['HOST'], ['ALLOW_PLAIN_HTTP']],
      (env) => isLoopback(env.HOST) || env.TLS_CERT_FILE !== undefined || env.ALLOW_PLAIN_HTTP,
      ({ input }) =>
        `HOST=${input.HOST} would serve the till to other devices over plain HTTP. Set TLS_CERT_FILE and TLS_KEY_FILE, or ALLOW_PLAIN_HTTP=1 if you accept that anyone on the network can read PINs, numbers and codes.`,
    ),
    ['HOST'],
  ),
)

/** Returns the origin as browsers spell it: without capitals, default port or letters outside ASCII. */
function findOrigin(text: string): string | undefined {
  if (!isHttpUrl(text)) return undefined
  const { origin, href } = new URL(text)
  return href === `${origin}/` ? origin : undefined
}

function namesDatabase(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { username, password, pathname } = new URL(url)
  return /^\/[^/@]+$/.test(pathname) && !/%(?![\da-f]{2})/i.test(username + password)
}

function isKeyPair(cert: string, key: string): boolean {
  try {
    createSecureContext({ cert, key })
    return true
  } catch {
    return false
  }
}

/** Digests have equal lengths, as `timingSafeEqual` needs, and the token is not kept in memory. */
function matcherOf(token: string): (text: string) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const wanted = digest(token)
  return (text) => timingSafeEqual(digest(text), wanted)
}
