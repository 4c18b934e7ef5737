import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { formatDecimal } from '#domain/money/money.ts'
import { changeLines, MAX_LIST_TEXT, readNumberList, type ListLine } from '#domain/phone/number-list.ts'
import { readUaeNumber } from '#domain/phone/phone.ts'
import { MAX_LIST_LINES } from '#domain/sale/batch.ts'
import { findAmount } from '#domain/money/typed-amount.ts'
import { rowsOf } from '../../support/rows.ts'

const PRODUCTS = new Set(['qamra', 'najm', 'stc', 'qamra recharge'])
const isProduct = (name: string) => PRODUCTS.has(name.toLowerCase())
const read = (text: string) => readNumberList(text, isProduct)

const say = ({ account, value, product, problem }: ListLine) =>
  problem ? problem.kind : [account, value && formatDecimal(value), product].filter(Boolean).join(' ')
const readAll = (text: string) => {
  const { fault, lines } = read(text)
  return fault ? fault.kind : lines.map(say).join(' | ')
}

describe('a list of numbers', () => {
  it.each(
    rowsOf([
      [
        '971501234567 50',
        [
          // Separators.
          ['0501234567,50', '0501234567, 50', '0501234567;50', '0501234567\t50', '0501234567 50', '0501234567  50'],
          ['٠٥٠١٢٣٤٥٦٧، ٥٠', '٠٥٠١٢٣٤٥٦٧؛٥٠', '०५०१२३४५६७ ५०', '۰۵۰۱۲۳۴۵۶۷\t۵۰'],
          // Numbers with blanks, and what spreadsheets make of them.
          ['050 123 4567 50', '+971 50 123 4567 50', '00971 50 123-4567, 50', '501234567,50', '"0501234567","50"'],
          ["'0501234567,50", '="0501234567",50', '5.01234567E+8;50', '5.01234567e+08;50', '9.71501234567E+11,50'],
          ['5,01234567E+8;50', '501234567.0,50', '\u202A+971 50 123 4567\u202C\t50', '(050) 123-4567,50.00'],
          // Amounts.
          ['0501234567 AED 50', '0501234567 50 AED', '0501234567;50,00', '0501234567,"50,00"', '0501234567 ٥٠ درهم'],
          // Blank lines, blank cells and line ends of every system.
          ['\uFEFF0501234567,50', '\n\n0501234567,50\r\n  \r\n', '0501234567,50,,', '0501234567 50;', ',0501234567,50'],
          ['\t0501234567\t50', 'sep=;\n0501234567;50'],
        ].flat(),
      ],
      ['971501234567 1000', ['0501234567;1,000', '0501234567\t1,000.00', '0501234567,"1,000"', '0501234567 1 000']],
      [
        '971501234567 50 Qamra',
        [
          ['0501234567,50,Qamra', '0501234567 50 Qamra', '050 123 4567 AED 50 Qamra', '0501234567 50 AED Qamra'],
          // Other orders.
          ['Qamra;0501234567;50', '50,0501234567,Qamra'],
        ].flat(),
      ],
      ['971501234567 50 STC', ['0501234567 50 STC']],
      ['971501234567 50 Etisalt', ['0501234567,50,Etisalt', '0501234567 50 Etisalt']],
      ['971501234567 50 Qamra Recharge', ['0501234567 50 Qamra Recharge']],
      // A landline has eight digits or nine.
      ['97141234567 50', ['04 123 4567,50']],
      ['', ['', ' \n\t\n', 'Number,Amount', 'hello']],
    ]),
  )('the line %j is read as %s', (text, expected) => expect(readAll(text)).toBe(expected))

  it.each(
    rowsOf([
      ['number-incomplete', ['05012345,50', '05012,50,Qamra']],
      ['number-refused', ['05O1234567,50', '+63 917 555 0142,50', '05012345678,50', 'Ali;50']],
      ['number-missing', [',50,Qamra\n0501234567,50,Qamra'.split('\n')[0]! + '\n']],
      ['number-shortened', ['5.01E+08;50', '9.71501E+11,50', '5.0123456E+8,50']],
      ['amount-missing', ['0501234567', '0501234567,', '0501234567,,Qamra\n']],
      ['amount-unclear', ['0501234567,fifty', '0501234567 fifty', '0501234567;1.000,50', '0501234567;1,00,0']],
      ['too-many-cells', ['0501234567,1,000', '0501234567,50,00', 'Number,Amount\n0501234567,50,100']],
      ['line-too-long', ['0501234567,50,' + 'x'.repeat(300)]],
    ]),
  )('the line %j has the problem %s', (text, expected) => expect(readAll(text)).toBe(expected))

  it('where a landline number ends is not guessed from blanks', () => {
    expect(readAll('04 123 4567 50')).toBe('97141234567 50')
    expect(readAll('04 123 4567 5')).toBe('amount-missing')
    expect(readAll('04 123 4567 5 0')).toBe('number-refused')
  })

  it.each([
    ['Mobile Number,Amount (AED),Operator'],
    ['رقم الهاتف,المبلغ,المشغل'],
    ['موبائل نمبر,amount,نیٹ ورک'],
    ['मोबाइल नंबर,राशि,ऑपरेटर'],
    ['MSISDN,Value,Network'],
    ['Column A,Column B,Column C'],
  ])('the column names %s are not a line, and name the columns', (names) => {
    const { heading, lines } = read(`${names}\n0501234567,50,Qamra\n0501234568,25,Najm`)
    expect(heading).toBe(1)
    expect(lines.map(say)).toEqual(['971501234567 50 Qamra', '971501234568 25 Najm'])
  })

  it('columns are found by their names or content in any order, and other columns are left out', () => {
    const named = 'Id;Network;Value;Phone;Remark\n1;Qamra;50;0501234567;Ali\n2;Najm;25;0501234568;Sara'
    expect(readAll(named)).toBe('971501234567 50 Qamra | 971501234568 25 Najm')
    const unnamed = 'Who;What;Which\nAli;50;0501234567\nSara;fifty;0501234568\nOmar;25;0501234569'
    expect(readAll(unnamed)).toBe('971501234567 50 | amount-unclear | 971501234569 25')
  })

  it.each([
    ['1;0501234567;50\n2;0501234568;25', 'amount'],
    ['0501234567;0501234568;50', 'number'],
  ])('the columns of %j could be read in two ways, so the list asks for column names', (text, column) => {
    expect(read(text)).toMatchObject({ fault: { kind: 'column-unclear', column }, lines: [] })
  })

  it('a line that repeats number and amount names the first one', () => {
    const { lines } = read('0501234567,50\n0501234567,25\n\n+971 50 123 4567;50.00\n0501234568,50')
    expect(lines.map(({ line, repeats }) => [line, repeats])).toEqual([
      [1, undefined],
      [2, undefined],
      [4, 1],
      [5, undefined],
    ])
  })

  it('text and lines are limited before they are read', () => {
    expect(read('5'.repeat(MAX_LIST_TEXT + 1))).toMatchObject({ fault: { kind: 'text-too-long' }, lines: [] })
    const many = Array.from({ length: MAX_LIST_LINES + 3 }, (_, at) => `05012${String(at).padStart(5, '0')},50`)
    expect(read(many.join('\n')).fault).toEqual({ kind: 'too-many-lines', count: MAX_LIST_LINES + 3 })
    expect(read(many.join('\n')).lines).toHaveLength(MAX_LIST_LINES)
    expect(read(['Number,Amount', ...many.slice(3)].join('\n')).fault).toBeUndefined()
  })

  it('a cell means the same as in the fields of a ticket, and no text fails to be read', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: fc.constantFrom(...'0123456789 ,.-+;"\t٥०Ee'), maxLength: 20 }),
      fc.constantFrom('0501234567', '+971 50 123 4567', '04 123 4567', '50', '1,000', '50.00', 'Qamra'),
    )
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 6 }), (rows) => {
        const { lines } = read(rows.map((cells) => cells.join(',')).join('\n'))
        for (const { number, amount, account, value, problem } of lines) {
          const typed = readUaeNumber(number)
          if (!problem) {
            expect(typed).toMatchObject({ account })
            expect(value).toEqual(findAmount(amount))
            expect(value).toBeDefined()
          }
        }
      }),
    )
  })
})

