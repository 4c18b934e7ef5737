// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { useTerminalPrinter } from '#browser/printing/terminal-printer.ts'
import { paths, routes } from '#browser/paths.ts'
import SalePage from '#browser/pages/sale/SalePage.tsx'
import type { RevealSale } from '#contract/proxy/sales.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Person } from '#domain/person.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { DeliveryMethod, Voucher } from '#domain/voucher.ts'
import { A_SALE_ID } from '../../../support/a-shop.ts'
import { amal, hamad, joseph, proxyWith } from '../../../support/fake-proxy.ts'
import { fakeDialogs } from '../../../support/fake-dialog.ts'
import { NOW } from '../../../support/now.ts'
import { renderPage, type FakeAnswer } from '../../../support/render-page.tsx'
import { aReceipt, aVoucher, aVoucherSale, CODE } from '../../../support/a-sold-voucher.ts'
import { startingWith, text } from '../../../support/texts.ts'

fakeDialogs()

type Counter = {
  sale: Sale
  person?: Person
  voucher?: Voucher | null
  /** Instead of showing. */
  refuse?: (why: NonNullable<RevealSale>) => FakeAnswer | undefined
  /** Nothing can be written down about a hand-over. */
  isDeaf?: boolean
}

const turnDown = (status: number, code: string): FakeAnswer => ({
  status,
  body: { code, message: '', moneyMoved: 'no' },
})

/** The screen of one sale, and a proxy that counts showings and hand-overs as the real one does. */
function openCounter({ sale: first, person = amal, voucher = aVoucher(), refuse, isDeaf = false }: Counter) {
  const shop = { sale: first, voucher, isDeaf }
  const change = (more: Partial<Sale>) => (shop.sale = { ...shop.sale, ...more, version: shop.sale.version + 1 })
  const screenOf = renderPage(
    { [routes.sale]: <SalePage /> },
    {
      at: `/sale/${first.id}`,
      proxy: proxyWith(
        (method, path, body) => {
          if (path === proxyPaths.revealSale(A_SALE_ID)) {
            const refusal = refuse?.(body as NonNullable<RevealSale>)
            if (refusal) return refusal
            change({ revealCount: shop.sale.revealCount + 1 })
            return { body: { voucher: shop.voucher, receipt: aReceipt, sale: shop.sale } }
          }
          if (path === proxyPaths.deliveredSale(A_SALE_ID)) {
            if (shop.isDeaf) return 'no answer'
            const { method: how } = body as { method: DeliveryMethod }
            change({ voucher: 'delivered', delivered: { at: NOW, method: how, by: person.name } })
            return { body: shop.sale }
          }
          if (path === proxyPaths.takeOverSale(A_SALE_ID)) {
            change({ cashier: person })
            return { body: shop.sale }
          }
          return method === 'GET' && path === proxyPaths.sale(A_SALE_ID) ? { body: shop.sale } : undefined
        },
        { person },
      ),
    },
  )
  const asked = (path: string) => screenOf.seen.filter((request) => request.path === path)
  return {
    ...screenOf,
    shop,
    change,
    reveals: () => asked(proxyPaths.revealSale(A_SALE_ID)).map(({ body }) => body),
    delivered: () => asked(proxyPaths.deliveredSale(A_SALE_ID)).map(({ body }) => body),
  }
}

const theCode = () => screen.findByRole('group', { name: 'PIN' })
const isOnScreen = () => document.body.innerHTML.includes(CODE.slice(0, 4))

beforeEach(() => useTerminalPrinter.setState({ mode: 'ask', printer: 'browser' }))
afterEach(() => vi.useRealTimers())

