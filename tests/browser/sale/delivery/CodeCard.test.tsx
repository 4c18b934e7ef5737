// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { useTerminalPrinter } from '#browser/printing/terminal-printer.ts'
import { paths, routes } from '#browser/paths.ts'
import { askFor } from '#browser/sale/delivery/asked-delivery.ts'
import SalePage from '#browser/pages/sale/SalePage.tsx'
import type { RevealSale } from '#api/sales.ts'
import type { Person } from '#domain/person.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { DeliveryMethod, Voucher } from '#domain/catalog/voucher.ts'
import { A_SALE_ID } from '../../../support/a-shop.ts'
import { amal, hamad, joseph, proxyWith, refusal } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { type FakeAnswer, type FakeProxy, press, renderPage } from '../../../support/render-page.tsx'
import { aReceipt, aVoucher, aVoucherSale, CODE } from '../../../support/a-sold-voucher.ts'
import { startingWith, text } from '../../../support/texts.ts'

type Counter = {
  sale: Sale
  person?: Person
  voucher?: Voucher | null
  /** Called instead of showing the code. */
  refuse?: (why: NonNullable<RevealSale>) => FakeAnswer | undefined
  /** No delivery can be recorded. */
  isUnwritable?: boolean
  /** What the link that led here asks for. */
  asksFor?: 'print' | 'share'
}

/** The screen of one sale, and a server that counts views and deliveries as the real server does. */
function openCounter({
  sale: first,
  person = amal,
  voucher = aVoucher(),
  refuse,
  isUnwritable = false,
  asksFor,
}: Counter) {
  const shop = { sale: first, voucher, isUnwritable }
  const change = (more: Partial<Sale>) => (shop.sale = { ...shop.sale, ...more, version: shop.sale.version + 1 })
  const answer: FakeProxy = (method, path, body) => {
    if (path === `/api/sales/${A_SALE_ID}/reveal`) {
      const answer = refuse?.(body as NonNullable<RevealSale>)
      if (answer) return answer
      change({ revealCount: shop.sale.revealCount + 1 })
      return { body: { voucher: shop.voucher, receipt: aReceipt, sale: shop.sale } }
    }
    if (path === `/api/sales/${A_SALE_ID}/delivered`) {
      if (shop.isUnwritable) return 'no answer'
      const { method: how } = body as { method: DeliveryMethod }
      change({ voucher: 'delivered', delivered: { at: NOW, method: how, by: person.name } })
      return { body: shop.sale }
    }
    if (path === `/api/sales/${A_SALE_ID}/take-over`) {
      change({ cashier: person })
      return { body: shop.sale }
    }
    return method === 'GET' && path === `/api/sales/${A_SALE_ID}` ? { body: shop.sale } : undefined
  }
  const screenOf = renderPage(
    { [routes.sale]: <SalePage /> },
    { at: { pathname: `/sale/${first.id}`, state: asksFor && askFor(asksFor) }, proxy: proxyWith(answer, { person }) },
  )
  const asked = (path: string) => screenOf.seen.filter((request) => request.path === path)
  return {
    ...screenOf,
    shop,
    change,
    reveals: () => asked(`/api/sales/${A_SALE_ID}/reveal`).map(({ body }) => body),
    delivered: () => asked(`/api/sales/${A_SALE_ID}/delivered`).map(({ body }) => body),
  }
}

const GIVEN = { method: 'given', by: 'Amal Rahman' } as const
const theCode = () => screen.findByRole('group', { name: 'PIN' })
const isOnScreen = () => document.body.innerHTML.includes(CODE.slice(0, 4))
const giveReason = async (show: Parameters<typeof text>[0], reason: string) => {
  await press(text(show))
  const dialog = within(screen.getByRole('dialog', { name: text('delivery.reasonHeading') }))
  expect(dialog.getByRole('button', { name: text('delivery.reasonMissing') })).toHaveAttribute('aria-disabled', 'true')
  fireEvent.change(dialog.getByLabelText(text('delivery.reason')), { target: { value: reason } })
  await userEvent.click(dialog.getByRole('button', { name: text('delivery.show') }))
  return dialog
}
const openSold = async (more: Partial<Counter> = {}) => {
  const counter = openCounter({ sale: aVoucherSale(), ...more })
  await theCode()
  return counter
}
const openShare = async () => {
  await userEvent.click(screen.getByRole('button', { name: text('delivery.share') }))
  return within(screen.getByRole('dialog', { name: text('delivery.share') }))
}

