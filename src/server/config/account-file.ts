import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

import * as v from 'valibot'

import { BASE_URL, KEY_FLOOR, POS_ID, TOKEN, whyNotRead } from './account-schema.ts'
import { parseJsonObject } from '../lib/json/parse-json.ts'
import { createPrivateFile, type ProtectFile } from '../lib/private-file.ts'
import { readAtMost } from './shops-file.ts'

/** In the home, with the account connected on the screen. Used if no setting names one. */
export const ACCOUNT_FILE = 'account.json'

const MAX_BYTES = 16 * 1024
const DEPTH = 2

/** What a person types is checked by the same rules as what the file contains. */
export const CONNECTED_ACCOUNT = v.strictObject({
  baseUrl: BASE_URL,
  posId: POS_ID,
  token: v.pipe(
    TOKEN,
    v.check((token) => token !== '' && !/[\r\n]/.test(token), 'has to be one line of text.'),
  ),
  keyFloor: v.optional(KEY_FLOOR, '0'),
})
export type ConnectedAccount = v.InferOutput<typeof CONNECTED_ACCOUNT>

/** `undefined` if there is no such file. `problem`: a sentence that does not repeat the file's text. */
export function readAccountFile(
  file: string,
): { account: ConnectedAccount } | { problem: string; account?: never } | undefined {
  const refuse = (problem: string) => ({
    problem: `${file} ${problem} Correct it, or delete it and connect the account again.`,
  })
  let text: string | undefined
  try {
    text = readAtMost(file, MAX_BYTES)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    return { problem: `${file} ${whyNotRead(error)}` }
  }
  const json = text === undefined ? undefined : parseJsonObject(text, DEPTH)
  if (!json?.ok) return refuse('is not JSON of the form {"baseUrl": "https://…", "posId": "123", "token": "…"}.')
  const read = v.safeParse(CONNECTED_ACCOUNT, json.value, { abortEarly: true })
  if (read.success) return { account: read.output }
  const [{ type, path, message }] = read.issues
  const name = String(path?.[0].key)
  if (type === 'strict_object') return refuse(`has a field "${name}" too many or too few.`)
  return refuse(`is wrong: "${name}" ${message}`)
}

/**
 * Durable when it returns, and for this user only from its first byte on; until then the earlier file stays whole. Throws errors of the file system or of
 * `protect`.
 */
export function keepAccountFile(file: string, { keyFloor, ...account }: ConnectedAccount, protect?: ProtectFile): void {
  const draft = `${file}.new`
  // One that a crash left.
  rmSync(draft, { force: true })
  try {
    createPrivateFile(draft, `${JSON.stringify({ ...account, keyFloor: keyFloor.toString() }, null, 2)}\n`, protect)
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  if (process.platform !== 'win32') syncFolder(dirname(file))
}

function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
