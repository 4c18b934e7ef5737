// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'

import { beginBatch, findBatch } from '#browser/begin-batch.ts'
import { useDraft } from '#browser/draft.ts'
import { paths, routes } from '#browser/paths.ts'
import { BatchScreen } from '#browser/shell/BatchScreen.tsx'
import { SaleScreen } from '#browser/shell/SaleScreen.tsx'
import type { Failure } from '#contract/proxy/failure.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { OpenServiceSale } from '#contract/proxy/sales.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { aVoucherSale, voucherCatalogue } from '../../support/a-voucher.ts'
import { fakeDialogs } from '../../support/fake-dialog.ts'
import { amal, aStatus, hamad, joseph, proxyWith } from '../../support/fake-proxy.ts'
import {
  renderPage,
  type FakeAnswer,
  type FakeProxy,
  type Place,
  type SentRequest,
} from '../../support/render-page.tsx'

fakeDialogs()

const content = { kind: 'voucher', serviceId: 'fixed', amount: '20' } as const
const SOLD = { state: 'succeeded', voucher: 'ready' } as const

/** What the till does with a line, by its number; what is not said is sold at once. */
type Course = {
  open?: (line: number, sale: Sale) => Partial<Sale> | Failure['code'] | 'no answer' | undefined
  confirm?: (line: number, sale: Sale) => Partial<Sale> | Failure['code'] | 'no answer' | undefined
}

/** A till with a journal of its own: one sale for each id, one version for each step. */
function aTill(course: Course = {}, sales: Sale[] = []) {
  const failure = (code: Failure['code']): FakeAnswer => ({
    status: 409,
    body: { code, message: '', moneyMoved: 'no' },
  })
  const find = (path: string) => sales.find(({ id }) => path.includes(id))
  const move = (sale: Sale, change: Partial<Sale>): FakeAnswer => {
    Object.assign(sale, change, { version: sale.version + 1 })
    return { body: { ...sale } }
  }
  const now = () => ({ finalAt: Date.now(), confirmedAt: Date.now() })
  const answer: FakeProxy = (method, path, body) => {
    if (path.includes('?batch=')) return { body: { sales: sales.map((sale) => ({ ...sale })) } }
    const sale = find(path)
    if (method === 'PUT') {
      if (sale) return { body: { ...sale } }
      const { batch } = body as OpenServiceSale
      const opened = aVoucherSale({
        id: path.replace(/.*\//, '') as SaleId,
        number: sales.length + 1,
        version: 1,
        ...(batch ? { batch } : {}),
      })
      const told = course.open?.(batch?.line ?? 0, opened)
      if (told === 'no answer') return told
      if (typeof told === 'string') return failure(told)
      sales.push(opened)
      return move(opened, told ?? {})
    }
    if (!sale) return undefined
    if (path.endsWith('/confirm')) {
      const told = course.confirm?.(sale.batch?.line ?? 0, sale) ?? SOLD
      if (told === 'no answer') return told
      return typeof told === 'string' ? failure(told) : move(sale, { ...now(), ...told })
    }
    if (path.endsWith('/abandon')) return move(sale, { state: 'abandoned' })
    if (path.endsWith('/take-over')) return move(sale, { cashier: { id: amal.id, name: amal.name } })
    return { body: { ...sale } }
  }
  return { sales, answer }
}

function show(at: Place, till: ReturnType<typeof aTill>, person = amal) {
  const others = proxyWith(till.answer, { person, status: () => ({ body: aStatus() }) })
  const proxy: FakeProxy = (method, path, body) =>
    path === proxyPaths.catalogue ? { body: voucherCatalogue } : others(method, path, body)
  return renderPage(
    <Routes>
      <Route path={routes.batch} element={<BatchScreen />} />
      <Route path={routes.sale} element={<SaleScreen />} />
      <Route path="*" element={null} />
    </Routes>,
    { at, proxy },
  )
}

/** A quantity whose first line is reviewed, as the ticket and the review leave it. */
function reviewed(of: number, till: ReturnType<typeof aTill>) {
  const first = beginBatch(content, of)
  const id =
    Object.keys(sessionStorage)
      .find((key) => key.startsWith('batch:'))
      ?.slice('batch:'.length) ?? ''
  till.sales.push(aVoucherSale({ id: first, number: 1, version: 1, batch: { id, line: 1, of } }))
  return { id, first, sell: { pathname: paths.batch(id), state: { sells: true } } }
}

const sent = (seen: SentRequest[], what: RegExp) => seen.filter(({ method, path }) => what.test(`${method} ${path}`))
const lines = async () =>
  within(await screen.findByRole('list', { name: 'Codes of this quantity' })).getAllByRole('listitem')
const told = async () =>
  (await lines()).map((line) => line.textContent?.replace(/Sale \d+|Open|Hand over|Code \d/g, ''))
const armed = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'))
  return button
}

