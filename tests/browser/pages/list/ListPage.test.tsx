// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'

import type { Catalog } from '#api/catalog.ts'
import ListPage from '#browser/pages/list/ListPage.tsx'
import { useListDraft } from '#browser/pages/list/list-draft.ts'
import { readListFile } from '#browser/pages/list/read-list-file.ts'
import { paths, routes } from '#browser/paths.ts'
import { HOME, rememberOperator } from '#browser/sale/international/international-habits.ts'
import { findSaleRequest } from '#browser/sale/sale-request.ts'
import { forget, nameOf } from '#browser/lib/storage.ts'
import { decimal, formatDecimal } from '#domain/money/money.ts'
import { MAX_LIST_TEXT } from '#domain/phone/number-list.ts'
import { BATCH_ID } from '../../../support/a-batch.ts'
import { catalog } from '../../../support/a-shop.ts'
import { aBatchAnswer } from '../../../support/fake-batches.ts'
import { proxyWith, refusal } from '../../../support/fake-proxy.ts'
import { type FakeAnswer, press, renderPage } from '../../../support/render-page.tsx'
import { startingWith, text } from '../../../support/texts.ts'

const recharge = catalog.services[0]!
const named = (id: string, name: string, brand: string, rule = recharge.rule) => ({
  ...recharge,
  id,
  name,
  brand,
  rule,
})
const fixed = formatDecimal(decimal('25'))
const shop: Catalog = {
  ...catalog,
  tiles: [
    ...catalog.tiles,
    ...['velto', 'bundle'].map((serviceId, at) => ({
      ...catalog.tiles[1]!,
      id: `4${at}`,
      name: '',
      action: { kind: 'sell' as const, serviceId },
    })),
  ],
  services: [
    ...catalog.services,
    named('velto', 'Velto Recharge', 'Velto'),
    named('bundle', 'Qamra Week', 'Qamra', { min: fixed, max: fixed, step: formatDecimal(decimal('0')) }),
  ],
}

beforeEach(() => {
  useListDraft.getState().clear()
  sessionStorage.clear()
  localStorage.clear()
})

/** `answer` is the answer of the server to a batch. */
function open(lines: readonly string[], answer: (method: string) => FakeAnswer | undefined = () => undefined) {
  if (lines.length > 0) useListDraft.getState().type(lines.join('\n'))
  const proxy = proxyWith((method, path) => (path.startsWith('/api/batches/') ? answer(method) : undefined), {
    catalog: shop,
  })
  return renderPage({ [routes.list]: <ListPage />, [routes.batch]: <p>batch</p> }, { at: paths.list(), proxy })
}

const rowOf = async (line: number) =>
  (await screen.findAllByRole('row')).find((row) => row.textContent?.startsWith(`${text('list.line')} ${line}`))!
const operatorOf = (line: number) => screen.findByLabelText(text('list.operatorOf', { line }))

it('each line shows what it sells, or its problem', async () => {
  rememberOperator(HOME, '551234567', 'Velto')
  open([
    '0501234567, 50, Qamra',
    '0551234567 20',
    '0501234568, 25, qamra week',
    '0501234568, 26, Qamra Week',
    '0521234567, 50',
    '0501234569, 1000, Qamra',
    '0501234570, 50, Etisalt',
    '050123, 50, Qamra',
    '050 123 4567; 50.00; Qamra',
    '0501234567, 50, Velto',
  ])
  expect(await rowOf(1)).toHaveTextContent('+971 50 123 4567')
  expect(await operatorOf(2)).toHaveDisplayValue(text('ticket.probably', { operator: 'Velto' }))
  expect(await operatorOf(3)).toHaveDisplayValue('Qamra Week')
  expect(await rowOf(4)).toHaveTextContent(text('ticket.aboveMax', { amount: 'AED 25' }))
  expect(await rowOf(5)).toHaveTextContent(text('international.chooseOperator'))
  expect(await rowOf(6)).toHaveTextContent(startingTextOf('ticket.aboveMax'))
  expect(await rowOf(7)).toHaveTextContent(text('list.problem.product-unknown', { product: 'Etisalt' }))
  expect(await rowOf(8)).toHaveTextContent(text('list.problem.number-incomplete', { count: 4 }))
  expect(await rowOf(9)).toHaveTextContent(text('list.problem.repeats', { line: 1 }))
  expect(await rowOf(10)).toHaveTextContent(text('list.note.repeats', { line: 1 }))
  expect(screen.getByText(text('list.canBeSold', { sold: 4, count: 10 }))).toBeInTheDocument()
})
const startingTextOf = (id: 'ticket.aboveMax') => text(id, { amount: '' }).trim()

it('an operator is chosen for a line and for all lines, and a change of all can be undone', async () => {
  open(['0501234567 50', '0501234568 25', '0501234569, 1,000'])
  await userEvent.selectOptions(await operatorOf(1), 'Velto')
  expect(useListDraft.getState().text).toBe('0501234567, 50, Velto\n0501234568 25\n0501234569, 1,000')
  await userEvent.selectOptions(screen.getByLabelText(text('list.allOperators')), 'Qamra')
  // An amount that could be read in two ways is left to the person.
  expect(useListDraft.getState().text).toBe('0501234567, 50, Qamra\n0501234568, 25, Qamra\n0501234569, 1,000')
  await press(text('list.undo'))
  expect(useListDraft.getState().text).toBe('0501234567, 50, Velto\n0501234568 25\n0501234569, 1,000')
})