describe('a voucher just sold', () => {
  it('shows its cashier the code by itself, as delivered, in groups that are no part of it', async () => {
    const { reveals } = openCounter({ sale: aVoucherSale() })
    const code = await theCode()
    expect(within(code).getByText(Array.from(CODE).join(' '))).toBeInTheDocument()
    const drawn = code.querySelector('[aria-hidden]')
    expect(drawn?.textContent).toBe(CODE)
    expect([...(drawn?.children ?? [])].map(({ textContent }) => textContent)).toEqual(['7K4P', '2M9X', 'QH6T', '81WD'])
    expect(screen.getByText(text('delivery.undelivered'))).toBeInTheDocument()
    await waitFor(() => expect(screen.getByText(text('delivery.shownTimes', { count: 1 }))).toBeInTheDocument())
    expect(reveals()).toEqual([{}])
  })

  it('keeps the code out of the cache, the storage and the title', async () => {
    openCounter({ sale: aVoucherSale() })
    await theCode()
    const kept = JSON.stringify({ ...sessionStorage, ...localStorage }) + document.title + location.href
    expect(kept).not.toContain(CODE)
  })

  it('puts the code on the receipt, and the words of the service below it', async () => {
    openCounter({ sale: aVoucherSale() })
    await theCode()
    const paper = screen.getByRole('region', { name: text('delivery.shareReceipt') })
    expect(paper.textContent).toMatch(
      /Face value.*PIN7K4P 2M9X QH6T 81WDSerial 0091 4427 3306.*Pixelmoor.*Keep it secret.*Thank you/s,
    )
  })

  it('hides it when asked, and asks the proxy once more to show it', async () => {
    const { reveals } = openCounter({ sale: aVoucherSale() })
    await theCode()
    await userEvent.click(screen.getByRole('button', { name: text('delivery.hide') }))
    expect(isOnScreen()).toBe(false)
    expect(screen.getByRole('img', { name: text('delivery.isHidden') }).textContent).toBe('•••• •••• •••• ••••')
    await userEvent.click(screen.getByRole('button', { name: text('delivery.showAgain') }))
    await theCode()
    expect(reveals()).toHaveLength(2)
    expect(await screen.findByText(text('delivery.shownTimes', { count: 2 }))).toBeInTheDocument()
  })

  it('hides it by itself after a minute', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    openCounter({ sale: aVoucherSale() })
    await theCode()
    act(() => void vi.advanceTimersByTime(58_000))
    expect(isOnScreen()).toBe(true)
    act(() => void vi.advanceTimersByTime(2_000))
    expect(isOnScreen()).toBe(false)
  })

  it('drops it when the page is left', async () => {
    openCounter({ sale: aVoucherSale() })
    await theCode()
    act(() => void window.dispatchEvent(new Event('pagehide')))
    expect(isOnScreen()).toBe(false)
  })

  it('waits for a button once it was shown before, as after a reload', async () => {
    const { reveals } = openCounter({ sale: aVoucherSale({ revealCount: 1 }) })
    await userEvent.click(await screen.findByRole('button', { name: text('delivery.show') }))
    await theCode()
    expect(reveals()).toHaveLength(1)
  })

  it('says so when the code cannot be had just now, and shows it as soon as it can', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { shop } = openCounter({ sale: aVoucherSale(), voucher: null })
    expect(await screen.findByText(text('delivery.notThere'))).toBeInTheDocument()
    shop.voucher = aVoucher()
    act(() => void vi.advanceTimersByTime(3_000))
    await theCode()
  })

  it('says so when the till does not answer, and can be asked again', async () => {
    let isSilent = true
    openCounter({ sale: aVoucherSale(), refuse: () => (isSilent ? 'no answer' : undefined) })
    expect(await screen.findByText(text('failure.no-answer'))).toBeInTheDocument()
    isSilent = false
    await userEvent.click(screen.getByRole('button', { name: text('delivery.show') }))
    await theCode()
  })
})

