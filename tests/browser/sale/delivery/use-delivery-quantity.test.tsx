// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { storeSaleRequest } from '#browser/sale/sale-request.ts'
import { useTerminalPrinter } from '#browser/printing/terminal-printer.ts'
import { paths, routes } from '#browser/paths.ts'
import BatchPage from '#browser/pages/sale/BatchPage.tsx'
import SalePage from '#browser/pages/sale/SalePage.tsx'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { DeliveryMethod, Voucher } from '#domain/catalog/voucher.ts'
import { aVoucherSale, voucherCatalog } from '../../../support/a-voucher.ts'
import { aBatchAnswer } from '../../../support/fake-batches.ts'
import { amal, joseph, proxyWith } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { type FakeAnswer, type FakeProxy, press, renderPage } from '../../../support/render-page.tsx'
import { fakeSerial } from '../../../support/fake-serial.ts'
import { itWhenFull } from '../../../support/level.ts'
import { startingWith, text } from '../../../support/texts.ts'

const CUT = String.fromCharCode(0x1d, 0x56)
const BATCH = '01J0000000000000000000000Q'
const OF = 3
const idOf = (line: number) => `01J000000000000000000000A${line}` as SaleId
const codeOf = (line: number) => `7K4P-2M9X-000${line}`

const linesOf = (sales: readonly Sale[]) =>
  sales.map((sale, index) => ({ line: index + 1, sale: { ...sale }, approved: true }))

type Line = Partial<Sale> & { code?: Voucher | null }

/** The sold lines of a quantity, and a server that counts views and deliveries as the real server does. */
function openQuantity(
  changes: Line[] = [],
  { at = paths.batch(BATCH), refuse }: { at?: string; refuse?: Refuse } = {},
) {
  const till = { refuse }
  const codes = new Map<SaleId, Voucher | null>()
  const sales = Array.from({ length: OF }, (_, index) => {
    const line = index + 1
    const { code = { number: codeOf(line) }, ...more } = changes[index] ?? {}
    codes.set(idOf(line), code)
    const sold = { state: 'succeeded', voucher: 'ready', finalAt: NOW, batch: { id: BATCH, line, of: OF } } as const
    return aVoucherSale({ id: idOf(line), number: line, ...sold, ...more })
  })
  const batch = aBatchAnswer(BATCH, OF, { state: 'complete', approvedAt: NOW })
  const change = (sale: Sale, more: Partial<Sale>) => Object.assign(sale, more, { version: sale.version + 1 })
  const answer: FakeProxy = (_, path, body) => {
    if (path === `/api/batches/${BATCH}`) return { body: { ...batch, lines: linesOf(sales) } }
    const sale = sales.find(({ id }) => path.includes(id))
    if (!sale) return undefined
    const refusal = till.refuse?.(path, sale)
    if (refusal) return refusal
    if (path === `/api/sales/${sale.id}/reveal`) {
      const voucher = codes.get(sale.id) ?? null
      if (voucher) change(sale, { revealCount: sale.revealCount + 1 })
      return { body: { voucher, receipt: null, sale: { ...sale } } }
    }
    if (path === `/api/sales/${sale.id}/delivered`) {
      const { method: how } = body as { method: DeliveryMethod }
      const printCount = sale.printCount + (how === 'printed' ? 1 : 0)
      change(sale, { voucher: 'delivered', delivered: { at: NOW, method: how, by: amal.name }, printCount })
    }
    return { body: { ...sale } }
  }
  const proxy = proxyWith(answer, { catalog: voucherCatalog })
  const rendered = renderPage({ [routes.batch]: <BatchPage />, [routes.sale]: <SalePage /> }, { at, proxy })
  const asked = (end: string) => rendered.seen.filter(({ path }) => path.endsWith(end))
  const lineOf = ({ path }: { path: string }) => sales.findIndex(({ id }) => path.includes(id)) + 1
  return {
    ...rendered,
    till,
    reveals: () => asked('/reveal').map(lineOf),
    delivered: () => asked('/delivered').map((each) => ({ line: lineOf(each), ...(each.body as object) })),
  }
}

type Refuse = (path: string, sale: Sale) => FakeAnswer | undefined
const theThird: Refuse = (path, { id }) => (path.endsWith('/reveal') && id === idOf(3) ? 'no answer' : undefined)

/** What was on the page while the browser printed; the print dialog closes at once. */
let printed: string[]

