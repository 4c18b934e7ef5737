import { BREAK, MAX_LINE, rowOf, splitsAmount, writeCells, type Row } from '../text/delimited-rows.ts'
import { onlyDigits, toWesternDigits } from '../text/digits.ts'
import { formatDecimal, type Decimal } from '../money/money.ts'
import { readUaeNumber, type UaeNumberProblem } from './phone.ts'
import { MAX_LIST_LINES } from '../sale/batch.ts'
import { readAmount } from '../money/typed-amount.ts'
import { foldText } from '../text/typed-text.ts'

/** In UTF-16 units. Longer text is not read. */
export const MAX_LIST_TEXT = 64 * 1024

export type ListProblem =
  | { kind: 'line-too-long' | 'number-missing' | 'number-shortened' | 'amount-missing' | 'amount-unclear' }
  /** The line has more cells than columns: `0501234567,1,000`. */
  | { kind: 'too-many-cells' }
  | { kind: 'number-incomplete'; missing: number }
  | { kind: 'number-refused'; reason: UaeNumberProblem; sign: string }

type ListCells = { number: string; amount: string; product: string }

/** `line` from 1. `account` and `value` are present if their cell can be read. */
export type ListLine = ListCells & {
  line: number
  account?: string
  isMobile?: boolean
  value?: Decimal
  problem?: ListProblem
  /** The first line with the same number and amount. */
  repeats?: number
}

type ListFault =
  | { kind: 'text-too-long' }
  | { kind: 'too-many-lines'; count: number }
  | { kind: 'column-unclear'; column: 'number' | 'amount' }

type Columns = { number: number; amount: number; product: number | undefined; count: number }
/** The lines that are not blank and not the column names. */
export type NumberList = {
  fault?: ListFault
  heading?: number
  lines: readonly ListLine[]
  columns: Columns
}

const PLAIN: Columns = { number: 0, amount: 1, product: 2, count: 2 }

/**
 * Lines of a number, an amount and optionally a product, as typed, pasted from a spreadsheet or exported. Columns are found by their names in the first line or
 * by what they contain. What could be read in two ways is a problem.
 */
export function readNumberList(text: string, isProduct: (name: string) => boolean): NumberList {
  const none = { lines: [], columns: PLAIN }
  if (text.length > MAX_LIST_TEXT) return { ...none, fault: { kind: 'text-too-long' } }
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(BREAK)
    .map((content, index) => rowOf(content, index + 1))
    // Excel writes `sep=;` for itself.
    .filter((row) => row.cells.length > 0 && !/^sep=.?$/i.test(row.text))
  const [first, ...others] = rows
  const heading = first && isHeading(first) ? first : undefined
  const content = heading ? others : rows
  const fault: Pick<NumberList, 'fault'> =
    content.length > MAX_LIST_LINES ? { fault: { kind: 'too-many-lines', count: content.length } } : {}
  const shown = content.slice(0, MAX_LIST_LINES)
  const columns = findColumns(shown, heading, isProduct)
  const named = heading && { heading: heading.line }
  if ('kind' in columns) return { ...none, ...named, fault: columns }
  const limit = heading?.separator ? columns.count : undefined
  const lines = withRepeats(shown.map((row) => readLine(row, columns, limit, isProduct)))
  return { ...fault, ...named, lines, columns }
}

const isNumber = (cell: string) => 'account' in readUaeNumber(cell)
const isAmount = (cell: string) => readAmount(cell).status === 'read'

/** Names of columns, or other words, but neither a number nor an amount. */
const isHeading = ({ cells, text }: Row): boolean =>
  text.length <= MAX_LINE &&
  cells.some((cell) => /\p{L}/u.test(cell)) &&
  cells.every((cell) => onlyDigits(cell).length < 5 && !isAmount(cell))

const words = (text: string) => new Set(text.split(' '))
/** رقم is not among them, because it is a number in Arabic and an amount in Urdu. */
const NAMES = {
  amount: words('amount amounts value sum price aed المبلغ مبلغ القيمة قيمة राशि रकम मूल्य'),
  product: words(
    'operator product network provider carrier service المشغل مشغل المنتج منتج الشبكة شبكة آپریٹر پروڈکٹ نیٹ ऑपरेटर उत्पाद प्रोडक्ट नेटवर्क',
  ),
  number: words(
    'number numbers phone mobile msisdn tel telephone cell gsm account الرقم هاتف الهاتف جوال الجوال موبايل المتحرك نمبر فون موبائل नंबर नम्बर मोबाइल फ़ोन फोन',
  ),
}
type Role = keyof typeof NAMES