describe('what the service gave', () => {
  const LINK = 'https://redeem.example/a/7K4P'

  it.each<{
    voucher: Voucher
    heading: string
    visible: (RegExp | string)[]
    link: string | undefined
    copies: string
  }>([
    {
      voucher: { number: '1' },
      heading: text('delivery.heading.pin'),
      visible: [],
      link: undefined,
      copies: text('delivery.copyPin'),
    },
    {
      voucher: { number: '1', serial: 'S1' },
      heading: text('delivery.heading.pin'),
      visible: [/Serial.*S1/],
      link: undefined,
      copies: text('delivery.copyPin'),
    },
    {
      voucher: { number: '1', reference: 'R1' },
      heading: text('delivery.heading.pin'),
      visible: [/Reference.*R1/],
      link: undefined,
      copies: text('delivery.copyPin'),
    },
    {
      voucher: { number: '1', link: LINK },
      heading: text('delivery.heading.pin'),
      visible: [/then enter the PIN/],
      link: LINK,
      copies: text('delivery.copyPin'),
    },
    {
      voucher: { link: LINK },
      heading: text('delivery.heading.link'),
      visible: [/redeem\.example\/a\/7K4P/],
      link: LINK,
      copies: text('delivery.copyLink'),
    },
    {
      voucher: { link: 'https://quill\u043E.example/x' },
      heading: text('delivery.heading.link'),
      visible: [/xn--quill-nye\.example/],
      link: 'https://xn--quill-nye.example/x',
      copies: text('delivery.copyLink'),
    },
    {
      voucher: { number: '1', link: 'http://a.example/x' },
      heading: text('delivery.heading.pin'),
      visible: [/http:\/\/a\.example\/x/, text('delivery.flagged.not-https')],
      link: undefined,
      copies: text('delivery.copyPin'),
    },
    {
      voucher: { number: '1', link: "javascript:alert('1')" },
      heading: text('delivery.heading.pin'),
      visible: [/javascript:alert/, text('delivery.flagged.not-https')],
      link: undefined,
      copies: text('delivery.copyPin'),
    },
    {
      voucher: { number: '1', link: 'data:text/html,<b>1</b>' },
      heading: text('delivery.heading.pin'),
      visible: [/data:text\/html,<b>1<\/b>/],
      link: undefined,
      copies: text('delivery.copyPin'),
    },
    {
      voucher: { number: '1', link: 'https://me:pw@a.example' },
      heading: text('delivery.heading.pin'),
      visible: [text('delivery.flagged.credentials')],
      link: undefined,
      copies: text('delivery.copyPin'),
    },
    {
      voucher: { number: '1', link: 'https//broken' },
      heading: text('delivery.heading.pin'),
      visible: [text('delivery.flagged.unreadable')],
      link: undefined,
      copies: text('delivery.copyPin'),
    },
  ])(
    'is all shown, and opened only when that is safe: $voucher',
    async ({ voucher, heading, visible, link, copies }) => {
      openCounter({ sale: aVoucherSale(), voucher })
      await screen.findByRole('button', { name: text('delivery.hide') })
      const card = screen.getByRole('region', { name: heading })
      for (const text of visible) expect(card.textContent).toMatch(text)
      expect(
        within(card)
          .queryAllByRole('link')
          .map((each) => each.getAttribute('href')),
      ).toEqual(link ? [link] : [])
      expect(within(card).queryAllByRole('img', { name: text('delivery.qr') })).toHaveLength(link ? 1 : 0)
      expect(screen.getByRole('button', { name: /^Copy/ }).textContent).toContain(copies)
      if (link) expect(within(card).getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer')
    },
  )

  it('leaves no gap for what it did not give', async () => {
    openCounter({ sale: aVoucherSale(), voucher: { number: '1' } })
    await theCode()
    for (const label of ['Serial', 'Reference', 'Redeem with a phone'])
      expect(screen.queryByText(label)).not.toBeInTheDocument()
  })
})

describe('a person who may not see it', () => {
  it('a colleague takes the sale over first, and then sees it by itself', async () => {
    const { reveals } = openCounter({ sale: aVoucherSale(), person: joseph })
    expect(await screen.findByText('Amal Rahman sold this code')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: text('delivery.show') })).not.toBeInTheDocument()
    expect(reveals()).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: text('sale.takeOver') }))
    await theCode()
    expect(reveals()).toHaveLength(1)
  })

  it('a cashier is told two minutes after the hand-over that only a supervisor can', async () => {
    const handedOver = { at: NOW - 121_000, method: 'given', by: 'Amal Rahman' } as const
    openCounter({ sale: aVoucherSale({ voucher: 'delivered', delivered: handedOver, revealCount: 1 }) })
    expect(await screen.findByText(text('delivery.alreadyDeliveredNext'))).toBeInTheDocument()
    expect(screen.getByText(/^Handed over: given at \d\d:\d\d by Amal$/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /Show/ })).not.toBeInTheDocument()
    expect(screen.getByRole('region', { name: text('delivery.shareReceipt') }).textContent).toContain(
      text('receipt.code.handed-over'),
    )
  })

  it('a cashier looks once more within the two minutes', async () => {
    const handedOver = { at: NOW - 60_000, method: 'given', by: 'Amal Rahman' } as const
    openCounter({ sale: aVoucherSale({ voucher: 'delivered', delivered: handedOver, revealCount: 1 }) })
    await userEvent.click(await screen.findByRole('button', { name: text('delivery.show') }))
    await theCode()
  })

  it('a supervisor says why, and types the PIN when the sign-in is old', async () => {
    const { reveals } = openCounter({
      sale: aVoucherSale({ revealCount: 1 }),
      person: hamad,
      refuse: ({ pin }) =>
        pin === undefined ? turnDown(401, 'step-up-required') : pin === '9999' ? undefined : turnDown(401, 'wrong-pin'),
    })
    await userEvent.click(await screen.findByRole('button', { name: text('delivery.show') }))
    const dialog = screen.getByRole('dialog', { name: text('delivery.reasonHeading') })
    expect(within(dialog).getByRole('button', { name: text('delivery.reasonMissing') })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await userEvent.type(within(dialog).getByLabelText(text('delivery.reason')), 'The customer came back')
    await userEvent.click(within(dialog).getByRole('button', { name: text('delivery.show') }))
    const pin = await within(dialog).findByLabelText(text('delivery.yourPin'))
    await userEvent.type(pin, '1111{Enter}')
    expect((await within(dialog).findByRole('alert')).textContent).toContain(text('failure.wrong-pin'))
    await userEvent.type(within(dialog).getByLabelText(text('delivery.yourPin')), '9999{Enter}')
    await theCode()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    const reason = 'The customer came back'
    expect(reveals()).toEqual([{ reason }, { reason, pin: '1111' }, { reason, pin: '9999' }])
  })
})