it('a line is corrected or removed in place', async () => {
  open(['0501234567, 5O, Qamra', 'Ali'])
  await press(text('list.edit', { line: 1 }))
  const amount = await screen.findByLabelText(text('list.amountOf', { line: 1 }))
  expect(amount).toHaveFocus()
  await userEvent.clear(amount)
  await userEvent.type(amount, '٥٠{Enter}')
  await press(text('list.remove', { line: 2 }))
  expect(useListDraft.getState().text).toBe('0501234567, ٥٠, Qamra')
  expect(await screen.findByRole('button', { name: startingWith('list.check', { count: 1 }) })).toBeInTheDocument()
})

it('a double tap removes one line, not the next one that moved under the finger', async () => {
  open(['0501234567, 50, Qamra', '0501234568, 50, Qamra', '0501234569, 50, Qamra'])
  await userEvent.dblClick(await screen.findByRole('button', { name: text('list.remove', { line: 1 }) }))
  expect(useListDraft.getState().text).toBe('0501234568, 50, Qamra\n0501234569, 50, Qamra')
})

it('the lines are stored as a request and sent under the id in the address', async () => {
  let wasStored = false
  const { seen, place } = open(['0501234568; 25; Qamra', '+971 50 123 4569 50.00 Velto'], () => {
    wasStored ||= Object.keys(sessionStorage).some((name) => name.startsWith(nameOf('request')))
    return { body: aBatchAnswer(BATCH_ID, 2) }
  })
  await press(startingWith('list.check', { count: 2 }))
  await screen.findByText('batch')
  await waitFor(() => expect(seen.some(({ method }) => method === 'PUT')).toBe(true))
  const sent = seen.filter(({ method }) => method === 'PUT')
  const lines = [
    { kind: 'direct', serviceId: 'qamra', amount: '25', account: '971501234568' },
    { kind: 'direct', serviceId: 'velto', amount: '50', account: '971501234569' },
  ]
  expect(sent).toEqual([{ method: 'PUT', path: `/api${place.path.replace('batch', 'batches')}`, body: { lines } }])
  expect(wasStored).toBe(true)
  expect(findSaleRequest(place.path.replace('/batch/', ''))).toMatchObject({ count: 2, lines })
})

it('a line that the server refuses is named on the list, which is kept', async () => {
  open(['Number, Amount, Operator', '0501234567, 50, Qamra', '0501234568, 25, Qamra'], (method) =>
    method === 'PUT' ? refusal(422, 'line-repeated', { line: 2 }) : undefined,
  )
  await press(startingWith('list.check', { count: 2 }))
  expect(await screen.findByText(text('list.lineProblem', { line: 3 }))).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent(text('failure.line-repeated'))
  expect(await screen.findByLabelText(text('list.text'))).toHaveValue(useListDraft.getState().text)
})

it.each([
  [true, 1_000],
  [false, undefined],
])('a list whose batch was approved is forgotten: %s', async (isForgotten, approvedAt) => {
  useListDraft.getState().type('0501234567, 50, Qamra')
  useListDraft.getState().noteOpened(BATCH_ID)
  open([], () => ({ body: aBatchAnswer(BATCH_ID, 1, approvedAt ? { approvedAt } : {}) }))
  if (isForgotten) await screen.findByText(text('list.emptyHint'))
  else await press(startingWith('list.check', { count: 1 }))
})

it('a list outlives a reload but not its person, and longer text than a list can have is cut and rejected', () => {
  const { type } = useListDraft.getState()
  type('0501234567, 50')
  expect(sessionStorage.getItem(nameOf('list-draft'))).toContain('0501234567')
  void useListDraft.persist.rehydrate()
  expect(useListDraft.getState().text).toBe('0501234567, 50')
  type('5'.repeat(3 * MAX_LIST_TEXT))
  expect(useListDraft.getState().text).toHaveLength(MAX_LIST_TEXT + 1)
  forget('person')
  expect(useListDraft.getState().text).toBe('')
})

it('a dropped file is read, and the page stays', async () => {
  open([])
  await screen.findByLabelText(text('list.text'))
  const file = new File(['0501234567;50;Qamra'], 'list.csv')
  fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [file] } })
  expect(within(await rowOf(1)).getByText('+971 50 123 4567')).toBeInTheDocument()
})

it.each<[string, number[] | Uint8Array, object]>([
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x35], { text: '5' }],
  ['UTF-16', [0xff, 0xfe, 0x35, 0x06], { text: '\u0635' }],
  ['UTF-16 from another system', [0xfe, 0xff, 0x06, 0x35], { text: '\u0635' }],
  ['Windows-1256', [0xd1, 0xde, 0xe3], { problem: 'unreadable' }],
  ['UTF-16 without a mark', [0x35, 0, 0x36, 0], { problem: 'unreadable' }],
  ['too many bytes', new Uint8Array(3 * MAX_LIST_TEXT + 1), { problem: 'too-large' }],
])('a file in %s is read, or rejected with the reason', async (_, bytes, expected) =>
  expect(await readListFile(new File([new Uint8Array(bytes)], 'list.csv'))).toEqual(expected),
)
