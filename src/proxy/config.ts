import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'

import type { PollInterval } from '#domain/sale/polling.ts'
import { findTrustedProxies, type TrustedProxies } from './trusted-proxies.ts'
import { Token } from './wholesaler/token.ts'

export type WholesalerAccount = { baseUrl: string; posId: string; token: Token; tokenFile?: string }

export type Config = {
  /** No real account is set: the sandbox is the service, in its own folder. */
  practice: boolean
  /** The real account; absent in practice. */
  account?: WholesalerAccount
  keyFloor: bigint
  /** Hosts pictures may come from besides the wholesaler's own, with a port where it is not the usual one. */
  pictureHosts: string[]
  /** Where the journal file lies; it also holds the pepper, the socket and, in practice, the sandbox's ledger. */
  dataFolder: string
  databaseFile: string
  /** In practice: the journal of a real account that would be served without SANDBOX=1, if it has served one. */
  realDatabaseFile?: string
  host: string
  port: number
  publicOrigin?: string
  tls?: { cert: string; key: string }
  /** Whose `X-Forwarded-…` is believed; nobody's when absent. */
  trustProxy?: TrustedProxies
  polling: { direct: PollInterval; international: PollInterval; confirmGraceMs: number }
  timeZone: string
  logLevel: LogLevel
  /** Absent where `LOG_FORMAT` is not set: standard output decides. */
  logFormat?: LogFormat
  /** Whether a bearer token is `METRICS_TOKEN`; absent when none is set. */
  isMetricsToken?: (text: string) => boolean
}

export type LogLevel = 'silent' | 'error' | 'info'
export type LogFormat = 'json' | 'pretty'

/** The configuration cannot be used; the message is for the operator: what, where, what to do. */
export class BadConfig extends Error {
  override readonly name = 'BadConfig'
}

type Environment = NodeJS.ProcessEnv

/** Fewer characters can be tried through by whoever sees what was made of a token. */
const MIN_METRICS_TOKEN = 16
/** Below, a program asks without a pause; above, nobody would wait for it. */
const SECONDS = { min: 0.1, max: 3600 }
const ACCOUNT_NAMES = ['TOPUP_BASE_URL', 'TOPUP_POS_ID', 'TOPUP_TOKEN'] as const

/** Reads the configuration (DESIGN section 4) once; the process's own environment also from `.env`. Throws `BadConfig`. */
export function readConfig(env: Environment): Config {
  if (env === process.env) readDotEnv()
  const account = readAccount(env)
  const practice = account === undefined
  const journal = readDatabaseFile(env)
  const databaseFile = practice ? join(dirname(journal), 'sandbox', 'toptill.db') : journal
  const host = text(env, 'HOST') ?? '127.0.0.1'
  const tls = readTls(env)
  if (!isLoopback(host) && !tls && !readFlag(env, 'ALLOW_PLAIN_HTTP')) {
    throw new BadConfig(
      `HOST=${host} would serve the till over plain HTTP beyond this machine. Set TLS_CERT_FILE and TLS_KEY_FILE, or ALLOW_PLAIN_HTTP=1 if you accept that anybody on the network can read along.`,
    )
  }
  const publicOrigin = readOrigin(env)
  const trustProxy = readTrustedProxies(env)
  const logFormat = readLogFormat(env)
  const isMetricsToken = readMetricsToken(env)
  return {
    practice,
    ...(account ? { account } : {}),
    keyFloor: readKeyFloor(env),
    pictureHosts: readPictureHosts(env),
    dataFolder: dirname(databaseFile),
    databaseFile,
    ...(practice && !readFlag(env, 'SANDBOX') ? { realDatabaseFile: journal } : {}),
    host,
    port: readPort(env),
    ...(publicOrigin ? { publicOrigin } : {}),
    ...(tls ? { tls } : {}),
    ...(trustProxy ? { trustProxy } : {}),
    polling: {
      direct: readInterval(env, 'FIND_DIRECT_SECONDS', '5-60'),
      international: readInterval(env, 'FIND_INTERNATIONAL_SECONDS', '30-60'),
      confirmGraceMs: readSettleMs(env),
    },
    timeZone: readTimeZone(env),
    logLevel: readLogLevel(env),
    ...(logFormat ? { logFormat } : {}),
    ...(isMetricsToken ? { isMetricsToken } : {}),
  }
}

function readDotEnv(): void {
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new BadConfig(`.env cannot be read: ${(error as Error).message}.`)
    }
  }
}

function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? undefined : value
}