function roleOf(name: string): Role | undefined {
  const parts = foldText(name).split(/[^\p{L}\p{M}]+/u)
  return (Object.keys(NAMES) as Role[]).find((role) => parts.some((part) => NAMES[role].has(part)))
}

function findColumns(
  rows: readonly Row[],
  heading: Row | undefined,
  isProduct: (name: string) => boolean,
): Columns | Extract<ListFault, { kind: 'column-unclear' }> {
  const separated = rows.filter((row) => row.separator !== undefined && (heading?.separator || !splitsAmount(row)))
  if (separated.length === 0 && !heading?.separator) return PLAIN
  const count = heading?.separator ? heading.cells.length : Math.max(2, ...separated.map(({ cells }) => cells.length))
  const all = Array.from({ length: count }, (_, column) => column)
  const roles = heading?.separator ? heading.cells.map(roleOf) : []
  const named = (role: Role) => all.filter((column) => roles[column] === role)
  const share = (column: number, fits: (cell: string) => boolean) => {
    const cells = separated.flatMap(({ cells }) => cells[column] || [])
    return cells.length === 0 ? 0 : cells.filter(fits).length / cells.length
  }
  /** The columns of that name, or else the unnamed ones that mostly contain it. */
  const candidates = (role: Role, fits: (cell: string) => boolean, others: readonly number[]) => {
    const ofName = named(role)
    if (ofName.length === 1) return ofName
    const open = ofName.length > 1 ? ofName : others.filter((column) => roles[column] === undefined)
    return open.filter((column) => share(column, fits) >= 0.5)
  }
  const numbers = candidates('number', isNumber, all)
  if (numbers.length > 1) return { kind: 'column-unclear', column: 'number' }
  const number = numbers[0] ?? all.find((column) => roles[column] === undefined) ?? 0
  const others = all.filter((column) => column !== number)
  const amounts = candidates('amount', isAmount, others)
  if (amounts.length > 1) return { kind: 'column-unclear', column: 'amount' }
  const amount = amounts[0] ?? others.find((column) => roles[column] === undefined) ?? others[0] ?? 1
  const rest = others.filter((column) => column !== amount)
  const products = candidates('product', isProduct, rest)
  const product = products.length === 1 ? products[0] : !heading?.separator && rest.length === 1 ? rest[0] : undefined
  return { number, amount, product, count }
}

function readLine(
  row: Row,
  columns: Columns,
  limit: number | undefined,
  isProduct: (name: string) => boolean,
): ListLine {
  const { line, text, cells, separator } = row
  if (text.length > MAX_LINE)
    return { line, number: cells[0] ?? '', amount: '', product: '', problem: { kind: 'line-too-long' } }
  if (separator === undefined) {
    const [number = text, amount = '', product = ''] = splitAtBlanks(cells[0] ?? '', isProduct)
    return readCells(line, { number, amount, product })
  }
  const { number, amount, product } = columns
  const has = limit === undefined ? splitsAmount(row) : cells.length > limit
  if (has) {
    const others = cells.filter((_, column) => column !== number)
    const digits = others.filter((cell) => /^[\p{Nd}.]+$/u.test(cell))
    const whole = (digits.length > 0 ? digits : others).join(',')
    return { line, number: cells[number] ?? '', amount: whole, product: '', problem: { kind: 'too-many-cells' } }
  }
  const cell = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''))
  return readCells(line, { number: cell(number), amount: cell(amount), product: cell(product) })
}

/** The number may have blanks, too. Returns the whole text as one cell if it is unclear where the number ends. */
function splitAtBlanks(text: string, isProduct: (name: string) => boolean): string[] {
  const parts = text.split(/\s+/u).slice(0, MAX_PARTS)
  const numbers = parts.map((_, at) => parts.slice(0, at + 1).join(' '))
  const ends = parts.flatMap((_, at) => (isNumber(numbers[at] ?? '') ? at : []))
  const accounts = new Set(ends.map((at) => onlyDigits(numbers[at] ?? '')))
  const end = ends.at(-1)
  // A landline number has eight digits or nine.
  if (end === undefined || accounts.size > 1) return [text]
  const rest = parts.slice(end + 1)
  return [numbers[end] ?? '', ...(splitAmount(rest, isProduct) ?? [rest.join(' ')])]
}
const MAX_PARTS = 20
const MAX_AMOUNT_PARTS = 4