beforeEach(() => {
  useTerminalPrinter.setState({ mode: 'ask', printer: 'browser' })
  printed = []
  vi.stubGlobal('print', () => {
    window.dispatchEvent(new Event('beforeprint'))
    printed.push(document.querySelector('body > .printout')?.textContent ?? '')
    window.dispatchEvent(new Event('afterprint'))
  })
  // Printing by the browser waits for fonts, which this page does not have.
  Object.assign(document, { fonts: { ready: Promise.resolve() } })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const HANDED_OVER: Line = { voucher: 'delivered', delivered: { at: 0, method: 'given', by: amal.name } }
/** Seen once, so that they are shown again only on request. */
const SEEN: Line[] = [{ revealCount: 1 }, { revealCount: 1 }, { revealCount: 1 }]
const THEIRS: Line = { cashier: { id: joseph.id, name: joseph.name } }

const printAll = async (count = OF) =>
  userEvent.click(await screen.findByRole('button', { name: new RegExp(`^Print all ${count}`) }))
const all = (how: DeliveryMethod) => [1, 2, 3].map((line) => ({ line, method: how }))

it('codes of a quantity are one print, are handed over once a person confirms it, and leave nothing behind', async () => {
  const { reveals, delivered } = openQuantity()
  await printAll()
  expect(await screen.findByText(text('delivery.didPrint'))).toBeInTheDocument()
  expect(printed).toHaveLength(1)
  expect(printed[0]).toMatch(new RegExp([1, 2, 3].map(codeOf).join('.*'), 's'))
  expect(reveals()).toEqual([1, 2, 3])
  expect(delivered()).toEqual([])
  const kept = JSON.stringify({ ...sessionStorage, ...localStorage }) + document.title + document.body.innerHTML
  expect(kept).not.toContain('7K4P')
  await userEvent.click(screen.getByRole('button', { name: /^Yes/ }))
  expect(await screen.findByText('3 receipts printed')).toBeInTheDocument()
  await waitFor(() => expect(delivered()).toEqual(all('printed')))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Print all/ })).not.toBeInTheDocument())
  expect(screen.queryByText(/not handed over/)).not.toBeInTheDocument()
})

it('codes of a quantity print with P, too, and are requested again for another print', async () => {
  const { reveals } = openQuantity(SEEN)
  await screen.findByRole('button', { name: /^Print all 3/ })
  await userEvent.keyboard('p')
  await press(text('delivery.printAgain'))
  await waitFor(() => expect(printed).toHaveLength(2))
  expect(reveals()).toEqual([1, 2, 3, 1, 2, 3])
})

it('codes of a quantity are handed over at once when the receipt printer printed them', async () => {
  const { taken } = fakeSerial()
  useTerminalPrinter.setState({ printer: 'serial', known: { serial: { vendorId: 0x0403, productId: 0x6001 } } })
  const { delivered } = openQuantity()
  await printAll()
  expect(await screen.findByText('3 receipts printed')).toBeInTheDocument()
  expect(delivered()).toEqual(all('printed'))
  const text = String.fromCharCode(...taken)
  for (const line of [1, 2, 3]) expect(text).toContain(codeOf(line))
  expect(text.split(CUT)).toHaveLength(OF + 1)
  expect(printed).toEqual([])
})

it('codes of a quantity say which copy each is, and leave out those already delivered', async () => {
  const { reveals } = openQuantity([HANDED_OVER, { printCount: 2 }])
  await printAll(2)
  await screen.findByText(text('delivery.didPrint'))
  expect(reveals()).toEqual([2, 3])
  expect(printed[0]).toMatch(/COPY 2.*0002.*0003/s)
  expect(printed[0]?.match(/COPY/g)).toHaveLength(1)
})

it('codes of a quantity are not printed when one of them is missing, and the page says which', async () => {
  const { reveals } = openQuantity([SEEN[0]!, { ...SEEN[1], code: null }, SEEN[2]!])
  await printAll()
  expect(await screen.findByText("Code 2 didn't arrive. Nothing was printed.")).toBeInTheDocument()
  expect([reveals(), printed]).toEqual([[1, 2], []])
})

it('codes of a quantity are not printed when the server becomes silent in between', async () => {
  const { till } = openQuantity(SEEN, { refuse: theThird })
  await printAll()
  const alert = await screen.findByText("Code 3 didn't arrive. Nothing was printed.")
  expect(alert.closest('[role=alert]')?.textContent).toContain(text('failure.no-answer'))
  till.refuse = undefined
  await userEvent.click(screen.getByRole('button', { name: text('delivery.printAgain') }))
  expect(await screen.findByText(text('delivery.didPrint'))).toBeInTheDocument()
})

it('codes of a quantity are printed although those on the screen are hidden meanwhile', async () => {
  const { till } = openQuantity([], { refuse: theThird })
  await theCodes(2)
  till.refuse = () => screen.queryByRole('button', { name: text('delivery.hide') })?.click() as undefined
  await printAll()
  expect(await screen.findByText(text('delivery.didPrint'))).toBeInTheDocument()
})