beforeEach(() => useTerminalPrinter.setState({ mode: 'ask', printer: 'browser' }))
afterEach(() => vi.useRealTimers())

it('a voucher just sold shows its cashier the code automatically, in groups that are not part of it, and on the receipt, and stores it nowhere', async () => {
  const { reveals } = await openSold()
  const code = await theCode()
  expect(within(code).getByText(Array.from(CODE).join(' '))).toBeInTheDocument()
  const drawn = code.querySelector('[aria-hidden]')
  expect(drawn?.textContent).toBe(CODE)
  expect([...(drawn?.children ?? [])].map(({ textContent }) => textContent)).toEqual(['7K4P', '2M9X', 'QH6T', '81WD'])
  expect(screen.getByText(text('delivery.undelivered'))).toBeInTheDocument()
  await waitFor(() => expect(screen.getByText(text('delivery.shownTimes', { count: 1 }))).toBeInTheDocument())
  expect(reveals()).toEqual([{}])
  const kept = JSON.stringify({ ...sessionStorage, ...localStorage }) + document.title + location.href
  expect(kept).not.toContain(CODE)
  const paper = screen.getByRole('region', { name: text('delivery.shareReceipt') })
  expect(paper.textContent).toMatch(
    /Face value.*PIN7K4P 2M9X QH6T 81WDSerial 0091 4427 3306.*Pixelmoor.*Keep it secret.*Bye now/s,
  )
})

it('a voucher just sold can be hidden, requests the code again to show it, and drops it when the page is left', async () => {
  const { reveals } = await openSold()
  await userEvent.click(screen.getByRole('button', { name: text('delivery.hide') }))
  expect(isOnScreen()).toBe(false)
  expect(screen.getByRole('img', { name: text('delivery.isHidden') }).textContent).toBe('•••• •••• •••• ••••')
  await userEvent.click(screen.getByRole('button', { name: text('delivery.showAgain') }))
  await theCode()
  expect(reveals()).toHaveLength(2)
  expect(await screen.findByText(text('delivery.shownTimes', { count: 2 }))).toBeInTheDocument()
  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(isOnScreen()).toBe(false)
})

it('a voucher just sold is hidden automatically after a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await openSold()
  act(() => void vi.advanceTimersByTime(58_000))
  expect(isOnScreen()).toBe(true)
  act(() => void vi.advanceTimersByTime(2_000))
  expect(isOnScreen()).toBe(false)
})

it.each<[string, Partial<Sale>]>([
  ['once the code was shown before, as after a reload', {}],
  ['within two minutes of the delivery', { voucher: 'delivered', delivered: { ...GIVEN, at: NOW - 60_000 } }],
])('a voucher just sold waits for a button %s', async (_, more) => {
  const { reveals } = openCounter({ sale: aVoucherSale({ revealCount: 1, ...more }) })
  await press(text('delivery.show'))
  await theCode()
  expect(reveals()).toHaveLength(1)
})

it('a voucher just sold says when the code is not available, and shows it as soon as it is', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { shop } = openCounter({ sale: aVoucherSale(), voucher: null })
  expect(await screen.findByText(text('delivery.notThere'))).toBeInTheDocument()
  shop.voucher = aVoucher()
  act(() => void vi.advanceTimersByTime(3_000))
  await theCode()
})

it('a voucher just sold says that the server does not answer, and can be requested again', async () => {
  let isSilent = true
  openCounter({ sale: aVoucherSale(), refuse: () => (isSilent ? 'no answer' : undefined) })
  expect(await screen.findByText(text('failure.no-answer'))).toBeInTheDocument()
  isSilent = false
  await userEvent.click(screen.getByRole('button', { name: text('delivery.show') }))
  await theCode()
})

