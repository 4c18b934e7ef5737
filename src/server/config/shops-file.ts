import { closeSync, openSync, readSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import * as v from 'valibot'

import { SHOP_ID } from '#domain/shop-code.ts'
import { findHiddenCharacter, isReadable } from '#domain/text/typed-text.ts'
import { BASE_URL, KEY_FLOOR, matching, POS_ID, TEXT, TIME_ZONE, TOKEN_FILE, whyNotRead } from './account-schema.ts'
import { textOf } from './dot-env.ts'
import { parseJsonObject } from '../lib/json/parse-json.ts'

const MAX_BYTES = 256 * 1024
const MAX_SHOPS = 200
const MAX_NAME_LENGTH = 60
const DEPTH = 3

const FORM = '{"shops": [{"id": "deira", "name": "Deira", "baseUrl": "https://…", "posId": "123", "tokenFile": "…"}]}'

export type ShopEntry = v.InferOutput<ReturnType<typeof entryIn>>

const entryIn = (folder: string) =>
  v.strictObject({
    id: matching(SHOP_ID, 'is not an id: use at most 20 lowercase letters and digits, starting with a letter.'),
    name: v.pipe(
      TEXT,
      v.trim(),
      v.check((name) => isReadable(name) && findHiddenCharacter(name) === undefined, 'is not a readable name.'),
      v.maxLength(MAX_NAME_LENGTH, `is longer than ${MAX_NAME_LENGTH} characters.`),
    ),
    baseUrl: BASE_URL,
    posId: POS_ID,
    tokenFile: v.pipe(
      TEXT,
      v.transform((file) => resolve(folder, file)),
      TOKEN_FILE,
    ),
    keyFloor: v.optional(KEY_FLOOR, '0'),
    timeZone: v.optional(TIME_ZONE),
  })

/** Every fault is an issue with a whole sentence. */
export const SHOPS_FILE = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): readonly ShopEntry[] => {
    const file = resolve(dataset.value)
    const { shops, problems } = readShops(file)
    for (const problem of problems) addIssue({ message: `SHOPS_FILE ${file}: ${problem}` })
    return problems.length === 0 ? shops : NEVER
  }),
)

type Read = { shops: ShopEntry[]; problems: string[] }

function readShops(file: string): Read {
  const only = (problem: string): Read => ({ shops: [], problems: [problem] })
  let text: string | undefined
  try {
    text = readAtMost(file, MAX_BYTES)
  } catch (error) {
    return only(`it ${whyNotRead(error)}`)
  }
  if (text === undefined) return only(`it is larger than ${MAX_BYTES / 1024} kB, too large for a list of shops.`)
  const json = parseJsonObject(text, DEPTH)
  if (!json.ok) return only(`it is not JSON of the form ${FORM}.`)
  const { shops: entries, ...others } = json.value
  if (!Array.isArray(entries) || entries.length === 0 || Object.keys(others).length > 0)
    return only(`it has to be of the form ${FORM}, with one shop or more.`)
  if (entries.length > MAX_SHOPS) return only(`it names ${entries.length} shops; at most ${MAX_SHOPS} are possible.`)

  const schema = entryIn(dirname(file))
  const shops: ShopEntry[] = []
  const problems: string[] = []
  for (const [index, entry] of entries.entries()) {
    const read = v.safeParse(schema, entry)
    if (read.success) shops.push(read.output)
    else problems.push(...read.issues.map((issue) => `${calledIn(entry, index)}: ${sentenceOf(issue)}`))
  }
  return { shops, problems: [...problems, ...findTwins(shops)] }
}

/** `undefined` if the file is larger. Throws file system errors. */
export function readAtMost(file: string, max: number): string | undefined {
  const opened = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(max + 1)
    let length = 0
    for (;;) {
      const count = readSync(opened, bytes, length, bytes.length - length, null)
      length += count
      if (count === 0 || length > max) break
    }
    return length > max ? undefined : textOf(bytes.subarray(0, length))
  } finally {
    closeSync(opened)
  }
}

function calledIn(entry: unknown, index: number): string {
  const id = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined
  return typeof id === 'string' && SHOP_ID.test(id) ? `shop ${id}` : `shop number ${index + 1}`
}

function sentenceOf({ type, message, path, expected }: v.BaseIssue<unknown>): string {
  const key = path?.[0].key
  if (typeof key !== 'string') return `it has to be of the form ${FORM.slice(FORM.indexOf('[') + 1, -2)}.`
  if (type === 'strict_object')
    return expected === 'never' ? `"${key}" is not a setting here. Remove it.` : `"${key}" is missing.`
  return `"${key}"${message.startsWith(':') ? '' : ' '}${message}`
}

/** An account's request keys have to grow in one sequence, so only one shop may use it. */
function findTwins(shops: readonly ShopEntry[]): string[] {
  return shops.flatMap(({ id, baseUrl, posId }, index) => {
    const before = shops.slice(0, index)
    const owner = before.find((other) => other.baseUrl === baseUrl && other.posId === posId)
    return [
      ...(before.some((other) => other.id === id) ? [`shop ${id}: the id is used twice. Give each shop its own.`] : []),
      ...(owner
        ? [
            `shop ${id}: POS ${posId} at ${baseUrl} is already the account of ${owner.id}. Each shop needs its own account.`,
          ]
        : []),
    ]
  })
}
