import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import * as v from 'valibot'

import type { PollInterval } from '#domain/sale/input.ts'
import type { LogFormat, LogLevel } from '../lib/log.ts'
import { isLoopback, unquoted } from './account-schema.ts'
import { Environment, NOBODY, REPEATED, SECRETS, SETTINGS, tokenTextOf } from './config-schema.ts'
import { findLines, readDotEnv } from './dot-env.ts'
import { inSchema, isInPostgres, schemaOf } from './database-url.ts'
import { findUnknownOfAccount, findUnknownOfFile } from './setting-names.ts'
import type { ShopEntry } from './shops-file.ts'
import type { TrustedProxies } from './trusted-proxies.ts'
import { Token } from './token.ts'

export type WholesalerAccount = { baseUrl: string; posId: string; token: Token; tokenFile?: string }

/** The settings of a process, which are those of all of its shops. */
export type ProcessConfig = {
  /** Hosts from which pictures may come besides the wholesaler's own, with a port if it is not 443. */
  pictureHosts: string[]
  /** The folder of the journal's file, or `DATA_FOLDER`. It also holds the pepper, the socket and, in practice, the sandbox's ledger. */
  dataFolder: string
  /** The journal: a file, or an address of PostgreSQL. Practice always has a file. With several shops: the database of their journals. */
  database: string
  /** Where backups are, and whether it was set, so that it has to be there. */
  backupFolder: string
  isBackupFolderSet: boolean
  host: string
  port: number
  publicOrigin?: string
  /** Where other processes of the same journal reach this one. */
  ownAddress?: string
  tls?: { cert: string; key: string }
  /** The proxies whose `X-Forwarded-…` headers are trusted; none when absent. */
  trustProxy?: TrustedProxies
  polling: { direct: PollInterval; international: PollInterval; confirmGraceMs: number }
  timeZone: string
  logLevel: LogLevel
  /** When absent, lines are pretty on a terminal and JSON elsewhere. */
  logFormat?: LogFormat
  /** Alerts may go to this machine and private networks, there also without TLS. */
  alertsToPrivateNetworks: boolean
  /** Network printers may be on this machine, at any port. */
  printersOnLoopback: boolean
  /** Whether a bearer token is `METRICS_TOKEN`; absent when none is set. */
  isMetricsToken?: (text: string) => boolean
}

/** The settings of one shop: those of its process, with the journal, the folder and the time zone of the shop. */
export type Config = ProcessConfig & {
  /** Which one it is in an installation with several; absent where there is one. */
  shop?: { id: string; name: string }
  /** No real account is set: the sandbox is the wholesaler, in a folder of its own. */
  practice: boolean
  /** The real account; absent in practice. */
  account?: WholesalerAccount
  keyFloor: bigint
  /** In practice without SANDBOX=1: the journal that must not have served a real account. */
  realDatabase?: string
  /** The folder that holds the pepper of its journal. */
  pepperFolder: string
}

/** All that is served together: one shop, or those of SHOPS_FILE, in their order. */
export type Installation = {
  settings: ProcessConfig
  shops: readonly [Config, ...Config[]]
  /** What about the file `.env` may not be meant: a sentence each. */
  warnings: readonly string[]
  /** All files with a secret in them, also some that may not be there, and what names each. */
  secretFiles: readonly SecretFile[]
}
export type SecretFile = { name: string; file: string }

/** The configuration cannot be used. The message is for the administrator: one sentence for each fault, which says what to do. */
export class BadConfig extends Error {
  override readonly name = 'BadConfig'
}

