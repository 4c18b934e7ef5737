// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { Alerts } from '#browser/shell/alerts/Alerts.tsx'
import { OpenItemsBadge } from '#browser/shell/alerts/OpenItemsBadge.tsx'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Status } from '#contract/proxy/status.ts'
import type { Person } from '#domain/person.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { A_SALE_ID, aSale } from '../../support/a-shop.ts'
import { aVoucherSale } from '../codes/a-voucher.ts'
import { amal, aStatus, hamad, proxyWith } from '../../support/fake-proxy.ts'
import { renderPage } from '../../support/render-page.tsx'
import { text } from '../../support/texts.ts'

type Told = { status: Partial<Status>; person?: Person; desk?: Sale[]; at?: string; staysStopped?: boolean }

function watch({ status, person = amal, desk = [], at = '/sell', staysStopped = false }: Told) {
  let now = aStatus(status)
  return renderPage(
    <>
      <OpenItemsBadge />
      <Alerts />
    </>,
    {
      at,
      proxy: proxyWith(
        (method, path) => {
          if (path === proxyPaths.resumeSelling && method === 'POST') {
            const { reason: _, ...rest } = now
            if (!staysStopped) now = { ...rest, service: 'ok' }
            return { body: now }
          }
          return path === `${proxyPaths.sales}?group=open-items` ? { body: { sales: desk } } : undefined
        },
        { person, status: () => ({ body: now }) },
      ),
    },
  )
}

describe('the badge of the desk', () => {
  it('counts what waits in the shop, and leads to the desk', async () => {
    watch({ status: { waiting: 3 } })
    const link = await screen.findByRole('link', { name: '3 waiting' })
    expect(link).toHaveAttribute('href', '/open-items')
  })

  it('marks money to give back and news beside it, and for supervisors what needs them', async () => {
    watch({ status: { waiting: 1, attention: 1, refundsDue: 2, unread: 1 }, person: hamad })
    expect(
      await screen.findByRole('link', {
        name: '1 waiting, 1 needs a supervisor, 2 refunds due, 1 update',
      }),
    ).toBeInTheDocument()
  })

  it('marks the codes nobody has handed over yet', async () => {
    watch({ status: { undelivered: 2 } })
    const link = await screen.findByRole('link', { name: text('alerts.undelivered', { count: 2 }) })
    expect(link).toHaveAttribute('href', '/open-items')
    expect(link.textContent).toBe('2')
  })

  it('does not tell a cashier what needs a supervisor', async () => {
    watch({ status: { waiting: 1, attention: 1 } })
    expect(await screen.findByRole('link', { name: '1 waiting' })).toBeInTheDocument()
  })

  it('is not there while nothing lies on the desk; F8 leads there all the same', async () => {
    const { place, seen } = watch({ status: {} })
    await waitFor(() => expect(seen.some(({ path }) => path === proxyPaths.status)).toBe(true))
    expect(screen.queryByRole('link')).not.toBeInTheDocument()
    fireEvent.keyDown(window, { key: 'F8' })
    await waitFor(() => expect(place.path).toBe('/open-items'))
  })
})

describe('selling that is stopped', () => {
  it.each([
    { why: 'signature', words: text('alerts.stopped.signature') },
    { why: 'inactive', words: 'The service says this point of sale is not active' },
    { why: 'contradiction', words: 'The service contradicted itself' },
    { why: 'disk-full', words: 'The disk is nearly full' },
  ] as const)('says to everybody why: $why', async ({ why, words }) => {
    watch({ status: { service: 'stopped', reason: why } })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(words)
    expect(alert.textContent).toContain('Tell a supervisor.')
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })

  it('is tried again by a supervisor', async () => {
    watch({ status: { service: 'stopped', reason: 'signature' }, person: hamad })
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('TOPUP_KEY_FLOOR'))
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
  })

  it('says that trying did not help', async () => {
    watch({ status: { service: 'stopped', reason: 'inactive' }, person: hamad, staysStopped: true })
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(text('alerts.stillStopped'))).toBeInTheDocument()
  })

  it('cannot be tried again while the disk is full', async () => {
    watch({ status: { service: 'stopped', reason: 'disk-full' }, person: hamad })
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(text('alerts.stopped.disk-full.next')))
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })
})

describe('what else is told on every screen', () => {
  it('says that the service refused a sale for its wallet', async () => {
    watch({ status: { wallet: 'low' } })
    expect(await screen.findByText('Sale refused: low balance or limit reached')).toBeInTheDocument()
  })

  it('tells a supervisor that the clock is ahead', async () => {
    watch({ status: { isClockAhead: true }, person: hamad })
    expect(await screen.findByText("This computer's clock is far ahead")).toBeInTheDocument()
  })

  const news = aSale({ state: 'succeeded', isUnread: true })

  it('announces a sale that was settled meanwhile, until it is opened', async () => {
    watch({ status: { unread: 1 }, desk: [news] })
    expect(
      await screen.findByText(text('alerts.wentThrough', { number: '0483', amount: 'AED 50.00' })),
    ).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Open' })).toHaveAttribute('href', `/sale/${A_SALE_ID}`)
  })

  it('says of a code that came that it is there, and nothing of the code', async () => {
    watch({ status: { unread: 1 }, desk: [aVoucherSale({ isUnread: true })] })
    const heading = await screen.findByText('Code ready for sale 0483, AED 50.00')
    expect(heading.parentElement?.textContent).toBe('Code ready for sale 0483, AED 50.00Pixelmoor Gift Card')
  })

  it('leads to the desk when there are several', async () => {
    watch({ status: { unread: 2 }, desk: [news, aSale({ number: 484, state: 'failed', isUnread: true })] })
    expect(await screen.findByText(/and 1 more/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: text('alerts.openItems') })).toHaveAttribute('href', '/open-items')
  })

  it.each(['/open-items', `/sale/${A_SALE_ID}`])('says nothing twice at %s', async (at) => {
    const { seen } = watch({ status: { unread: 1 }, desk: [news], at })
    await waitFor(() => expect(seen.some(({ path }) => path.includes('group=open-items'))).toBe(true))
    expect(screen.queryByText(/^(Sale \d+ went through|Update on sale)/)).not.toBeInTheDocument()
  })
})

describe('people at whose PINs was guessed', () => {
  it('are told to supervisors with the way to them, and to nobody else', async () => {
    const { unmount } = watch({ status: { pinLocks: 2 }, person: hamad })
    expect(await screen.findByText(text('alerts.pinLocks', { count: 2 }))).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Open staff' })).toHaveAttribute('href', '/staff')
    unmount()
    watch({ status: { pinLocks: 2, wallet: 'low' } })
    await screen.findByText('Sale refused: low balance or limit reached')
    expect(screen.queryByText(/too many wrong PINs/)).not.toBeInTheDocument()
  })
})