describe('the delivered voucher', () => {
  const LINK = 'https://redeem.example/a/7K4P'
  const NOT_HTTPS = text('delivery.flagged.not-https')
  const LABELS = [text('delivery.serial'), text('delivery.reference'), text('delivery.redeem')]

  type Shown = { visible?: (RegExp | string)[]; hidden?: string[]; link?: string; is?: 'pin' | 'link' }
  it.each<Shown & { voucher: Voucher }>([
    { voucher: { number: '1' }, hidden: LABELS },
    { voucher: { number: '1', serial: 'S1' }, visible: [/Serial.*S1/] },
    { voucher: { number: '1', reference: 'R1' }, visible: [/Reference.*R1/] },
    { voucher: { number: '1', link: LINK }, visible: [/then enter the PIN/], link: LINK },
    { voucher: { link: LINK }, visible: [/redeem\.example\/a\/7K4P/], link: LINK, is: 'link' },
    {
      voucher: { link: 'https://quill\u043E.example/x' },
      visible: [/xn--quill-nye\.example/],
      link: 'https://xn--quill-nye.example/x',
      is: 'link',
    },
    { voucher: { number: '1', link: 'data:text/html,<b>1</b>' }, visible: [/data:text\/html,<b>1<\/b>/, NOT_HTTPS] },
    { voucher: { number: '1', link: 'https://me:pw@a.example' }, visible: [text('delivery.flagged.credentials')] },
    { voucher: { number: '1', link: 'https//broken' }, visible: [text('delivery.flagged.unreadable')] },
  ])(
    'a delivered voucher is shown completely, with no gap, and has a link only when that is safe: $voucher',
    async ({ voucher, ...shown }) => {
      const { visible = [], hidden = [], link, is = 'pin' } = shown
      openCounter({ sale: aVoucherSale(), voucher })
      await screen.findByRole('button', { name: text('delivery.hide') })
      const card = screen.getByRole('region', { name: text(`delivery.heading.${is}`) })
      for (const words of visible) expect(card.textContent).toMatch(words)
      for (const label of hidden) expect(screen.queryByText(label)).not.toBeInTheDocument()
      const links = within(card).queryAllByRole('link')
      expect(links.map((each) => each.getAttribute('href'))).toEqual(link ? [link] : [])
      for (const each of links) expect(each).toHaveAttribute('rel', 'noopener noreferrer')
      expect(within(card).queryAllByRole('img', { name: text('delivery.qr') })).toHaveLength(link ? 1 : 0)
      const copies = is === 'pin' ? text('delivery.copyPin') : text('delivery.copyLink')
      expect(screen.getByRole('button', { name: new RegExp(copies) })).toBeVisible()
    },
  )
})

it('a colleague takes the sale over first, and then the code shows automatically', async () => {
  const { reveals } = openCounter({ sale: aVoucherSale(), person: joseph })
  expect(await screen.findByText('Amal Rahman sold this code')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: text('delivery.show') })).not.toBeInTheDocument()
  expect(reveals()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: text('sale.takeOver') }))
  await theCode()
  expect(reveals()).toHaveLength(1)
})

it('two minutes after the delivery a cashier is shown that only a supervisor can see the code', async () => {
  const delivered = { ...GIVEN, at: NOW - 121_000 }
  openCounter({ sale: aVoucherSale({ voucher: 'delivered', delivered, revealCount: 1 }) })
  expect(await screen.findByText(text('delivery.alreadyDeliveredNext'))).toBeInTheDocument()
  expect(screen.getByText(/^Handed over: given at \d\d:\d\d by Amal$/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: startingWith('delivery.show') })).not.toBeInTheDocument()
  const paper = screen.getByRole('region', { name: text('delivery.shareReceipt') })
  expect(paper.textContent).toContain(text('receipt.code.handed-over'))
})

