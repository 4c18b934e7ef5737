// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { useTerminalPrinter } from '#browser/printing/terminal-printer.ts'
import { routes } from '#browser/paths.ts'
import SalePage from '#browser/pages/sale/SalePage.tsx'
import { storeSaleRequest } from '#browser/sale/sale-request.ts'
import type { PrintResult, PrintSale } from '#api/printing.ts'
import type { Person } from '#domain/person.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { A_SALE_ID, aSale } from '../../../support/a-shop.ts'
import { amal, joseph, proxyWith, refusal } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { type FakeAnswer, press, renderPage } from '../../../support/render-page.tsx'
import { startingWith, text } from '../../../support/texts.ts'
import { aReceipt, aVoucher, aVoucherSale, CODE } from '../../../support/a-sold-voucher.ts'

const UNCLEAR = { at: NOW, by: amal.name, printer: 'Counter', isUnclear: true } as const
const GROUPED = '7K4P 2M9X QH6T 81WD'

/** The page of one sale at a till with a network printer, and a server that records what was printed there. */
function openCounter(first: Sale, { person = amal, result = 'printed' as PrintResult['kind'] | 'refused' } = {}) {
  let sale = first
  const handedOver = { voucher: 'delivered', delivered: { at: NOW, method: 'printed', by: person.name } } as const
  const change = (more: Partial<Sale>) => (sale = { ...sale, ...more, version: sale.version + 1 })
  const answers: Record<string, (body: unknown) => FakeAnswer> = {
    [`/api/sales/${A_SALE_ID}/reveal`]: () => {
      change({ revealCount: sale.revealCount + 1 })
      return { body: { voucher: aVoucher(), receipt: aReceipt, sale } }
    },
    [`/api/sales/${A_SALE_ID}/print`]: () => {
      if (result === 'refused') return refusal(409, 'wrong-state', { moneyMoved: 'unknown' })
      if (result === 'printed') change({ printCount: 1, ...handedOver })
      if (result === 'unclear' && sale.voucher === 'ready') change({ print: UNCLEAR })
      return { body: { result: result === 'printed' ? { kind: result } : { kind: result, why: 'busy' }, sale } }
    },
    [`/api/sales/${A_SALE_ID}/print-answer`]: (body) => {
      const { print: _, ...rest } = sale
      sale = { ...rest, version: sale.version + 1 }
      if ((body as { isOnPaper: boolean }).isOnPaper) change(handedOver)
      return { body: sale }
    },
    [`/api/sales/${A_SALE_ID}`]: () => ({ body: sale }),
  }
  const proxy = proxyWith((_, path, body) => answers[path]?.(body), { person: person as Person })
  const { seen } = renderPage({ [routes.sale]: <SalePage /> }, { at: `/sale/${first.id}`, proxy })
  return { sent: (path: string) => seen.filter((request) => request.path === path).map(({ body }) => body) }
}

const prints = vi.fn()
const printButton = () => screen.findByRole('button', { name: startingWith('sale.print') })
const question = () => screen.findByText(text('delivery.onPaper'))
const yes = () => screen.getByRole('button', { name: text('delivery.didPrintYes') })
const no = () => screen.getByRole('button', { name: text('delivery.onPaperNo') })

beforeEach(() => {
  useTerminalPrinter.setState({ mode: 'ask', printer: 'network', networkId: 'counter', width: 80 })
  vi.stubGlobal('print', prints.mockReset())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  useTerminalPrinter.setState({ mode: 'ask', printer: 'browser' })
})

it("a code for a network printer is sent as a document with the printer's id, and only the server records it", async () => {
  const { sent } = openCounter(aVoucherSale())
  await screen.findByRole('group', { name: 'PIN' })
  await userEvent.click(await printButton())
  expect(await screen.findByText(/^Handed over: printed at/)).toBeInTheDocument()
  const [body, ...more] = sent(`/api/sales/${A_SALE_ID}/print`) as PrintSale[]
  expect(more).toEqual([])
  expect(body?.printerId).toBe('counter')
  expect(Object.keys(body ?? {}).toSorted()).toEqual(['document', 'opensDrawer', 'printerId'])
  expect(JSON.stringify(body?.document)).toContain(GROUPED)
  expect(sent(`/api/sales/${A_SALE_ID}/delivered`)).toEqual([])
  expect(prints).not.toHaveBeenCalled()
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(CODE)
})

