import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'

/** `headers` without the length. */
export type RoughAnswer = { bytes: Buffer; headers: Record<string, string> }

type Dice = (sides: number) => number

/**
 * Answers as a careless PHP backend sends them. Money, states, ids and codes keep their meaning; forms vary, display texts may be missing or blank, and
 * unrequested members are added, by the seed, the path and the number of its earlier answers.
 */
export function createRoughener(seed: number): (path: string, body: object) => RoughAnswer {
  const counts = new Map<string, number>()
  return (path, body) => {
    const count = counts.get(path) ?? 0
    counts.set(path, count + 1)
    const dice = createDice(`${seed} ${path} ${count}`)
    const text = pickFrom(DECORATIONS, seed + count)(writeObject(body, dice, pick(dice, EXTRAS)))
    const { encoding, compress } = pickFrom(ENCODINGS, seed + count)
    return {
      bytes: compress(withCutBytes(text)),
      headers: { 'Content-Type': pick(dice, CONTENT_TYPES), ...(encoding && { 'Content-Encoding': encoding }) },
    }
  }
}

const NOTHING = ['null', '""', '[]', '{}', 'false']
const YES = ['true', '1', '"1"', '"true"', '1.0']
const NO = ['false', '0', '"0"', '"false"', '""']

const AMOUNTS = new Set('amount amount_max amount_min amount_step bonus main price sale_price value'.split(' '))
/** Fields with digits as text, which PHP turns into numbers. */
const NUMBERS = new Set(
  'account code country_id frontview_id id number parent_id provider_id serial topup_code'.split(' '),
)
const SHOWN = new Set(
  (
    'address biller_name category_name country_name description display_error error footer header info instruction message name ' +
    'name_on_receipt promo provider_name redemption_url subcategory_name subheader warning'
  ).split(' '),
)
const OPTIONAL = new Set(
  (
    'address biller_name category_name commission description email footer header image_large image_small instruction logo logo_large ' +
    'name_on_receipt phone_mask promo reference sort_weight subcategory_name subheader support time topup_code'
  ).split(' '),
)

/** Unrequested members, as JSON. `error` and `transaction` have no content where they do not belong. */
const EXTRAS: Record<string, string>[] = [
  {},
  { error: '{}', success: 'true' },
  { error: '[]', errors: '[]', code: '0' },
  { error: 'null', status: '"success"', message: '""' },
  {
    error: '""',
    status: '200',
    debug: '{"queries":14,"memory":340282366920938463463374607431768211456,"time":4.21e-2}',
  },
  { error: 'false', transaction: '[]', '0': '"OK"' },
  { transaction: 'null', state: '2', _links: '{"self":{"href":"\\/api\\/v2"}}' },
]
const OTHER_MEMBERS: Record<string, string>[] = [
  { created_at: '"0000-00-00 00:00:00"' },
  { meta: '[]' },
  { deleted: '0', '0': 'null' },
]

/** Names that are invisible, and truncated emojis that follow other names. */
const BLANK = ['\u200B\u200D', ' \u00A0 ', '\uFEFF', '\u2060\u00AD', '\u3164']
/** The placeholder for an emoji whose last byte was cut off. */
const CUT_BYTES = '\uE000'
const EMOJIS = [' \uD83C', ` ${CUT_BYTES}`, '\uDF81', ' \uD83C\uDF81']

const NOTICE =
  '<br />\n<b>Notice</b>:  Undefined index: promo in <b>/var/www/api/receipt.php</b> on line <b>214</b><br />\n'
const TRACE =
  '\nPHP Deprecated:  strlen(): Passing null in /var/www/api/log.php:31\n#0 [internal function]: {closure}(NULL)\n'
const DECORATIONS: ((json: string) => string)[] = [
  (json) => json,
  (json) => `\uFEFF${json}`,
  (json) => NOTICE + json,
  (json) => `\r\n\r\n${json}\n`,
  (json) => `${json}\n<!-- 14 queries, 0.0421 s -->`,
  (json) => `\n\n\uFEFF${json}`,
  (json) => `\nWarning: Undefined array key "promo" in /var/www/api/receipt.php on line 88\n\n${json}`,
  (json) => json + TRACE,
  (json) =>
    `[28-Nov-2026 09:41:07 UTC] PHP Notice:  Undefined index: promo in /var/www/api/receipt.php on line 88\n${json}`,
  (json) => TRACE + NOTICE + json + NOTICE,
]
const ENCODINGS: { encoding?: string; compress: (bytes: Buffer) => Buffer }[] = [
  { compress: (bytes) => bytes },
  { encoding: 'gzip', compress: (bytes) => gzipSync(bytes) },
  { compress: (bytes) => bytes },
  { encoding: 'deflate', compress: (bytes) => deflateSync(bytes) },
  { compress: (bytes) => bytes },
  {
    encoding: 'br',
    compress: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  },
  { compress: (bytes) => bytes },
]
const CONTENT_TYPES = ['application/json', 'text/html; charset=UTF-8', 'application/json; charset=utf-8', 'text/plain']