it('a supervisor gives a reason to see a code, and enters the PIN when the sign-in is old', async () => {
  const { reveals } = openCounter({
    sale: aVoucherSale({ revealCount: 1 }),
    person: hamad,
    refuse: ({ pin }) =>
      pin === undefined ? refusal(401, 'step-up-required') : pin === '9999' ? undefined : refusal(401, 'wrong-pin'),
  })
  const reason = 'The customer came back'
  const dialog = await giveReason('delivery.show', reason)
  await userEvent.type(await dialog.findByLabelText(text('delivery.yourPin')), '1111{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toContain(text('failure.wrong-pin'))
  await userEvent.type(dialog.getByLabelText(text('delivery.yourPin')), '9999{Enter}')
  await theCode()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(reveals()).toEqual([{ reason }, { reason, pin: '1111' }, { reason, pin: '9999' }])
})

const disputed = (more: Partial<Sale> = {}) => aVoucherSale({ conflicting: true, attention: 'conflicting', ...more })

it('a supervisor can see the code of a voucher with contradictory answers for a reason, but cannot hand it over', async () => {
  useTerminalPrinter.setState({ mode: 'auto' })
  const { reveals, delivered } = openCounter({ sale: disputed(), person: hamad })
  await giveReason('delivery.show', 'Support asks')
  await theCode()
  expect(reveals()).toEqual([{ reason: 'Support asks' }])
  for (const name of ['sale.print', 'delivery.givenNext', 'delivery.copyPin', 'sale.takeOver'] as const) {
    expect(screen.queryByRole('button', { name: startingWith(name) })).not.toBeInTheDocument()
  }
  expect(delivered()).toEqual([])
})

it('a cashier cannot see the code of a voucher with contradictory answers', async () => {
  const { reveals } = openCounter({ sale: disputed() })
  await screen.findByRole('heading', { level: 1, name: text('state.conflicting.heading') })
  expect(screen.queryByRole('button', { name: startingWith('auditLog.filter') })).not.toBeInTheDocument()
  expect(screen.queryByText(text('delivery.heading.pin'))).not.toBeInTheDocument()
  expect(reveals()).toEqual([])
})

it('a supervisor sees what has arrived of a voucher with contradictory answers whose code is still missing', async () => {
  openCounter({ sale: disputed({ voucher: 'coming' }), person: hamad, voucher: { serial: 'S-1' } })
  await giveReason('delivery.soFarShow', 'Support asks')
  expect((await screen.findByRole('group', { name: text('delivery.serial') })).textContent).toContain('S-1')
})

it('the button or its key records that a code was handed over', async () => {
  const { delivered } = await openSold()
  await userEvent.keyboard('g')
  expect(await screen.findByText(/^Handed over: given at \d\d:\d\d by Amal$/)).toBeInTheDocument()
  expect(delivered()).toEqual([{ method: 'given' }])
  expect(screen.queryByRole('button', { name: startingWith('delivery.givenNext') })).not.toBeInTheDocument()
})

it('a code has one button that hands it over, and the menu beside it does so without leaving the sale', async () => {
  const { place, delivered } = await openSold()
  expect(screen.getAllByRole('button', { name: /given/i })).toHaveLength(1)
  expect(screen.getAllByText(/not.*handed over yet/i)).toHaveLength(1)
  await press(text('delivery.moreWays'))
  await userEvent.click(await screen.findByRole('menuitem', { name: startingWith('delivery.given') }))
  expect(await screen.findByText(/^Handed over: given at \d\d:\d\d by Amal$/)).toBeInTheDocument()
  expect(delivered()).toEqual([{ method: 'given' }])
  expect(place.path).not.toBe('/sell')
  expect(screen.queryByRole('button', { name: text('delivery.moreWays') })).not.toBeInTheDocument()
})

it('two taps at once record one delivery', async () => {
  const { delivered } = await openSold()
  await press(text('delivery.moreWays'))
  const item = await screen.findByRole('menuitem', { name: startingWith('delivery.given') })
  act(() => {
    item.click()
    item.click()
  })
  expect(await screen.findByText(/^Handed over: given at \d\d:\d\d by Amal$/)).toBeInTheDocument()
  expect(delivered()).toEqual([{ method: 'given' }])
})

it('copying takes the code exactly as delivered', async () => {
  const user = userEvent.setup()
  const { delivered } = await openSold({ voucher: { number: '5678-1234' } })
  await user.keyboard('c')
  expect(await screen.findByText(text('delivery.copied'))).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toBe('5678-1234')
  expect(delivered()).toEqual([{ method: 'copied' }])
})

it('a code whose print failed names the failure, and the screen is the last way to hand it over', async () => {
  const { delivered } = await openSold()
  await userEvent.keyboard('p')
  const alert = await screen.findByText(text('delivery.photograph'))
  expect(alert.closest('[role=alert]')?.textContent).toMatch(/Nothing was printed.*Browser: not supported here/)
  expect(screen.getByRole('link', { name: text('printer.settings') })).toHaveAttribute('href', routes.printer)
  expect(delivered()).toEqual([])
})

it.each(['ask', 'auto'] as const)(
  'a reprint that was asked for in a list is printed at once, as a copy, and once (%s)',
  async (mode) => {
    const printed: string[] = []
    vi.stubGlobal('print', () => {
      window.dispatchEvent(new Event('beforeprint'))
      printed.push(document.querySelector('body > .printout')?.textContent ?? '')
      window.dispatchEvent(new Event('afterprint'))
    })
    Object.assign(document, { fonts: { ready: Promise.resolve() } })
    useTerminalPrinter.setState({ mode, printer: 'browser' })
    const sold = aVoucherSale({ voucher: 'delivered', delivered: { ...GIVEN, at: NOW }, printCount: 1, printedAt: NOW })
    openCounter({ sale: sold, asksFor: 'print' })
    await theCode()
    expect(await screen.findByText(text('delivery.didPrint'))).toBeInTheDocument()
    await waitFor(() => expect(window.history.state).toMatchObject({ usr: null }))
    expect(printed).toHaveLength(1)
    expect(printed[0]).toMatch(/COPY/)
  },
)

it('sharing that was asked for in a list begins at once', async () => {
  openCounter({ sale: aVoucherSale(), asksFor: 'share' })
  expect(await screen.findByRole('dialog', { name: text('delivery.share') })).toBeInTheDocument()
})

it('a code on a terminal without a printer has no print button', async () => {
  useTerminalPrinter.setState({ mode: 'never' })
  await openSold()
  expect(screen.queryByRole('button', { name: startingWith('sale.print') })).not.toBeInTheDocument()
})

it("code and receipt can be shared with the system's share sheet", async () => {
  const shared = vi.fn<(data: ShareData) => Promise<void>>(async () => {})
  Object.assign(navigator, { share: shared })
  const { delivered } = await openSold()
  await openShare()
  await userEvent.click(screen.getByRole('button', { name: text('delivery.shareCode') }))
  await waitFor(() => expect(delivered()).toEqual([{ method: 'shared' }]))
  expect(shared.mock.calls[0]?.[0].text).toContain(CODE)
  Reflect.deleteProperty(navigator, 'share')
})

it('without a share sheet the page says what to do; its links contain no code, and neither they nor a key record a delivery', async () => {
  const { delivered } = await openSold()
  const dialog = await openShare()
  expect(dialog.getByText(text('delivery.noShareSheet'))).toBeInTheDocument()
  const links = dialog.getAllByRole('link').map((link) => decodeURIComponent(link.getAttribute('href') ?? ''))
  expect(links).toHaveLength(2)
  for (const link of links) {
    expect(link).toContain(text('receipt.code.on-slip'))
    for (const secret of ['7K4P', '0091', 'Keep it secret']) expect(link).not.toContain(secret)
  }
  await userEvent.keyboard('g')
  expect(delivered()).toEqual([])
})

it('without a share sheet code and receipt are copied as one text, which is logged', async () => {
  const { delivered } = await openSold()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: text('delivery.share') }))
  await user.click(screen.getByRole('button', { name: text('delivery.copyText') }))
  await waitFor(() => expect(delivered()).toEqual([{ method: 'copied' }]))
  expect(await navigator.clipboard.readText()).toContain(CODE)
  expect(screen.queryByRole('dialog', { name: text('delivery.share') })).not.toBeInTheDocument()
})