beforeEach(() => useDraft.getState().clear())

describe('the review of a quantity', () => {
  it('reads back how many codes and what they cost together', async () => {
    const till = aTill()
    const { first } = reviewed(3, till)
    show(paths.sale(first), till)
    const card = within(await screen.findByRole('region', { name: 'Read back to the customer' }))
    expect(card.getByText('3 codes, shown here and on the receipts')).toBeTruthy()
    expect(await card.findByText('Works in the UAE only.')).toBeTruthy()
    expect(card.getByText('What each code is worth')).toBeTruthy()
    expect(await screen.findByRole('button', { name: /^Sell 3 codes.*AED 60\.00/ })).toBeTruthy()
  })

  it('sells line after line at one press, and each line once', async () => {
    const till = aTill()
    const { id, first } = reviewed(3, till)
    const { seen, place } = show(paths.sale(first), till)
    await userEvent.click(await armed(/^Sell 3 codes/))
    expect(await screen.findByRole('heading', { name: 'Sold' })).toBeTruthy()
    expect(place.path).toBe(paths.batch(id))
    expect(screen.getByText('3 codes to hand over')).toBeTruthy()
    expect(till.sales.map(({ batch, state }) => [batch?.line, state])).toEqual([
      [1, 'succeeded'],
      [2, 'succeeded'],
      [3, 'succeeded'],
    ])
    const { saleIds = {} } = findBatch(id) ?? {}
    expect(sent(seen, /PUT/).map(({ path }) => path)).toEqual(Object.values(saleIds).map(proxyPaths.sale))
    expect(sent(seen, /confirm/)).toHaveLength(3)
  })
})

describe('a quantity that is being sold', () => {
  it('opens no line before the one before it is sold', async () => {
    const till = aTill({ confirm: (line) => (line === 1 ? { state: 'pending' } : undefined) })
    const { sell } = reviewed(2, till)
    const { seen } = show(sell, till)
    await waitFor(() => expect(sent(seen, /confirm/)).toHaveLength(1))
    expect(await screen.findByRole('heading', { name: 'Selling 1 of 2' })).toBeTruthy()
    expect(sent(seen, /PUT/)).toHaveLength(0)
    Object.assign(till.sales[0] ?? {}, SOLD, { version: 9 })
    expect(await screen.findByRole('heading', { name: 'Sold' })).toBeTruthy()
    expect(sent(seen, /PUT/)).toHaveLength(1)
  })

  it('begins no further line after "Stop after this code"', async () => {
    const till = aTill({ confirm: (line) => (line === 1 ? { state: 'pending' } : undefined) })
    const { sell } = reviewed(2, till)
    const { seen } = show(sell, till)
    await userEvent.click(await screen.findByRole('button', { name: 'Stop after this code' }))
    await waitFor(() => expect(sent(seen, /confirm/)).toHaveLength(1))
    Object.assign(till.sales[0] ?? {}, SOLD, { version: 9 })
    expect(await screen.findByRole('heading', { name: 'Stopped after 1 of 2' })).toBeTruthy()
    expect(screen.getByText('Code 2 is next.')).toBeTruthy()
    expect(sent(seen, /PUT/)).toHaveLength(0)
  })

  it('is not sold by an address alone: a reload or the way back asks first', async () => {
    const till = aTill()
    const { id } = reviewed(2, till)
    const { seen } = show(paths.batch(id), till)
    expect(await screen.findByRole('heading', { name: 'Stopped after 0 of 2' })).toBeTruthy()
    expect(sent(seen, /PUT|confirm/)).toEqual([])
    await userEvent.click(await armed(/^Go on/))
    expect(await screen.findByRole('heading', { name: 'Sold' })).toBeTruthy()
  })
})