/** A currency may be before or behind the amount, and a product of three letters looks like one. */
function splitAmount(parts: readonly string[], isProduct: (name: string) => boolean): [string, string] | undefined {
  const ways = parts.slice(0, MAX_AMOUNT_PARTS).flatMap((_, at): [string, string][] => {
    const [amount, product] = [parts.slice(0, at + 1).join(' '), parts.slice(at + 1).join(' ')]
    return isAmount(amount) && /^(?:$|\p{L})/u.test(product) ? [[amount, product]] : []
  })
  return ways.find(([, product]) => isProduct(product)) ?? ways.at(-1)
}

function readCells(line: number, cells: ListCells): ListLine {
  const number = readUaeNumber(cells.number)
  const amount = readAmount(cells.amount)
  const read = {
    line,
    ...cells,
    ...('account' in number && { account: number.account, isMobile: number.status === 'mobile' }),
    ...(amount.status === 'read' && { value: amount.amount }),
  }
  const problem = findNumberProblem(cells.number) ?? findAmountProblem(amount.status)
  return { ...read, ...(problem && { problem }) }
}

/** Spreadsheets shorten long numbers to `9.71501E+11`. */
const SHORTENED = /^\W*\d[.,]?\d*E\+?\d+\W*$/i

function findNumberProblem(text: string): ListProblem | undefined {
  const number = readUaeNumber(text)
  if ('account' in number) return undefined
  if (SHORTENED.test(toWesternDigits(text))) return { kind: 'number-shortened' }
  if (number.status === 'refused') return { kind: 'number-refused', reason: number.reason, sign: number.sign ?? '' }
  return number.national === '' ? { kind: 'number-missing' } : { kind: 'number-incomplete', missing: number.missing }
}

function findAmountProblem(status: ReturnType<typeof readAmount>['status']): ListProblem | undefined {
  if (status === 'read') return undefined
  return { kind: status === 'empty' ? 'amount-missing' : 'amount-unclear' }
}

function withRepeats(lines: readonly ListLine[]): ListLine[] {
  const first = new Map<string, number>()
  return lines.map((line) => {
    if (line.problem || line.account === undefined || !line.value) return line
    const key = `${line.account} ${formatDecimal(line.value)}`
    const repeats = first.get(key)
    if (repeats === undefined) first.set(key, line.line)
    return repeats === undefined ? line : { ...line, repeats }
  })
}

/** By line: what its cells become, or that it is removed. */
export type ListChanges = ReadonlyMap<number, ListCells | 'removed'>

/** Writes changes into the text of the list, in which other lines and columns stay as they are. */
export function changeLines(
  text: string,
  { columns, heading }: Pick<NumberList, 'columns' | 'heading'>,
  changes: ListChanges,
): string {
  const { number, amount, count } = columns
  const product = columns.product ?? count
  const rows = text.split(BREAK)
  const hasProduct = [...changes.values()].some((change) => change !== 'removed' && change.product !== '')
  const needsName = hasProduct && columns.product === undefined
  const ownSeparator = rows.map((row, at) => rowOf(row, at + 1).separator).find((separator) => separator !== undefined)
  const written = rows.flatMap((content, at) => {
    const change = changes.get(at + 1)
    const row = rowOf(content, at + 1)
    const separator = row.separator ?? ownSeparator ?? ','
    if (change === 'removed') return []
    if (!change) {
      const isHeading = heading === at + 1 && row.separator !== undefined
      return [isHeading && needsName ? writeCells([...row.cells, 'Operator'], separator) : content]
    }
    const isWhole = row.separator !== undefined && row.cells.length <= Math.max(count, product + 1)
    const cells = isWhole && !splitsAmount(row) ? [...row.cells] : []
    while (cells.length <= Math.max(number, amount, change.product === '' ? 0 : product)) cells.push('')
    Object.assign(cells, { [number]: change.number, [amount]: change.amount })
    if (change.product !== '' || cells.length > product) cells[product] = change.product
    return [writeCells(cells, separator)]
  })
  return written.join('\n')
}
