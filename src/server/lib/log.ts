import { Console } from 'node:console'

import { pino } from 'pino'

export type LogLevel = 'silent' | 'error' | 'info'
export type LogFormat = 'json' | 'pretty'

/** Allowlisted fields only: never an object from outside, a body, an auth object or a token. */
export type LogLine = Record<string, string | number | boolean>
export type Log = { info: (line: LogLine) => void; error: (line: LogLine) => void }

/** Lines have no line break. */
export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const lines = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line) => write(line.trimEnd()) },
  )
  return { info: (line) => lines.info(line), error: (line) => lines.error(line) }
}

export function logOfShop(log: Log, shop: string | undefined): Log {
  if (shop === undefined) return log
  return { info: (line) => log.info({ shop, ...line }), error: (line) => log.error({ shop, ...line }) }
}

/** Adds the shop's id if there are several shops. */
export function linesOfShop(write: (line: string) => void, shop: string | undefined): (line: string) => void {
  if (shop === undefined) return write
  return (line) => write(JSON.stringify({ shop, ...(JSON.parse(line) as object) }))
}

/** By default in the machine's time zone. */
export type LineStyle = { format: LogFormat; timeZone?: string | undefined }

/** Both formats replace what a terminal or a viewer could take for a command (control characters, direction marks, line separators). */
export function formatLine(json: string, { format, timeZone }: LineStyle): string {
  if (format === 'json') return json.replace(HIDDEN, escaped)
  const { time, ...line } = JSON.parse(json) as Fields & { time: string }
  const clockTime = new Date(time).toLocaleTimeString('en-GB', { timeZone })
  return `${clockTime}  ${textOf(line)}`.replace(HIDDEN, ' ')
}

/** Characters that a terminal would obey, or that are invisible. */
const HIDDEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu

const escaped = (character: string) =>
  [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('')

type Fields = Partial<Record<string, string | number | boolean>>
type SaleFields = { number: number; to: string; service: string; amount: string; currency: string } & Fields
type AuditFields = { number: number; kind: string } & Partial<Record<'by' | 'terminal' | 'about', { name: string }>> & {
    detail?: Fields
  }

function textOf({ shop, ...line }: Fields): string {
  return shop === undefined ? textOfLine(line) : `${String(shop)}: ${textOfLine(line)}`
}

function textOfLine({ what = '', level = 'info', ...fields }: Fields): string {
  if (what === 'sale') {
    const { number, from, to, service, amount, currency, problem, flags } = fields as SaleFields
    const change = from === undefined || from === to ? to : `${from} → ${to}`
    const more = [problem, flags].filter((one) => one !== undefined).join(', ')
    return `Sale ${number}: ${change}, ${service} ${amount} ${currency}${more && ` (${more})`}`
  }
  if (what === 'audit') {
    const { number, kind, by, terminal, about, detail } = fields as unknown as AuditFields
    const parts = [
      kind,
      ...(by ? [`by ${by.name}`] : []),
      ...(terminal ? [`at ${terminal.name}`] : []),
      ...(about ? [`about ${about.name}`] : []),
      ...(detail ? [listOf(detail)] : []),
    ]
    return `Audit ${number}: ${parts.join(', ')}`
  }
  const more = listOf(fields)
  return `${level === 'info' ? '' : `${level}: `}${what}${more && ` (${more})`}`
}

const listOf = (fields: Fields) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')

/** Lines wait until `open`, so the greeting comes first on a console. */
export function holdLines(write: (line: string) => void): { write: (line: string) => void; open: () => void } {
  let held: string[] | undefined = []
  return {
    write: (line) => (held ? void held.push(line) : write(line)),
    open: () => {
      const lines = held ?? []
      held = undefined
      for (const line of lines) write(line)
    },
  }
}

// Selling continues if the output was closed or its disk is full. `Console` alone lets repeated stream errors through.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
const output = new Console({ stdout: process.stdout })
const errors = new Console({ stdout: process.stderr })
export const toStandardOutput = (line: string): void => output.log(line)
export const toStandardError = (line: string): void => errors.log(line)