/** Reads the configuration once, the process's own environment also from `.env`. Throws `BadConfig`, which names every fault at once. */
export function readInstallation(env: NodeJS.ProcessEnv): Installation {
  const { warnings, lines } = env === process.env ? loadDotEnv() : NO_FILE
  const set = Object.fromEntries(
    Object.keys(SETTINGS).flatMap((name) => {
      const text = env[name]?.trim() ?? ''
      // In a list of hosts, what is in quotation marks is a word of the browser's policy.
      const value = name === 'PICTURE_HOSTS' ? text : unquoted(text)
      return value === '' ? [] : [[name, value]]
    }),
  )
  const read = v.safeParse(Environment, set)
  const unknown = findUnknownOfAccount(env)
  if (read.success && unknown.length === 0) {
    const accounts = installationOf(read.output)
    return { ...accounts, warnings, secretFiles: secretFilesOf(accounts, read.output, { env, lines }) }
  }
  const sentences = (read.issues ?? []).map(({ message, path }) => {
    const name = String(path?.[0].key)
    if (/^[A-Z]/.test(message)) return message
    return `${name}${REPEATED.has(name) ? `=${set[name]}` : ''}${message.startsWith(':') ? '' : ' '}${message}`
  })
  const placed = [...unknown, ...sentences].map((sentence) => {
    const line = lines.get(/[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|PORT|HOST/.exec(sentence)?.[0] ?? '')
    return line === undefined ? sentence : `.env line ${line}: ${sentence}`
  })
  throw new BadConfig(placed.join('\n'))
}

type Settings = v.InferOutput<typeof Environment>
type Accounts = Omit<Installation, 'warnings' | 'secretFiles'>
type Sources = { env: NodeJS.ProcessEnv; lines: ReadonlyMap<string, number> }

function secretFilesOf(
  { shops }: Accounts,
  { DATABASE_URL, TLS_KEY_FILE }: Settings,
  { env, lines }: Sources,
): SecretFile[] {
  const database = isInPostgres(DATABASE_URL) ? new URL(DATABASE_URL) : undefined
  const secrets = [...SECRETS, ...(database?.password ? ['DATABASE_URL'] : [])]
  const files: [name: string, file: string | null | undefined][] = [
    ['.env', secrets.some((name) => lines.has(name)) ? resolve('.env') : undefined],
    ...shops.flatMap(({ shop, account, pepperFolder }): typeof files => [
      [shop ? `SHOPS_FILE, shop ${shop.id}` : 'TOPUP_TOKEN_FILE', account?.tokenFile],
      ['The key file', join(pepperFolder, 'pepper')],
    ]),
    ['TLS_KEY_FILE', TLS_KEY_FILE?.file],
    ['DATABASE_URL, sslkey', database?.searchParams.get('sslkey')],
    ['PGPASSFILE', database && env.PGPASSFILE],
  ]
  // Shops may have one pepper.
  const names = new Map(files.flatMap(([name, file]) => (file ? [[file, name] as const] : [])))
  return [...names].map(([file, name]) => ({ name, file }))
}

function installationOf(env: Settings): Accounts {
  const journal = env.DATABASE_URL
  const folder = isInPostgres(journal) ? (env.DATA_FOLDER ?? resolve('data')) : dirname(journal)
  if (env.SHOPS_FILE) return withShops(settingsOf(env, folder, journal), env.SHOPS_FILE)
  const account = accountOf(env)
  const database = account ? journal : join(folder, 'sandbox', 'toptill.db')
  const settings = settingsOf(env, isInPostgres(database) ? folder : dirname(database), database)
  const shop: Config = {
    ...settings,
    practice: !account,
    ...(account ? { account } : {}),
    keyFloor: env.TOPUP_KEY_FLOOR,
    ...(account || env.SANDBOX ? {} : { realDatabase: journal }),
    pepperFolder: settings.dataFolder,
  }
  return { settings, shops: [shop] }
}

function settingsOf(env: Settings, dataFolder: string, database: string): ProcessConfig {
  const tls = env.TLS_CERT_FILE && env.TLS_KEY_FILE && { cert: env.TLS_CERT_FILE.text, key: env.TLS_KEY_FILE.text }
  const trustProxy = env.TRUST_PROXY === NOBODY ? undefined : env.TRUST_PROXY
  return {
    pictureHosts: env.PICTURE_HOSTS ?? [],
    dataFolder,
    database,
    backupFolder: env.BACKUP_FOLDER ?? join(dataFolder, 'backups'),
    isBackupFolderSet: env.BACKUP_FOLDER !== undefined,
    host: env.HOST,
    port: env.PORT,
    ...(env.OWN_ADDRESS ? { ownAddress: env.OWN_ADDRESS } : {}),
    ...(env.PUBLIC_ORIGIN ? { publicOrigin: env.PUBLIC_ORIGIN } : {}),
    ...(tls ? { tls } : {}),
    ...(trustProxy ? { trustProxy } : {}),
    polling: {
      direct: env.FIND_DIRECT_SECONDS,
      international: env.FIND_INTERNATIONAL_SECONDS,
      confirmGraceMs: env.CONFIRM_GRACE_SECONDS,
    },
    timeZone: env.SHOP_TIME_ZONE,
    logLevel: env.LOG_LEVEL,
    ...(env.LOG_FORMAT ? { logFormat: env.LOG_FORMAT } : {}),
    alertsToPrivateNetworks: env.ALERT_PRIVATE_NETWORKS,
    printersOnLoopback: env.PRINTERS_ON_LOOPBACK,
    ...(env.METRICS_TOKEN ? { isMetricsToken: env.METRICS_TOKEN } : {}),
  }
}

function accountOf(env: Settings): WholesalerAccount | undefined {
  const token = tokenTextOf(env)
  if (env.TOPUP_BASE_URL === undefined || env.TOPUP_POS_ID === undefined || !token) return undefined
  return {
    baseUrl: env.TOPUP_BASE_URL,
    posId: env.TOPUP_POS_ID,
    token: new Token(token),
    ...(env.TOPUP_TOKEN_FILE ? { tokenFile: env.TOPUP_TOKEN_FILE.file } : {}),
  }
}

function withShops(settings: ProcessConfig, entries: readonly ShopEntry[]): Accounts {
  const [first, ...others] = entries.map((entry) => shopOf(settings, entry))
  if (!first) throw new Error('a file without shops was read')
  return { settings, shops: [first, ...others] }
}

/** A shop of SHOPS_FILE: a schema and a folder of its own. */
function shopOf(settings: ProcessConfig, { id, name, ...entry }: ShopEntry): Config {
  const dataFolder = join(settings.dataFolder, 'shops', id)
  const { baseUrl, posId, tokenFile, keyFloor, timeZone } = entry
  return {
    ...settings,
    shop: { id, name },
    dataFolder,
    database: inSchema(settings.database, schemaOf(id)),
    timeZone: timeZone ?? settings.timeZone,
    practice: false,
    account: { baseUrl, posId, token: new Token(tokenFile.text), tokenFile: tokenFile.file },
    keyFloor,
    // A journal that was moved here brings its own pepper along.
    pepperFolder: existsSync(join(dataFolder, 'pepper')) ? dataFolder : settings.dataFolder,
  }
}

/** Whether browsers reach the process over TLS. */
export const hasTls = ({ tls, publicOrigin }: Pick<ProcessConfig, 'tls' | 'publicOrigin'>): boolean =>
  tls !== undefined || publicOrigin?.startsWith('https:') === true

/** Where customers follow their sales: what anybody opens from anywhere has to come over TLS, or from this machine. */
export const statusOriginOf = ({ publicOrigin }: Pick<ProcessConfig, 'publicOrigin'>): string | undefined =>
  publicOrigin?.startsWith('https:') || (publicOrigin !== undefined && isLoopback(new URL(publicOrigin).hostname))
    ? publicOrigin
    : undefined

const NO_FILE: ReturnType<typeof loadDotEnv> = { warnings: [], lines: new Map() }

/**
 * Adds the settings of `.env` in the current folder to the environment, whose own count first. Returns what about them may not be meant, and the lines of
 * those that count.
 */
function loadDotEnv(): { warnings: string[]; lines: ReadonlyMap<string, number> } {
  try {
    const { values, warnings } = readDotEnv(process.cwd())
    for (const [name, value] of Object.entries(values)) process.env[name] ??= value
    const counting = [...findLines(process.cwd())].filter(([name]) => process.env[name] === values[name])
    return { warnings: [...warnings, ...findUnknownOfFile(Object.keys(values))], lines: new Map(counting) }
  } catch (error) {
    throw new BadConfig(`.env cannot be read: ${(error as Error).message}.`)
  }
}