itWhenFull('codes of a quantity whose print failed name the failure, and lead to the page that fixes it', async () => {
  vi.stubGlobal('print', undefined)
  const { delivered } = openQuantity()
  await printAll()
  const alert = (await screen.findByText(text('delivery.notPrinted'))).closest<HTMLElement>('[role=alert]')
  expect(alert?.textContent).toContain('Browser: not supported here')
  expect(screen.getByRole('link', { name: text('printer.settings') })).toHaveAttribute('href', '/printer')
  expect(delivered()).toEqual([])
})

it('codes of a quantity stay on the list of deliveries to record when recording failed', async () => {
  const { till, delivered } = openQuantity([], {
    refuse: (path, { id }) => (path.endsWith('/delivered') && id === idOf(2) ? 'no answer' : undefined),
  })
  await printAll()
  await press(/^Yes/)
  expect(await screen.findByText(startingWith('delivery.notSaved'))).toBeInTheDocument()
  till.refuse = undefined
  await userEvent.click(screen.getByRole('button', { name: text('delivery.saveAgain') }))
  await waitFor(() => expect(screen.queryByText(startingWith('delivery.notSaved'))).not.toBeInTheDocument())
  expect(delivered().map(({ line }) => line)).toEqual([1, 2, 3, 2])
  expect(printed).toHaveLength(1)
})

it('codes of a quantity leave out a refunded code, or one with contradictory answers', async () => {
  const { reveals } = openQuantity([{ refund: {} }, { conflicting: true }])
  await press(/^Print 1 code/)
  await screen.findByText(text('delivery.didPrint'))
  expect(reveals()).toEqual([3])
})

itWhenFull('codes of a quantity cannot be printed without a printer', async () => {
  useTerminalPrinter.setState({ mode: 'never' })
  openQuantity()
  await theCodes()
  expect(screen.queryByRole('button', { name: /^Print all/ })).not.toBeInTheDocument()
})

const showAll = async (count = OF) =>
  userEvent.click(await screen.findByRole('button', { name: text('batch.showAll', { count }) }))
const theCodes = async (count = OF) => {
  await waitFor(() => expect(screen.getAllByRole('group', { name: 'PIN' })).toHaveLength(count))
  return screen.getAllByRole('group', { name: 'PIN' })
}
const isOnScreen = () => document.body.textContent?.includes('7K4P')

it('codes of a sold quantity are shown at once and again on request; each view is counted, and none counts as a delivery', async () => {
  const { reveals, delivered } = openQuantity()
  const codes = await theCodes()
  expect(screen.getByRole('heading', { name: text('ticket.codes', { count: OF }) })).toBeInTheDocument()
  expect(screen.queryByText(text('batch.undelivered', { count: OF }))).not.toBeInTheDocument()
  for (const [index, code] of codes.entries()) expect(code.textContent).toContain(codeOf(index + 1))
  expect(reveals()).toEqual([1, 2, 3])
  await userEvent.click(screen.getByRole('button', { name: text('delivery.hide') }))
  expect(isOnScreen()).toBe(false)
  expect(screen.getByText(text('batch.undelivered', { count: OF }))).toBeInTheDocument()
  await showAll()
  await theCodes()
  expect(reveals()).toEqual([1, 2, 3, 1, 2, 3])
  expect(delivered()).toEqual([])
})

it('codes of a quantity that were viewed before are hidden until requested', async () => {
  const { reveals } = openQuantity([{ revealCount: 1 }])
  await screen.findByRole('button', { name: text('batch.showAll', { count: OF }) })
  expect(isOnScreen()).toBe(false)
  expect(reveals()).toEqual([])
})

itWhenFull('codes of a quantity are dropped when the page is left, also those that still load', async () => {
  openQuantity()
  await theCodes()
  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(isOnScreen()).toBe(false)
  await showAll()
  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(await screen.findByRole('button', { name: text('batch.showAll', { count: OF }) })).toBeInTheDocument()
  expect(isOnScreen()).toBe(false)
})

it('codes of a quantity that are shown print without another request', async () => {
  const { reveals } = openQuantity()
  await theCodes()
  await printAll()
  await screen.findByText(text('delivery.didPrint'))
  expect(printed[0]).toMatch(new RegExp([1, 2, 3].map(codeOf).join('.*'), 's'))
  expect(reveals()).toEqual([1, 2, 3])
})

it('codes of a quantity are copied one per line, and copying hands them over', async () => {
  const user = userEvent.setup()
  const { delivered } = openQuantity()
  await theCodes()
  await user.keyboard('c')
  expect(await screen.findByText(text('delivery.copied'))).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toBe([1, 2, 3].map(codeOf).join('\n'))
  await waitFor(() => expect(delivered()).toEqual(all('copied')))
})

