import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import * as v from 'valibot'

import type { LogLevel } from '../lib/log.ts'
import { ACCOUNT_FILE, readAccountFile } from './account-file.ts'
import { isLoopback, unquoted } from './account-schema.ts'
import { Environment, NOBODY, REPEATED, SECRETS, SETTINGS, TOKEN_SETTING, tokenTextOf } from './config-schema.ts'
import { findLines, readDotEnv } from './dot-env.ts'
import { inSchema, isInPostgres, schemaOf } from './database-url.ts'
import { findFormer, findUnknownOfAccount, findUnknownOfFile } from './setting-names.ts'
import type { ShopEntry } from './shops-file.ts'
import type { TrustedProxies } from './trusted-proxies.ts'
import { Token } from './token.ts'

export type WholesalerAccount = {
  baseUrl: string
  posId: string
  token: Token
  /** The file that has the token; absent if it comes from the environment. */
  tokenFile?: string
  /** A person connected it on the screen: the file is `accountFile`. */
  isConnected?: true
}

export type ProcessConfig = {
  /** The journal file's folder; with PostgreSQL, `data` in the home. Also for the pepper, the socket and, in practice, the sandbox's ledger. */
  dataFolder: string
  /** A file (always in practice), or a PostgreSQL URL. With several shops, the database of all journals. */
  database: string
  /** A folder that was set has to exist. */
  backupFolder: string
  isBackupFolderSet: boolean
  host: string
  port: number
  publicOrigin?: string
  tls?: { cert: string; key: string }
  /** If absent, no web server is trusted. */
  trustProxy?: TrustedProxies
  /** Absent: the one in the shop's settings. */
  timeZone?: string
  logLevel: LogLevel
  /** Allows alerts to this machine and private networks, even without TLS, and network printers on this machine, at any port. */
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
  /** Where an account connected on the screen is kept. Absent if the process has no home. */
  accountFile?: string
  /** In practice without SANDBOX=1: the journal that must not have served a real account. */
  realDatabase?: string
  pepperFolder: string
}

/** One shop, or those of SHOPS_FILE in their order. */
export type Installation = {
  settings: ProcessConfig
  shops: readonly [Config, ...Config[]]
  /** One message for each line of `.env` that may be a mistake. */
  warnings: readonly string[]
  /** Includes files that may not exist. */
  secretFiles: readonly SecretFile[]
}
export type SecretFile = { name: string; file: string }

/** The message has one sentence per fault, with what to do. */
export class BadConfig extends Error {
  override readonly name = 'BadConfig'
}