describe('a voucher of which the service says one thing and another', () => {
  const disputed = (more: Partial<Sale> = {}) => aVoucherSale({ conflicting: true, attention: 'conflicting', ...more })

  it('shows a supervisor its code for a reason, and hands it out in no way', async () => {
    useTerminalPrinter.setState({ mode: 'auto' })
    const { reveals, delivered } = openCounter({ sale: disputed(), person: hamad })
    await userEvent.click(await screen.findByRole('button', { name: text('delivery.show') }))
    const dialog = screen.getByRole('dialog', { name: text('delivery.reasonHeading') })
    await userEvent.type(within(dialog).getByLabelText(text('delivery.reason')), 'Support asks')
    await userEvent.click(within(dialog).getByRole('button', { name: text('delivery.show') }))
    await theCode()
    expect(reveals()).toEqual([{ reason: 'Support asks' }])
    for (const name of [/^Print/, /^Given/, /^Copy/, /^Take over/]) {
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
    }
    expect(delivered()).toEqual([])
  })

  it('shows its cashier nothing of the code', async () => {
    const { reveals } = openCounter({ sale: disputed() })
    expect(
      await screen.findByRole('heading', { level: 1, name: text('state.conflicting.heading') }),
    ).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: startingWith('auditLog.filter') })).not.toBeInTheDocument()
    expect(screen.queryByText(text('delivery.heading.pin'))).not.toBeInTheDocument()
    expect(reveals()).toEqual([])
  })

  it('shows a supervisor what came before, where the code is still to come', async () => {
    openCounter({ sale: disputed({ voucher: 'coming' }), person: hamad, voucher: { serial: 'S-1' } })
    await userEvent.click(await screen.findByRole('button', { name: text('delivery.soFarShow') }))
    const dialog = screen.getByRole('dialog', { name: text('delivery.reasonHeading') })
    await userEvent.type(within(dialog).getByLabelText(text('delivery.reason')), 'Support asks')
    await userEvent.click(within(dialog).getByRole('button', { name: text('delivery.show') }))
    expect((await screen.findByRole('group', { name: text('delivery.serial') })).textContent).toContain('S-1')
  })
})