it('a delivery that could not be recorded says so, and is recorded later', async () => {
  const { shop, delivered } = await openSold({ isUnwritable: true })
  await userEvent.keyboard('g')
  expect(await screen.findByText(startingWith('delivery.notSaved'))).toBeInTheDocument()
  shop.isUnwritable = false
  await userEvent.click(screen.getByRole('button', { name: text('delivery.saveAgain') }))
  expect(await screen.findByText(/^Handed over: given/)).toBeInTheDocument()
  expect(delivered()).toEqual([{ method: 'given' }, { method: 'given' }])
})

it('a code can be left for later once it is off the screen: the next sale does not wait', async () => {
  const { place, delivered } = await openSold()
  await userEvent.click(screen.getByRole('button', { name: text('delivery.hide') }))
  const next = screen.getByRole('button', { name: startingWith('sale.nextCustomer') })
  await waitFor(() => expect(next).toHaveAttribute('aria-disabled', 'false'))
  expect(screen.getByText(text('delivery.undelivered'))).toBeInTheDocument()
  await userEvent.click(next)
  expect(place.path).toBe('/sell')
  expect(delivered()).toEqual([])
})

it('continuing to the next customer records a delivery when the code was neither printed nor shared', async () => {
  const { place, delivered } = openCounter({ sale: aVoucherSale() })
  const next = await screen.findByRole('button', { name: startingWith('delivery.givenNext') })
  // A press that was meant for the previous page does not count, and the button looks disabled.
  expect(next).toHaveAttribute('aria-busy', 'true')
  fireEvent.click(next)
  expect(delivered()).toEqual([])
  await waitFor(() => expect(next).toHaveAttribute('aria-disabled', 'false'))
  await userEvent.click(next)
  await waitFor(() => expect(place.path).toBe('/sell'))
  expect(delivered()).toEqual([{ method: 'given' }])
  expect(isOnScreen()).toBe(false)
})

