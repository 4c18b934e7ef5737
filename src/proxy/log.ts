import type { LogLevel } from './config.ts'

/** One line of allowlisted fields: never an object from outside, never a body, an auth object or a token. */
export type LogLine = Record<string, string | number | boolean>
export type Log = { info: (line: LogLine) => void; error: (line: LogLine) => void }

/** JSON lines through `write`, which gets one whole line. */
export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const at = (name: 'info' | 'error') => (line: LogLine) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), level: name, ...line })}\n`)
  return { info: level === 'info' ? at('info') : () => {}, error: level === 'silent' ? () => {} : at('error') }
}