itWhenFull('codes of a quantity are shared in one message, with their receipts', async () => {
  const shared = vi.fn<(data: ShareData) => Promise<void>>(async () => {})
  Object.assign(navigator, { share: shared })
  const { delivered } = openQuantity()
  await theCodes()
  await userEvent.click(screen.getByRole('button', { name: text('delivery.share') }))
  await userEvent.click(screen.getByRole('button', { name: text('delivery.shareCode') }))
  await waitFor(() => expect(delivered()).toEqual(all('shared')))
  expect(shared.mock.calls[0]?.[0].text).toMatch(new RegExp([1, 2, 3].map(codeOf).join('.*'), 's'))
  Reflect.deleteProperty(navigator, 'share')
})

it('codes of a quantity are shown up to the first one that failed, and the page says which that is', async () => {
  const { delivered } = openQuantity([{}, {}, { code: null }])
  await theCodes(2)
  expect(screen.getByText(text('batch.notShown', { line: 3 }))).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: text('batch.copyAll', { count: OF }) })).not.toBeInTheDocument()
  expect(delivered()).toEqual([])
})

it('codes of a quantity are only those of the signed-in person', async () => {
  const { reveals } = openQuantity([THEIRS])
  await theCodes(2)
  expect(reveals()).toEqual([2, 3])
})

it('continuing to the next customer hands over the shown codes of a quantity when they were neither printed nor shared', async () => {
  const { place, delivered } = openQuantity()
  await theCodes()
  await press(startingWith('delivery.givenNext'))
  await waitFor(() => expect(place.path).toBe('/sell'))
  expect(delivered()).toEqual(all('given'))
})

async function stayAndGive() {
  await press(text('delivery.moreWays'))
  await userEvent.click(await screen.findByRole('menuitem', { name: startingWith('delivery.given') }))
}

it('codes of a quantity are handed over with one press when all were shown', async () => {
  const { delivered } = openQuantity(SEEN)
  await stayAndGive()
  await waitFor(() => expect(delivered()).toEqual(all('given')))
})

it('handing over a quantity asks first when one of its codes was never shown', async () => {
  const { delivered } = openQuantity([{ revealCount: 1 }, {}, { revealCount: 1 }])
  await stayAndGive()
  expect(await screen.findByText(/^1 of them was never shown\./)).toBeInTheDocument()
  expect(delivered()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: text('batch.givenYes') }))
  await waitFor(() => expect(delivered()).toEqual(all('given')))
})

const soldHere = () => {
  useTerminalPrinter.setState({ mode: 'auto' })
  const content = { kind: 'voucher', serviceId: 'fixed', amount: '20' } as const
  storeSaleRequest(BATCH, { content, count: OF, stage: 'sent' })
}

it('a terminal with automatic printing prints the codes of a quantity sold in this tab once, also with one code open', async () => {
  soldHere()
  const first = openQuantity()
  expect(await screen.findByText(text('delivery.didPrint'))).toBeInTheDocument()
  expect(printed).toHaveLength(1)
  first.unmount()
  const second = openQuantity(SEEN)
  expect(await screen.findByRole('button', { name: /^Print all 3/ })).toBeInTheDocument()
  expect(second.reveals()).toEqual([])
  second.unmount()
  openQuantity([{ revealCount: 1 }], { at: paths.sale(idOf(1)) })
  await press(text('delivery.show'))
  await screen.findByRole('group', { name: 'PIN' })
  expect(printed).toHaveLength(1)
})

it('a terminal with automatic printing does not print what another tab sold', async () => {
  useTerminalPrinter.setState({ mode: 'auto' })
  openQuantity()
  await theCodes()
  expect(await screen.findByRole('button', { name: /^Print all 3/ })).toBeInTheDocument()
  expect(printed).toEqual([])
})

it('the screen of one code of a quantity leads back to the others while one of them is not delivered', async () => {
  const { place } = openQuantity([], { at: paths.sale(idOf(2)) })
  const back = await screen.findByRole('link', { name: /^Back to the batch\s*Line 2 of 3$/ })
  await userEvent.click(back)
  expect(place.path).toBe(paths.batch(BATCH))
})

it('the screen of one code of a quantity leads nowhere else once all others are delivered', async () => {
  const { seen } = openQuantity([HANDED_OVER, {}, HANDED_OVER], { at: paths.sale(idOf(2)) })
  await waitFor(() => expect(seen.some(({ path }) => path === `/api/batches/${BATCH}`)).toBe(true))
  const sale = within(await screen.findByRole('group', { name: text('ticket.region') }))
  expect(await sale.findByText(text('delivery.shownTimes', { count: 1 }))).toBeInTheDocument()
  expect(sale.queryByRole('link', { name: startingWith('sale.toQuantity') })).not.toBeInTheDocument()
})