it('a code for a network printer with an unclear result is asked about, and not printed again before the answer', async () => {
  const { sent } = openCounter(aVoucherSale(), { result: 'unclear' })
  await screen.findByRole('group', { name: 'PIN' })
  await userEvent.click(await printButton())
  const row = (await question()).closest('[role=alert]') as HTMLElement
  expect(within(row).getByText(/Network printer: busy or not responding/)).toBeInTheDocument()
  expect(await printButton()).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('p')
  expect(sent(`/api/sales/${A_SALE_ID}/print`)).toHaveLength(1)
  expect(prints).not.toHaveBeenCalled()

  await userEvent.click(no())
  expect(await printButton()).toHaveAttribute('aria-disabled', 'false')
  expect(sent(`/api/sales/${A_SALE_ID}/print-answer`)).toEqual([{ isOnPaper: false }])
  expect(screen.queryByText(text('delivery.onPaper'))).not.toBeInTheDocument()
})

it('a code for a network printer is asked about on a page that was opened later, and a yes hands it over', async () => {
  const { sent } = openCounter(aVoucherSale({ print: UNCLEAR, revealCount: 1 }))
  await question()
  await userEvent.click(yes())
  expect(await screen.findByText(/^Handed over: printed at/)).toBeInTheDocument()
  expect(sent(`/api/sales/${A_SALE_ID}/print-answer`)).toEqual([{ isOnPaper: true }])
})

it('a code for a network printer is asked about at a colleague’s till, who has to take the sale over first', async () => {
  openCounter(aVoucherSale({ print: UNCLEAR }), { person: joseph })
  await question()
  expect(screen.getByText(text('delivery.onPaperOthers', { name: amal.name }))).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: text('delivery.onPaperNo') })).not.toBeInTheDocument()
})

it('a code for a network printer is not printed in another way when the server rejects it', async () => {
  openCounter(aVoucherSale(), { result: 'refused' })
  await screen.findByRole('group', { name: 'PIN' })
  await userEvent.click(await printButton())
  expect(await screen.findByText(text('delivery.notPrinted'))).toBeInTheDocument()
  expect(prints).not.toHaveBeenCalled()
})

it('a receipt whose print broke off is asked about until a person has looked, and is not printed again automatically', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  useTerminalPrinter.setState({ mode: 'auto' })
  const content = { kind: 'direct', serviceId: 'qamra', amount: '50', account: '971501234567' } as const
  storeSaleRequest(A_SALE_ID, { content, stage: 'sent' })
  const { sent } = openCounter(aSale({ state: 'succeeded' }), { result: 'unclear' })
  await screen.findByText(text('delivery.didPrintInterrupted'))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.getByText(text('delivery.didPrintInterrupted'))).toBeInTheDocument()
  expect(sent(`/api/sales/${A_SALE_ID}/print`)).toMatchObject([{ printerId: 'counter' }])
  const answer = screen.getByRole('button', { name: startingWith('delivery.didPrintYes') })
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(answer)
  expect(sent(`/api/sales/${A_SALE_ID}/delivered`)).toEqual([{ method: 'printed' }])
})

it('a slip of a waiting sale is sent as a slip, and the page says that its print is unclear', async () => {
  const { sent } = openCounter(aSale({ state: 'pending' }), { result: 'unclear' })
  await press(text('sale.printWaiting'))
  expect(await screen.findByRole('alert')).toHaveTextContent(text('printer.outcome.mayHavePrinted'))
  expect(sent(`/api/sales/${A_SALE_ID}/print`)).toMatchObject([{ printerId: 'counter', paper: 'waiting' }])
  expect(prints).not.toHaveBeenCalled()
})