const pickFrom = <T>(options: readonly T[], index: number): T => options[index % options.length] as T
const pick = <T>(dice: Dice, options: readonly T[]): T => pickFrom(options, dice(options.length))

function write(key: string, value: unknown, dice: Dice): string {
  if (isNothing(value)) return pick(dice, NOTHING)
  if (Array.isArray(value)) return writeList(value, dice)
  if (typeof value === 'object') return writeObject(value as object, dice, pick(dice, [{}, {}, ...OTHER_MEMBERS]))
  if (typeof value === 'boolean' || key === 'active') return pick(dice, Number(value) === 1 ? YES : NO)
  if (AMOUNTS.has(key) && !Number.isNaN(Number(value))) return writeAmount(Number(value), dice)
  const text = String(value as string | number)
  if (typeof value === 'number') return pick(dice, [text, JSON.stringify(text), key === 'number' ? text : `${text}.0`])
  if (NUMBERS.has(key) && /^[1-9]\d*$/.test(text)) return pick(dice, [text, JSON.stringify(text)])
  if (key === 'name' && dice(10) === 0) return writeName(text, dice)
  const json = JSON.stringify(SHOWN.has(key) && dice(2) === 0 ? asHtml(text, dice) : text)
  return dice(2) === 0 ? json : asAscii(json)
}

const isNothing = (value: unknown) =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value as object).length === 0)

function writeObject(object: object, dice: Dice, extras: Record<string, string>): string {
  const members = Object.entries(object)
    .filter(([key, value]) => value !== undefined && !((OPTIONAL.has(key) || isNothing(value)) && dice(6) === 0))
    .map(([key, value]): [string, string] => [key, write(key, value, dice)])
  const added = Object.entries(extras).filter(([key]) => !Object.hasOwn(object, key))
  return toJsonObject(shuffle([...members, ...added], dice))
}

/** A list, or an object with whole numbers as keys, as PHP writes a filtered or sorted list. Its elements keep their order. */
function writeList(list: readonly unknown[], dice: Dice): string {
  const elements = list.map((element) => write('', element, dice))
  const keyOf = pick<((index: number) => number) | undefined>(dice, [
    undefined,
    (index) => index,
    (index) => 2 * index + 1,
    (index) => elements.length - index,
  ])
  if (!keyOf) return `[${elements.join(',')}]`
  return toJsonObject(elements.map((element, index) => [String(keyOf(index)), element]))
}

const toJsonObject = (members: readonly (readonly [string, string])[]) =>
  `{${members.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`

/** A number or text, with extra decimals, or with floating-point errors. */
function writeAmount(amount: number, dice: Dice): string {
  const plain = String(amount)
  return pick(dice, [
    plain,
    `"${plain}"`,
    `"${amount.toFixed(2)}"`,
    `"${amount.toFixed(4)}"`,
    amount.toFixed(2),
    String(amount * (1 + Number.EPSILON)),
    String(amount * (1 - Number.EPSILON)),
  ])
}

function writeName(name: string, dice: Dice): string {
  return pick(dice, [
    JSON.stringify(pick(dice, BLANK)),
    asAscii(JSON.stringify(name + pick(dice, EMOJIS))),
    String(200 + dice(100)),
    pick(dice, NOTHING),
  ])
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', "'": '&#039;', ô: '&ocirc;', é: '&eacute;' }

function asHtml(text: string, dice: Dice): string {
  return text
    .replace(/[&"'\u0080-\u{10FFFF}]/gu, (sign) => ENTITIES[sign] ?? `&#${sign.codePointAt(0)};`)
    .replace(' ', pick(dice, ['&nbsp;', '&#32;', ' ']))
    .replaceAll('\n', pick(dice, ['<br>', '<br/>', '<br />\n', '\r\n']))
}

/** Escapes like PHP's `json_encode` by default. */
const asAscii = (json: string) =>
  json
    .replace(/[\u0080-\uDFFF\uF900-\uFFFF]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/')

function withCutBytes(text: string): Buffer {
  const [first = '', ...others] = text.split(CUT_BYTES)
  const cut = others.flatMap((part) => [Buffer.from([0xf0, 0x9f, 0x8e]), Buffer.from(part)])
  return Buffer.concat([Buffer.from(first), ...cut])
}

function shuffle<T>(items: readonly T[], dice: Dice): T[] {
  return items
    .map((item) => ({ item, at: dice(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

function createDice(seed: string): Dice {
  let state = createHash('sha256').update(seed).digest().readUInt32LE()
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}