describe('handing it over', () => {
  it('notes that it was given, by its button or its letter', async () => {
    const { delivered } = openCounter({ sale: aVoucherSale() })
    await theCode()
    await userEvent.keyboard('g')
    expect(await screen.findByText(/^Handed over: given at \d\d:\d\d by Amal$/)).toBeInTheDocument()
    expect(delivered()).toEqual([{ method: 'given' }])
    expect(screen.queryByRole('button', { name: startingWith('delivery.given') })).not.toBeInTheDocument()
  })

  it('two taps at once are noted once', async () => {
    const { delivered } = openCounter({ sale: aVoucherSale() })
    await theCode()
    const button = screen.getByRole('button', { name: startingWith('delivery.given') })
    act(() => {
      button.click()
      button.click()
    })
    expect(await screen.findByText(/^Handed over: given at \d\d:\d\d by Amal$/)).toBeInTheDocument()
    expect(delivered()).toEqual([{ method: 'given' }])
  })

  it('takes no letter while something is typed or a dialog is open', async () => {
    const { delivered } = openCounter({ sale: aVoucherSale() })
    await theCode()
    await userEvent.click(screen.getByRole('button', { name: text('delivery.share') }))
    await userEvent.keyboard('g')
    expect(delivered()).toEqual([])
  })

  it('copies the code as delivered', async () => {
    const user = userEvent.setup()
    const { delivered } = openCounter({ sale: aVoucherSale(), voucher: { number: '5678-1234' } })
    await theCode()
    await user.keyboard('c')
    expect(await screen.findByText(text('delivery.copied'))).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe('5678-1234')
    expect(delivered()).toEqual([{ method: 'copied' }])
  })

  it('names what failed when nothing prints, and the screen is the last rung', async () => {
    const { delivered } = openCounter({ sale: aVoucherSale() })
    await theCode()
    await userEvent.keyboard('p')
    const told = await screen.findByText(text('delivery.photograph'))
    expect(told.closest('[role=alert]')?.textContent).toMatch(/Nothing was printed.*Browser: not supported here/)
    expect(screen.getByRole('link', { name: text('printer.settings') })).toHaveAttribute('href', routes.printer)
    expect(delivered()).toEqual([])
  })

  it('has no print button on a terminal without a printer', async () => {
    useTerminalPrinter.setState({ mode: 'never' })
    openCounter({ sale: aVoucherSale() })
    await theCode()
    expect(screen.queryByRole('button', { name: startingWith('sale.print') })).not.toBeInTheDocument()
  })

  it('shares code and receipt by the share sheet of the system', async () => {
    const shared = vi.fn<(data: ShareData) => Promise<void>>(async () => {})
    Object.assign(navigator, { share: shared })
    const { delivered } = openCounter({ sale: aVoucherSale() })
    await theCode()
    await userEvent.click(screen.getByRole('button', { name: text('delivery.share') }))
    await userEvent.click(screen.getByRole('button', { name: text('delivery.shareCode') }))
    await waitFor(() => expect(delivered()).toEqual([{ method: 'shared' }]))
    expect(shared.mock.calls[0]?.[0].text).toContain(CODE)
    Reflect.deleteProperty(navigator, 'share')
  })

  it('without a share sheet says what to do; its links carry no code and hand nothing over', async () => {
    const { delivered } = openCounter({ sale: aVoucherSale() })
    await theCode()
    await userEvent.click(screen.getByRole('button', { name: text('delivery.share') }))
    const dialog = screen.getByRole('dialog', { name: text('delivery.share') })
    expect(within(dialog).getByText(text('delivery.noShareSheet'))).toBeInTheDocument()
    const links = within(dialog)
      .getAllByRole('link')
      .map((link) => decodeURIComponent(link.getAttribute('href') ?? ''))
    expect(links).toHaveLength(2)
    for (const link of links) {
      expect(link).toContain(text('receipt.code.on-slip'))
      for (const secret of ['7K4P', '0091', 'Keep it secret']) expect(link).not.toContain(secret)
    }
    expect(delivered()).toEqual([])
  })

  it('without a share sheet code and receipt are copied as one text, which is logged', async () => {
    const { delivered } = openCounter({ sale: aVoucherSale() })
    const user = userEvent.setup()
    await theCode()
    await user.click(screen.getByRole('button', { name: text('delivery.share') }))
    await user.click(screen.getByRole('button', { name: text('delivery.copyText') }))
    await waitFor(() => expect(delivered()).toEqual([{ method: 'copied' }]))
    expect(await navigator.clipboard.readText()).toContain(CODE)
    expect(screen.queryByRole('dialog', { name: text('delivery.share') })).not.toBeInTheDocument()
  })

  it('says so when it could not be written down, and writes it down later', async () => {
    const { shop, delivered } = openCounter({ sale: aVoucherSale(), isDeaf: true })
    await theCode()
    await userEvent.keyboard('g')
    expect(await screen.findByText(startingWith('delivery.notSaved'))).toBeInTheDocument()
    shop.isDeaf = false
    await userEvent.click(screen.getByRole('button', { name: text('delivery.saveAgain') }))
    expect(await screen.findByText(/^Handed over: given/)).toBeInTheDocument()
    expect(delivered()).toEqual([{ method: 'given' }, { method: 'given' }])
  })

  it('may be left for later, once it is off the screen: the next sale does not wait', async () => {
    const { place, delivered } = openCounter({ sale: aVoucherSale() })
    await theCode()
    await userEvent.click(screen.getByRole('button', { name: text('delivery.hide') }))
    const next = screen.getByRole('button', { name: startingWith('sale.nextCustomer') })
    await waitFor(() => expect(next).toHaveAttribute('aria-disabled', 'false'))
    expect(screen.getByText(text('delivery.notYet'))).toBeInTheDocument()
    await userEvent.click(next)
    expect(place.path).toBe('/sell')
    expect(delivered()).toEqual([])
  })

  it('is given by the step to the next customer while it was neither printed nor shared', async () => {
    const { place, delivered } = openCounter({ sale: aVoucherSale() })
    const next = await screen.findByRole('button', { name: startingWith('delivery.givenNext') })
    // Not by a press that was meant for the page before, and it looks so.
    expect(next).toHaveAttribute('aria-busy', 'true')
    fireEvent.click(next)
    expect(delivered()).toEqual([])
    await waitFor(() => expect(next).toHaveAttribute('aria-disabled', 'false'))
    await userEvent.click(next)
    await waitFor(() => expect(place.path).toBe('/sell'))
    expect(delivered()).toEqual([{ method: 'given' }])
    expect(isOnScreen()).toBe(false)
  })

  it('stays on screen when the step to the next customer could not be written down', async () => {
    const { place } = openCounter({ sale: aVoucherSale(), isDeaf: true })
    await theCode()
    const next = await screen.findByRole('button', { name: startingWith('delivery.givenNext') })
    await waitFor(() => expect(next).toHaveAttribute('aria-disabled', 'false'))
    await userEvent.click(next)
    expect(await screen.findByText(startingWith('delivery.notSaved'))).toBeInTheDocument()
    expect(place.path).not.toBe('/sell')
  })
})