function readFlag(env: Environment, name: string): boolean {
  const value = text(env, name) ?? '0'
  if (value !== '0' && value !== '1') throw new BadConfig(`${name}=${value} is not 1 or 0.`)
  return value === '1'
}

function readAccount(env: Environment): Config['account'] {
  const token = readTokenText(env)
  const values = [text(env, 'TOPUP_BASE_URL'), text(env, 'TOPUP_POS_ID'), token]
  const missing = ACCOUNT_NAMES.filter((_, index) => values[index] === undefined)
  if (missing.length === ACCOUNT_NAMES.length) return undefined
  if (readFlag(env, 'SANDBOX')) {
    throw new BadConfig('SANDBOX=1 and TOPUP_… are both set. Take one of them away: practice, or the real account.')
  }
  const [baseUrl, posId, tokenText] = values
  if (baseUrl === undefined || posId === undefined || tokenText === undefined) {
    const tokenNote = missing.includes('TOPUP_TOKEN') ? ' (or TOPUP_TOKEN_FILE)' : ''
    throw new BadConfig(
      `${missing.join(' and ')}${tokenNote} ${missing.length === 1 ? 'is' : 'are'} not set. Set all of ${ACCOUNT_NAMES.join(', ')}, or none of them to practise on the sandbox.`,
    )
  }
  if (!/^\d{1,20}$/.test(posId)) throw new BadConfig('TOPUP_POS_ID is not a number of up to 20 digits.')
  const tokenFile = text(env, 'TOPUP_TOKEN_FILE')
  return {
    baseUrl: readBaseUrl(baseUrl),
    posId,
    token: new Token(tokenText),
    ...(tokenFile ? { tokenFile } : {}),
  }
}

function readTokenText(env: Environment): string | undefined {
  const file = text(env, 'TOPUP_TOKEN_FILE')
  if (file === undefined) return text(env, 'TOPUP_TOKEN')
  if (text(env, 'TOPUP_TOKEN') !== undefined)
    throw new BadConfig('TOPUP_TOKEN and TOPUP_TOKEN_FILE are both set. Keep one.')
  const token = readNamedFile('TOPUP_TOKEN_FILE', file).trim()
  if (/[\r\n]/.test(token)) {
    throw new BadConfig(`TOPUP_TOKEN_FILE: ${file} has more than one line. Keep nothing but the token in it.`)
  }
  return token || undefined
}

function readNamedFile(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new BadConfig(
      `${name}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}).`,
    )
  }
}

function readBaseUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new BadConfig('TOPUP_BASE_URL is not an address such as https://host/path.')
  if (url.username || url.password || url.search || url.hash) {
    throw new BadConfig('TOPUP_BASE_URL must not carry a user, a query or a fragment.')
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new BadConfig('TOPUP_BASE_URL is plain HTTP: whoever listens could spend the wallet. Use https.')
  }
  return url.href.replace(/\/+$/, '')
}

function readDatabaseFile(env: Environment): string {
  const value = text(env, 'DATABASE_URL') ?? 'file:./data/toptill.db'
  if (/^postgres(ql)?:/.test(value)) {
    throw new BadConfig('DATABASE_URL: PostgreSQL is not supported yet. Use file:./data/toptill.db or another file.')
  }
  if (!value.startsWith('file:')) throw new BadConfig('DATABASE_URL is not of the form file:./data/toptill.db.')
  const file = value.slice('file:'.length).trim()
  if (file === '') throw new BadConfig('DATABASE_URL names no file. Set it to file:./data/toptill.db or another file.')
  return resolve(file)
}

function readTls(env: Environment): Config['tls'] {
  const cert = text(env, 'TLS_CERT_FILE')
  const key = text(env, 'TLS_KEY_FILE')
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) {
    throw new BadConfig(`${cert === undefined ? 'TLS_CERT_FILE' : 'TLS_KEY_FILE'} is not set. TLS needs both files.`)
  }
  const tls = { cert: readNamedFile('TLS_CERT_FILE', cert), key: readNamedFile('TLS_KEY_FILE', key) }
  try {
    createSecureContext(tls)
  } catch {
    throw new BadConfig(`TLS_CERT_FILE and TLS_KEY_FILE: ${cert} and ${key} are not a PEM certificate and its key.`)
  }
  return tls
}

function readOrigin(env: Environment): string | undefined {
  const value = text(env, 'PUBLIC_ORIGIN')
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== value.replace(/\/$/, '')) {
    throw new BadConfig('PUBLIC_ORIGIN is not an origin such as https://till.example.')
  }
  return url.origin
}

