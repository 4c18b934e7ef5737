import { Console } from 'node:console'

import type { LogLevel } from './config.ts'

/** One line of allowlisted fields: never an object from outside, never a body, an auth object or a token. */
export type LogLine = Record<string, string | number | boolean>
export type Log = { info: (line: LogLine) => void; error: (line: LogLine) => void }

/** JSON lines through `write`, which gets one whole line without its end. */
export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const at = (name: 'info' | 'error') => (line: LogLine) =>
    write(JSON.stringify({ time: new Date().toISOString(), level: name, ...line }))
  return { info: level === 'info' ? at('info') : () => {}, error: level === 'silent' ? () => {} : at('error') }
}

// A console goes on where a bare stream would end the process: nobody reads any more, or the disk of the log is full.
const output = new Console({ stdout: process.stdout })
const errors = new Console({ stdout: process.stderr })
export const toStandardOutput = (line: string): void => output.log(line)
export const toStandardError = (line: string): void => errors.log(line)