describe('the slip of a voucher', () => {
  it('says what it is worth, and leads to the quantity it is one of', async () => {
    const batch = { id: '01J0000000000000000000000Q', line: 2, of: 3 }
    openCounter({ sale: aVoucherSale({ voucher: 'coming', batch }) })
    await screen.findByRole('heading', { level: 1, name: text('state.code-coming.heading') })
    expect(screen.getByText(text('money.faceValue'))).toBeInTheDocument()
    expect(screen.queryByText(text('sale.amount'))).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Code 2 of 3' })).toHaveAttribute('href', paths.batch(batch.id))
  })
})

describe('a code that is to come', () => {
  const coming = (more: Partial<Sale> = {}) => aVoucherSale({ voucher: 'coming', nextFindAt: NOW + 9_000, ...more })

  it('says that it is paid and not to be sold again, and never shows by itself what is there', async () => {
    const { reveals } = openCounter({ sale: coming() })
    expect(
      await screen.findByRole('heading', { level: 1, name: text('state.code-coming.heading') }),
    ).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: text('sale.stop') })).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: /^Next check in \d+ seconds$/ })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: text('sale.printWaiting') })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: startingWith('sale.nextCustomer') })).toBeInTheDocument()
    expect(reveals()).toEqual([])
  })

  it('shows on request what has come already', async () => {
    openCounter({ sale: coming(), voucher: { serial: 'S-1', link: 'http://a.example/x' } })
    await userEvent.click(await screen.findByRole('button', { name: text('delivery.soFarShow') }))
    const card = await screen.findByRole('region', { name: text('delivery.heading.other') })
    expect(card.textContent).toMatch(/Serial.*S-1.*http:\/\/a\.example\/x/)
    expect(within(card).queryByRole('link')).not.toBeInTheDocument()
  })

  it('says when nothing has come yet', async () => {
    openCounter({ sale: coming(), voucher: null })
    await userEvent.click(await screen.findByRole('button', { name: text('delivery.soFarShow') }))
    expect(await screen.findByText(text('delivery.soFarNothing'))).toBeInTheDocument()
  })

  it('that a supervisor closed as sold is sold, and what has come can still be shown', async () => {
    const closed: Sale['resolution'] = { outcome: 'sold', note: 'Sent by mail.', at: NOW, by: 'Hamad Saleh' }
    openCounter({ sale: coming({ resolution: closed }), voucher: { serial: 'S-1' } })
    expect(await screen.findByRole('heading', { level: 1, name: text('state.succeeded.heading') })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: startingWith('sale.print') })).not.toBeInTheDocument()
    await userEvent.click(await screen.findByRole('button', { name: text('delivery.soFarShow') }))
    expect((await screen.findByRole('group', { name: text('delivery.serial') })).textContent).toContain('S-1')
  })

  it('turns to the code when it comes, although something was shown before', async () => {
    const { change } = openCounter({ sale: coming({ revealCount: 1 }) })
    await screen.findByRole('heading', { level: 1, name: text('state.code-coming.heading') })
    change({ voucher: 'ready' })
    await theCode()
    expect(screen.getByRole('heading', { level: 1, name: text('state.succeeded.heading') })).toBeInTheDocument()
  })
})
