import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'

import { makeFolder } from '../../lib/make-folder.ts'

const MAX_BYTES = 10_000_000

/** What this process prints goes to `toptill.log` in the folder; a full file becomes `toptill.log.1`. Throws file system errors. */
export function logToFiles(folder: string, maxBytes = MAX_BYTES): void {
  makeFolder(folder)
  const write = openLog(join(folder, 'toptill.log'), maxBytes)
  for (const stream of [process.stdout, process.stderr]) {
    stream.write = (chunk: string | Uint8Array, encoding?: unknown, callback?: unknown): boolean => {
      write(chunk)
      const done = typeof encoding === 'function' ? encoding : callback
      if (typeof done === 'function') queueMicrotask(() => void done())
      return true
    }
  }
  // Node itself prints the error where no one may see it.
  process.on('uncaughtExceptionMonitor', (error) => write(`${error.stack ?? String(error)}\n`))
}

export function openLog(file: string, maxBytes: number): (chunk: string | Uint8Array) => void {
  const open = () => openSync(file, 'a', 0o600)
  let handle = open()
  let { size } = fstatSync(handle)
  return (chunk) => {
    try {
      if (size >= maxBytes) {
        size = 0
        closeSync(handle)
        try {
          renameSync(file, `${file}.1`)
        } finally {
          handle = open()
        }
      }
      size += writeSync(handle, Buffer.from(chunk as string))
    } catch {
      // Selling continues if the disk is full.
    }
  }
}
