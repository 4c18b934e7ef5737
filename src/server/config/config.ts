import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import * as v from 'valibot'

import type { LogLevel } from '../lib/log.ts'
import { isLoopback, unquoted } from './account-schema.ts'
import { Environment, NOBODY, REPEATED, SECRETS, SETTINGS, tokenTextOf } from './config-schema.ts'
import { findLines, readDotEnv } from './dot-env.ts'
import { inSchema, isInPostgres, schemaOf } from './database-url.ts'
import { findFormer, findUnknownOfAccount, findUnknownOfFile } from './setting-names.ts'
import type { ShopEntry } from './shops-file.ts'
import type { TrustedProxies } from './trusted-proxies.ts'
import { Token } from './token.ts'

export type WholesalerAccount = { baseUrl: string; posId: string; token: Token; tokenFile?: string }

export type ProcessConfig = {
  /** The journal file's folder; with PostgreSQL, `data` in the home. Also holds the pepper, the socket and, in practice, the sandbox's ledger. */
  dataFolder: string
  /** A file (always in practice), or an address of PostgreSQL. With several shops, the database of all journals. */
  database: string
  /** A folder that was set has to exist. */
  backupFolder: string
  isBackupFolderSet: boolean
  host: string
  port: number
  publicOrigin?: string
  tls?: { cert: string; key: string }
  /** None if absent. */
  trustProxy?: TrustedProxies
  /** Absent: the one in the shop's settings. */
  timeZone?: string
  logLevel: LogLevel
  /** Alerts to this machine and private networks, also without TLS, and network printers on this machine, at any port. */
  allowsPrivateTargets: boolean
  isMetricsToken?: (text: string) => boolean
}

export type Config = ProcessConfig & {
  /** Absent if there is only one shop. */
  shop?: { id: string; name: string }
  /** No real account is set: the sandbox is the wholesaler, in its own folder. */
  practice: boolean
  /** Absent in practice. */
  account?: WholesalerAccount
  keyFloor: bigint
  /** In practice without SANDBOX=1: the journal that must not have served a real account. */
  realDatabase?: string
  pepperFolder: string
}

/** One shop, or those of SHOPS_FILE in their order. */
export type Installation = {
  settings: ProcessConfig
  shops: readonly [Config, ...Config[]]
  /** One sentence for each line of `.env` that may be a mistake. */
  warnings: readonly string[]
  /** Includes files that may not exist. */
  secretFiles: readonly SecretFile[]
}
export type SecretFile = { name: string; file: string }

/** One sentence per fault, with what to do. */
export class BadConfig extends Error {
  override readonly name = 'BadConfig'
}

/** Throws `BadConfig`, which names every fault at once. */
export function readInstallation(env: NodeJS.ProcessEnv): Installation {
  const { warnings, lines } = env === process.env ? loadDotEnv() : NO_FILE
  const set = Object.fromEntries(
    Object.keys(SETTINGS).flatMap((name) => {
      const value = unquoted(env[name]?.trim() ?? '')
      return value === '' ? [] : [[name, value]]
    }),
  )
  const read = v.safeParse(Environment, set)
  const unknown = [...findFormer(env), ...findUnknownOfAccount(env)]
  if (read.success && unknown.length === 0) {
    const accounts = installationOf(read.output, resolve(env.TOPTILL_HOME ?? ''))
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
  // Shops may share a pepper.
  const names = new Map(files.flatMap(([name, file]) => (file ? [[file, name] as const] : [])))
  return [...names].map(([file, name]) => ({ name, file }))
}

function installationOf(env: Settings, home: string): Accounts {
  const journal = env.DATABASE_URL
  const folder = isInPostgres(journal) ? join(home, 'data') : dirname(journal)
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
    dataFolder,
    database,
    backupFolder: env.BACKUP_FOLDER ?? join(dataFolder, 'backups'),
    isBackupFolderSet: env.BACKUP_FOLDER !== undefined,
    host: env.HOST,
    port: env.PORT,
    ...(env.PUBLIC_ORIGIN ? { publicOrigin: env.PUBLIC_ORIGIN } : {}),
    ...(tls ? { tls } : {}),
    ...(trustProxy ? { trustProxy } : {}),
    ...(env.SHOP_TIME_ZONE ? { timeZone: env.SHOP_TIME_ZONE } : {}),
    logLevel: env.LOG_LEVEL,
    allowsPrivateTargets: env.ALLOW_PRIVATE_TARGETS,
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

function shopOf(settings: ProcessConfig, { id, name, ...entry }: ShopEntry): Config {
  const dataFolder = join(settings.dataFolder, 'shops', id)
  const { baseUrl, posId, tokenFile, keyFloor, timeZone } = entry
  return {
    ...settings,
    shop: { id, name },
    dataFolder,
    database: inSchema(settings.database, schemaOf(id)),
    ...(timeZone ? { timeZone } : {}),
    practice: false,
    account: { baseUrl, posId, token: new Token(tokenFile.text), tokenFile: tokenFile.file },
    keyFloor,
    // A journal that was moved here brings its own pepper.
    pepperFolder: existsSync(join(dataFolder, 'pepper')) ? dataFolder : settings.dataFolder,
  }
}

export const hasTls = ({ tls, publicOrigin }: Pick<ProcessConfig, 'tls' | 'publicOrigin'>): boolean =>
  tls !== undefined || publicOrigin?.startsWith('https:') === true

/** Customers open it from anywhere, so it has to use TLS or be this machine. */
export const statusOriginOf = ({ publicOrigin }: Pick<ProcessConfig, 'publicOrigin'>): string | undefined =>
  publicOrigin?.startsWith('https:') || (publicOrigin !== undefined && isLoopback(new URL(publicOrigin).hostname))
    ? publicOrigin
    : undefined

const NO_FILE: ReturnType<typeof loadDotEnv> = { warnings: [], lines: new Map() }

/** The environment has priority over `.env`. Returns the line numbers of the settings that were used. */
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