describe('a quantity that stopped', () => {
  const failsOnce = () => {
    let fails = true
    return aTill({
      confirm: (line) => {
        if (line !== 2 || !fails) return undefined
        fails = false
        return { state: 'failed' }
      },
    })
  }

  it('says after how many, and what to give back or to go on with', async () => {
    const till = failsOnce()
    const { sell } = reviewed(3, till)
    show(sell, till)
    expect(await screen.findByRole('heading', { name: 'Stopped after 1 of 3' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Refund AED 40.00, or go on' })).toBeTruthy()
    expect(screen.getByText('Code 2 was not sold.')).toBeTruthy()
    expect(await told()).toEqual(['1Sold', '2Not sold', '3Not begun'])
  })

  it('goes on with a new sale for the line that sold nothing, kept before it is sent', async () => {
    const till = failsOnce()
    const { id, sell } = reviewed(3, till)
    const { seen } = show(sell, till)
    await screen.findByRole('heading', { name: 'Stopped after 1 of 3' })
    const failed = findBatch(id)?.saleIds[2]
    await userEvent.click(await armed(/^Go on/))
    expect(await screen.findByRole('heading', { name: 'Sold' })).toBeTruthy()
    const chosen = findBatch(id)?.saleIds[2]
    expect(chosen).not.toBe(failed)
    expect(sent(seen, /PUT/).map(({ path }) => path)).toEqual(
      [failed, chosen, findBatch(id)?.saleIds[3]].map((sale) => proxyPaths.sale(sale ?? '')),
    )
    expect(till.sales.filter(({ state }) => state === 'succeeded')).toHaveLength(3)
  })

  it('ends where a person says so, and names the money of the rest', async () => {
    const till = failsOnce()
    const { id, sell } = reviewed(3, till)
    const first = show(sell, till)
    await screen.findByRole('heading', { name: 'Stopped after 1 of 3' })
    await userEvent.click(screen.getByRole('button', { name: 'Stop here' }))
    expect(await screen.findByRole('heading', { name: '1 of 3 sold' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Refund AED 40.00' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Go on/ })).toBeNull()
    first.unmount()
    show(paths.batch(id), till)
    expect(await screen.findByRole('heading', { name: '1 of 3 sold' })).toBeTruthy()
  })

  it('gives up a line that was only checked when it ends', async () => {
    const till = aTill({ confirm: (line) => (line === 2 ? 'selling-stopped' : undefined) })
    const { sell } = reviewed(2, till)
    show(sell, till)
    expect(await screen.findByText(/^Selling is stopped\. /)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Stop here' }))
    expect(await screen.findByRole('heading', { name: '1 of 2 sold' })).toBeTruthy()
    expect(till.sales[1]?.state).toBe('abandoned')
  })

  it('names the money of a line nobody knows about apart: it is not to be given back', async () => {
    const till = aTill({ confirm: (line) => (line === 2 ? { state: 'unknown' } : undefined) })
    const { sell } = reviewed(3, till)
    const { seen } = show(sell, till)
    expect(await screen.findByRole('heading', { name: 'Stopped after 1 of 3' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Refund AED 20.00, or go on' })).toBeTruthy()
    expect(screen.getByText('AED 20.00 is not decided yet')).toBeTruthy()
    expect(sent(seen, /PUT/)).toHaveLength(1)
    // Known at last: the next line may follow.
    Object.assign(till.sales[1] ?? {}, SOLD, { version: 9 })
    expect(await screen.findByText('Code 3 is next.')).toBeTruthy()
    await userEvent.click(await armed(/^Go on/))
    expect(await screen.findByRole('heading', { name: 'Sold' })).toBeTruthy()
    expect(till.sales).toHaveLength(3)
  })

  it('calls a line not known when the till is silent after the confirm, never not sold', async () => {
    const till = aTill({ confirm: (line) => (line === 2 ? 'no answer' : undefined) })
    const { sell } = reviewed(2, till)
    show(sell, till)
    expect(await screen.findByText(/The till did not answer\. What became of code 2 is not known yet\./)).toBeTruthy()
    expect(await told()).toEqual(['1Sold', '2Not known'])
    expect(screen.getByText('AED 20.00 is not decided yet')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: /^Refund/ })).toBeNull()
  })

  it('asks for the same line again when the till was silent before anything was confirmed', async () => {
    let isSilent = true
    const till = aTill({ open: () => (isSilent ? 'no answer' : undefined) })
    const { id, sell } = reviewed(2, till)
    const { seen } = show(sell, till)
    expect(await screen.findByText('The till does not answer.')).toBeTruthy()
    isSilent = false
    await userEvent.click(await armed(/^Go on/))
    expect(await screen.findByRole('heading', { name: 'Sold' })).toBeTruthy()
    const path = proxyPaths.sale(findBatch(id)?.saleIds[2] ?? '')
    expect(sent(seen, /PUT/).map((each) => each.path)).toEqual([path, path])
  })

  it('finishes a line that was proven not carried out, with the same sale', async () => {
    let isFirst = true
    const till = aTill({
      confirm: () => {
        if (!isFirst) return undefined
        isFirst = false
        // Found out just now, by a clock that is ahead of the last step of the screen's.
        return { state: 'not-executed', lastFindAt: Date.now() + 3_000 }
      },
    })
    const { sell } = reviewed(2, till)
    show(sell, till)
    expect(await screen.findByText('Code 1 did not go through.')).toBeTruthy()
    await userEvent.click(await armed(/^Go on/))
    expect(await screen.findByRole('heading', { name: 'Sold' })).toBeTruthy()
    expect(till.sales).toHaveLength(2)
  })

  it('leaves only the end where a supervisor has to speak', async () => {
    const till = aTill({ confirm: () => ({ state: 'cancelled' }) })
    const { sell } = reviewed(2, till)
    show(sell, till)
    expect(await screen.findByText('Code 1 needs a supervisor.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Go on/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Stop here' })).toBeTruthy()
  })
})

describe('a quantity of another till', () => {
  it('is told by its lines, and goes on from what they are', async () => {
    const till = aTill()
    const { id } = reviewed(3, till)
    Object.assign(till.sales[0] ?? {}, SOLD)
    sessionStorage.clear()
    const { seen } = show(paths.batch(id), till)
    expect(await screen.findByRole('heading', { name: 'Stopped after 1 of 3' })).toBeTruthy()
    await userEvent.click(await armed(/^Go on/))
    expect(await screen.findByRole('heading', { name: 'Sold' })).toBeTruthy()
    expect(sent(seen, /PUT/).map(({ body }) => body)).toEqual([
      { kind: 'voucher', serviceId: 'fixed', amount: '20.00', batch: { id, line: 2, of: 3 } },
      { kind: 'voucher', serviceId: 'fixed', amount: '20.00', batch: { id, line: 3, of: 3 } },
    ])
  })

  it('of a cashier goes on for no supervisor, who may stop it', async () => {
    const till = aTill()
    const { id } = reviewed(3, till)
    Object.assign(till.sales[0] ?? {}, SOLD)
    sessionStorage.clear()
    show(paths.batch(id), till, hamad)
    expect(await screen.findByRole('heading', { name: 'Stopped after 1 of 3' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Stop here' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Go on/ })).toBeNull()
  })

  it('is taken over where its line is still to be confirmed', async () => {
    const till = aTill()
    const { id } = reviewed(1, till)
    Object.assign(till.sales[0] ?? {}, { cashier: { id: joseph.id, name: joseph.name } })
    const { seen } = show(paths.batch(id), till)
    await userEvent.click(await armed(/^Go on/))
    expect(await screen.findByRole('heading', { name: 'Sold' })).toBeTruthy()
    expect(sent(seen, /take|confirm/).map(({ path }) => path.replace(/.*\//, ''))).toEqual(['take-over', 'confirm'])
  })

  it('does not sell a line that another till has sold meanwhile', async () => {
    const till = aTill()
    const { id, sell } = reviewed(3, till)
    const other = aVoucherSale({
      id: '01J0000000000000000000000Z' as SaleId,
      number: 77,
      batch: { id, line: 2, of: 3 },
      ...SOLD,
    })
    const answer: FakeProxy = (method, path, body) => {
      if (method !== 'PUT' || (body as OpenServiceSale).batch?.line !== 2) return till.answer(method, path, body)
      return { status: 409, body: { code: 'batch-line-taken', message: '', moneyMoved: 'no', sale: other } }
    }
    show(sell, { ...till, answer })
    expect(await screen.findByRole('heading', { name: 'Sold' })).toBeTruthy()
    expect(till.sales.map(({ batch }) => batch?.line)).toEqual([1, 3])
  })

  it('asks who lets a line go only while that line is next, and confirms no other with their word', async () => {
    const till = aTill()
    const { sell } = reviewed(2, till)
    const limits = [{ of: 'person', kind: 'vouchersPerMinute', limit: 1, used: 1 }]
    const aboveLimit: FakeAnswer = { status: 403, body: { code: 'above-limit', message: '', moneyMoved: 'no', limits } }
    const { seen } = show(sell, {
      ...till,
      answer: (method, path, body) =>
        path.endsWith('/confirm') && till.sales.length === 1 ? aboveLimit : till.answer(method, path, body),
    })
    expect(await screen.findByRole('dialog', { name: 'One moment, please' })).toBeTruthy()
    await userEvent.keyboard('135791')
    // Another till sold it meanwhile.
    Object.assign(till.sales[0] ?? {}, SOLD, { version: 9, finalAt: Date.now(), confirmedAt: Date.now() })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(await armed(/^Go on/))
    expect(await screen.findByRole('heading', { name: 'Sold' })).toBeTruthy()
    expect(JSON.stringify(sent(seen, /confirm$/))).not.toContain('approver')
  })

  it('is not there where no line can be seen', async () => {
    show(paths.batch('01J0000000000000000000000Q'), aTill())
    expect(await screen.findByText('There is no such quantity')).toBeTruthy()
  })
})