/** Throws `BadConfig`, which names every fault at once. */
export function readInstallation(env: NodeJS.ProcessEnv): Installation {
  const isOwnEnv = env === process.env
  const { warnings, lines } = isOwnEnv ? loadDotEnv() : NO_FILE
  // The process has moved to its home.
  const home = isOwnEnv ? process.cwd() : env.TOPTILL_HOME
  const set = Object.fromEntries(
    Object.keys(SETTINGS).flatMap((name) => {
      const value = unquoted(env[name]?.trim() ?? '')
      return value === '' ? [] : [[name, value]]
    }),
  )
  const read = v.safeParse(Environment, set)
  const unknown = [...findFormer(env), ...findUnknownOfAccount(env)]
  if (read.success && unknown.length === 0) {
    const accountFile = home === undefined ? undefined : resolve(home, ACCOUNT_FILE)
    const accounts = installationOf(read.output, { home: resolve(home ?? ''), accountFile, lines })
    return {
      ...accounts,
      warnings: [...warnings, ...findUnusedAccount(accounts, accountFile)],
      secretFiles: secretFilesOf(accounts, read.output, { env, lines }),
    }
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
type Files = Pick<Sources, 'lines'> & { home: string; accountFile: string | undefined }

const findUnusedAccount = ({ shops: [{ account }] }: Accounts, accountFile: string | undefined): string[] =>
  accountFile === undefined || account?.isConnected || !existsSync(accountFile)
    ? []
    : [
        `${accountFile} has an account that was connected on the screen. It is not used, because TOPUP_…, SHOPS_FILE or SANDBOX is set. Remove the file or the setting.`,
      ]

function secretFilesOf(
  { shops }: Accounts,
  { DATABASE_URL, TLS_KEY_FILE }: Settings,
  { env, lines }: Sources,
): SecretFile[] {
  const database = isInPostgres(DATABASE_URL) ? new URL(DATABASE_URL) : undefined
  const secrets = [...SECRETS, ...(database?.password ? ['DATABASE_URL'] : [])]
  const files: [name: string, file: string | null | undefined][] = [
    ...shops.flatMap(({ shop, account, pepperFolder, accountFile }): typeof files => [
      [shop ? `SHOPS_FILE, shop ${shop.id}` : 'TOPUP_TOKEN_FILE', account?.tokenFile],
      ['The connected account', accountFile],
      ['The key file', join(pepperFolder, 'pepper')],
    ]),
    ['.env', secrets.some((name) => lines.has(name)) ? resolve('.env') : undefined],
    ['TLS_KEY_FILE', TLS_KEY_FILE?.file],
    ['DATABASE_URL, sslkey', database?.searchParams.get('sslkey')],
    ['PGPASSFILE', database && env.PGPASSFILE],
  ]
  // Shops may share a pepper.
  const names = new Map(files.flatMap(([name, file]) => (file ? [[file, name] as const] : [])))
  return [...names].map(([file, name]) => ({ name, file }))
}

function installationOf(env: Settings, { home, accountFile, lines }: Files): Accounts {
  const journal = env.DATABASE_URL
  const folder = isInPostgres(journal) ? join(home, 'data') : dirname(journal)
  if (env.SHOPS_FILE) return withShops(settingsOf(env, folder, journal), env.SHOPS_FILE)
  const set = accountOf(env, lines)
  const connected = set || env.SANDBOX || accountFile === undefined ? undefined : connectedAccount(accountFile)
  const account = set ?? connected?.account
  const database = account ? journal : join(folder, 'sandbox', 'toptill.db')
  const settings = settingsOf(env, isInPostgres(database) ? folder : dirname(database), database)
  const shop: Config = {
    ...settings,
    practice: !account,
    ...(account ? { account } : {}),
    keyFloor: larger(env.TOPUP_KEY_FLOOR, connected?.keyFloor ?? 0n),
    ...(accountFile === undefined ? {} : { accountFile }),
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

function accountOf(env: Settings, lines: Files['lines']): WholesalerAccount | undefined {
  const token = tokenTextOf(env)
  if (env.TOPUP_BASE_URL === undefined || env.TOPUP_POS_ID === undefined || !token) return undefined
  const tokenFile = env.TOPUP_TOKEN_FILE?.file ?? (lines.has(TOKEN_SETTING) ? resolve('.env') : undefined)
  return {
    baseUrl: env.TOPUP_BASE_URL,
    posId: env.TOPUP_POS_ID,
    token: new Token(token),
    ...(tokenFile === undefined ? {} : { tokenFile }),
  }
}

function connectedAccount(file: string): { account: WholesalerAccount; keyFloor: bigint } | undefined {
  const read = readAccountFile(file)
  if (read === undefined) return undefined
  if (!read.account) throw new BadConfig(read.problem)
  const { baseUrl, posId, token, keyFloor } = read.account
  return { account: { baseUrl, posId, token: new Token(token), tokenFile: file, isConnected: true }, keyFloor }
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b)

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
    // A journal moved here brings its own pepper.
    pepperFolder: existsSync(join(dataFolder, 'pepper')) ? dataFolder : settings.dataFolder,
  }
}

export const hasTls = ({ tls, publicOrigin }: Pick<ProcessConfig, 'tls' | 'publicOrigin'>): boolean =>
  tls !== undefined || publicOrigin?.startsWith('https:') === true

/** Customers open status pages from anywhere, so their origin has to use TLS or be this machine. */
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