describe('a change of a line', () => {
  const change = (text: string, line: number, cells: { number: string; amount: string; product: string } | 'removed') =>
    changeLines(text, read(text), new Map([[line, cells]]))

  it.each([
    ['0501234567,5O\n0501234568,25', '0501234567, 50\n0501234568,25'],
    ['0501234567 fifty', '0501234567, 50'],
    ['0501234567;fifty;Najm', '0501234567;50;'],
    [
      'Phone;Name;Amount\n0501234568;Sara;25\n0501234567;Ali;fifty',
      'Phone;Name;Amount\n0501234568;Sara;25\n0501234567;Ali;50',
    ],
  ])('%j keeps its other lines and columns: %j', (text, expected) => {
    const bad = read(text).lines.find(({ number }) => number.startsWith('0501234567'))!
    expect(change(text, bad.line, { number: '0501234567', amount: '50', product: '' })).toBe(expected)
  })

  it('offers an amount that its commas split to the person who corrects it', () => {
    const text = '0501234568,25,Qamra\n0501234567,1,000,Najm'
    expect(read(text).lines[1]).toMatchObject({
      number: '0501234567',
      amount: '1,000',
      problem: { kind: 'too-many-cells' },
    })
  })

  it('removes a line, and adds a column for products', () => {
    expect(change('0501234567,50\n\n0501234568,25', 1, 'removed')).toBe('\n0501234568,25')
    const named = change('Phone,Amount\n0501234567,50', 2, { number: '0501234567', amount: '50', product: 'Qamra' })
    expect(named).toBe('Phone, Amount, Operator\n0501234567, 50, Qamra')
    expect(readAll(named)).toBe('971501234567 50 Qamra')
  })

  it('is read as it was written, whatever the rest of the list is', () => {
    const line = fc.constantFrom(
      '0501234568,25',
      '0501234568;1,000',
      '0501234568\t25\tQamra',
      '050 123 4568 25',
      '0501234568,1,000',
      'x',
      '',
    )
    const product = fc.constantFrom('', 'Qamra', 'Najm')
    const amount = fc.constantFrom('50', '1,000', '50.00', '٥٠')
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), product, amount, (before, name, written) => {
        const text = ['0501234568 25', ...before, '0501234567 fifty'].join('\n')
        const list = read(text)
        const target = list.lines.find(({ number }) => number === '0501234567')
        if (!target) return
        const cells = { number: '050 123 4567', amount: written, product: name }
        const changed = read(changeLines(text, list, new Map([[target.line, cells]])))
        if (changed.fault) return
        expect(changed.lines.find(({ line }) => line === target.line)).toMatchObject({
          account: '971501234567',
          product: name,
          value: findAmount(written),
        })
      }),
    )
  })
})