it('a code stays on the screen when continuing to the next customer could not record the delivery', async () => {
  const { place } = await openSold({ isUnwritable: true })
  await press(startingWith('delivery.givenNext'))
  expect(await screen.findByText(startingWith('delivery.notSaved'))).toBeInTheDocument()
  expect(place.path).not.toBe('/sell')
})

it('the slip of a voucher states its value, and leads to its quantity', async () => {
  const batch = { id: '01J0000000000000000000000Q', line: 2, of: 3 }
  openCounter({ sale: aVoucherSale({ voucher: 'coming', batch }) })
  await screen.findByRole('heading', { level: 1, name: text('state.code-coming.heading') })
  expect(screen.getByText(text('money.faceValue'))).toBeInTheDocument()
  expect(screen.queryByText(text('sale.amount'))).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Line 2 of 3' })).toHaveAttribute('href', paths.batch(batch.id))
})

const coming = (more: Partial<Sale> = {}) => aVoucherSale({ voucher: 'coming', nextFindAt: NOW + 9_000, ...more })

it('a code that has not arrived says that it is paid and must not be sold again, and never shows its known parts automatically', async () => {
  const { reveals } = openCounter({ sale: coming() })
  await screen.findByRole('heading', { level: 1, name: text('state.code-coming.heading') })
  expect(screen.getByRole('heading', { name: text('sale.stop') })).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: /^Next check in \d+ seconds$/ })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: text('sale.printWaiting') })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: startingWith('sale.nextCustomer') })).toBeInTheDocument()
  expect(reveals()).toEqual([])
})

it('a code that has not arrived shows on request what is known already', async () => {
  openCounter({ sale: coming({ isCodeUnreadable: true }), voucher: { serial: 'S-1', link: 'http://a.example/x' } })
  expect(await screen.findByText(text('sale.codeUnreadableHint'))).toBeVisible()
  await press(text('delivery.soFarShow'))
  const card = await screen.findByRole('region', { name: text('delivery.heading.other') })
  expect(card.textContent).toMatch(/Serial.*S-1.*http:\/\/a\.example\/x/)
  expect(within(card).queryByRole('link')).not.toBeInTheDocument()
})

it('a code that has not arrived says when nothing is known yet', async () => {
  openCounter({ sale: coming(), voucher: null })
  await press(text('delivery.soFarShow'))
  expect(await screen.findByText(text('delivery.soFarNothing'))).toBeInTheDocument()
})

it('a missing code that a supervisor closed as sold shows as sold, and its known parts can still be shown', async () => {
  const closed: Sale['resolution'] = { outcome: 'sold', note: 'Sent by mail.', at: NOW, by: 'Hamad Saleh' }
  openCounter({ sale: coming({ resolution: closed }), voucher: { serial: 'S-1' } })
  expect(await screen.findByRole('heading', { level: 1, name: text('state.succeeded.heading') })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: startingWith('sale.print') })).not.toBeInTheDocument()
  await press(text('delivery.soFarShow'))
  expect((await screen.findByRole('group', { name: text('delivery.serial') })).textContent).toContain('S-1')
})

it('a code that arrives is shown, although parts were shown before', async () => {
  const { change } = openCounter({ sale: coming({ revealCount: 1 }) })
  await screen.findByRole('heading', { level: 1, name: text('state.code-coming.heading') })
  change({ voucher: 'ready' })
  await theCode()
  expect(screen.getByRole('heading', { level: 1, name: text('state.succeeded.heading') })).toBeInTheDocument()
})