function readTrustedProxies(env: Environment): TrustedProxies | undefined {
  const value = text(env, 'TRUST_PROXY') ?? '0'
  if (value === '0') return undefined
  const trusted = findTrustedProxies(value)
  if (trusted) return trusted
  throw new BadConfig(
    `TRUST_PROXY=${value} names no reverse proxy. Set their addresses or networks, such as 10.0.0.5,192.168.7.0/24, or how many stand before Toptill in private networks, such as 1.`,
  )
}

function readKeyFloor(env: Environment): bigint {
  const value = text(env, 'TOPUP_KEY_FLOOR') ?? '0'
  if (!/^\d{1,18}$/.test(value)) throw new BadConfig('TOPUP_KEY_FLOOR is not a whole number of up to 18 digits.')
  return BigInt(value)
}

/** They stand in a header and are compared with addresses: only letters that an address writes just so are a host. */
function readPictureHosts(env: Environment): string[] {
  const value = text(env, 'PICTURE_HOSTS')
  return (value?.split(',') ?? []).map((name) => {
    const host = name.trim().toLowerCase().replace(/:443$/, '')
    if (!/^[a-z0-9.:-]+$/.test(host) || !isWrittenAsHost(host)) {
      throw new BadConfig(
        `PICTURE_HOSTS: "${name.trim()}" is not a host such as pictures.example or pictures.example:8443. Name hosts only, with commas between them.`,
      )
    }
    return host
  })
}

const isWrittenAsHost = (host: string) => URL.canParse(`https://${host}`) && new URL(`https://${host}`).host === host

function readPort(env: Environment): number {
  const value = text(env, 'PORT') ?? '8080'
  if (!/^\d+$/.test(value) || Number(value) > 65_535) {
    throw new BadConfig(`PORT=${value} is not a whole number from 0 to 65535.`)
  }
  return Number(value)
}

const isSeconds = (value: string) =>
  /^\d+(\.\d+)?$/.test(value) && Number(value) >= SECONDS.min && Number(value) <= SECONDS.max

function readSettleMs(env: Environment): number {
  const value = text(env, 'CONFIRM_GRACE_SECONDS') ?? '30'
  if (!isSeconds(value)) {
    throw new BadConfig(
      `CONFIRM_GRACE_SECONDS=${value} is not a number of seconds from ${SECONDS.min} to ${SECONDS.max}.`,
    )
  }
  return Number(value) * 1000
}

function readInterval(env: Environment, name: string, fallback: string): PollInterval {
  const value = text(env, name) ?? fallback
  const [first = '', longest = '', ...more] = value.split('-')
  if (more.length > 0 || !isSeconds(first) || !isSeconds(longest) || Number(longest) < Number(first)) {
    throw new BadConfig(
      `${name}=${value} is not of the form ${fallback}: first and longest pause, each from ${SECONDS.min} to ${SECONDS.max} seconds.`,
    )
  }
  return { firstMs: Number(first) * 1000, longestMs: Number(longest) * 1000 }
}

function readTimeZone(env: Environment): string {
  const value = text(env, 'SHOP_TIME_ZONE') ?? 'Asia/Dubai'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch {
    throw new BadConfig(`SHOP_TIME_ZONE=${value} is not a time zone such as Asia/Dubai.`)
  }
}

function readLogLevel(env: Environment): LogLevel {
  const value = text(env, 'LOG_LEVEL') ?? 'error'
  if (value !== 'silent' && value !== 'error' && value !== 'info') {
    throw new BadConfig(`LOG_LEVEL=${value} is not one of silent, error, info.`)
  }
  return value
}

function readLogFormat(env: Environment): LogFormat | undefined {
  const value = text(env, 'LOG_FORMAT')
  if (value !== undefined && value !== 'json' && value !== 'pretty') {
    throw new BadConfig(`LOG_FORMAT=${value} is not one of json, pretty.`)
  }
  return value
}

function readMetricsToken(env: Environment): Config['isMetricsToken'] {
  const value = text(env, 'METRICS_TOKEN')
  if (value === undefined) return undefined
  if (value.length < MIN_METRICS_TOKEN || !/^[!-~]+$/.test(value)) {
    throw new BadConfig(
      `METRICS_TOKEN has to be at least ${MIN_METRICS_TOKEN} characters long, without spaces, such as what "openssl rand -hex 24" prints.`,
    )
  }
  // Digests are of one length, which `timingSafeEqual` asks for and which says nothing of the token's own.
  const digest = (token: string) => createHash('sha256').update(token).digest()
  const wanted = digest(value)
  return (token) => timingSafeEqual(digest(token), wanted)
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
}
