// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'

import { useDraft } from '#browser/sale/draft.ts'
import { saveFavorites, useQuickPicks, type QuickPick } from '#browser/sale/favorites/saved-picks.ts'
import { QuickRow } from '#browser/pages/sell/QuickRow.tsx'
import { useInternationalDraft } from '#browser/sale/international.ts'
import { useShortcuts } from '#browser/hotkeys.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { decimal, money } from '#domain/money.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { aSale } from '../../../support/a-shop.ts'
import { fakeDialogs } from '../../../support/fake-dialog.ts'
import { amal, proxyWith, tillSettings } from '../../../support/fake-proxy.ts'
import { renderPage } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

fakeDialogs()

const service = (serviceId: string, amount?: string): QuickPick => ({
  kind: 'service',
  serviceId,
  name: 'Gone Recharge',
  ...(amount === undefined ? {} : { amount }),
})
const islanet: QuickPick = {
  kind: 'international',
  country: { id: 'PHL', name: 'Philippines' },
  provider: { id: '7', name: 'Islanet' },
  amount: { name: 'Load 300', gets: money(decimal(300), 'PHP') },
}

let sold = 0
const aSold = (more: Partial<Sale> & { paid?: string } = {}): Sale => {
  const amount = money(decimal(more.paid ?? '50'), 'AED')
  return aSale({ id: `sale ${(sold += 1)}` as Sale['id'], state: 'succeeded', amount, pays: amount, ...more })
}

const open = (sales: Sale[] = []) =>
  renderPage(<QuickRow />, {
    at: '/sell',
    proxy: proxyWith((_, path) => (path === proxyPaths.sales ? { body: { sales } } : undefined)),
  })
const cardsOf = async (name: string) =>
  (await within(await screen.findByRole('region', { name })).findAllByRole('button'))
    .filter((card) => card.title !== '')
    .map(textOf)
/** What is read aloud: the letters of a picture and the digit of the key are not. */
function textOf(card: HTMLElement) {
  const copy = card.cloneNode(true) as HTMLElement
  for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove()
  return copy.textContent
}
const favorites = () => cardsOf(text('quick.favorites'))
const recents = () => cardsOf(text('quick.recent'))
const alt = (place: number, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.body, { key: '¡', code: `Digit${place}`, altKey: true, ...more })

beforeEach(() => {
  useQuickPicks.setState({ favorites: {}, recent: [] })
  useShortcuts.setState({ areOn: true })
  useDraft.getState().clear()
})

describe('the row of favorites', () => {
  it('is nothing at all without favorites and sales', async () => {
    const { container, seen } = open()
    await expect.poll(() => seen.map(({ path }) => path)).toContain(proxyPaths.sales)
    expect(container.textContent).toBe('')
  })

  it('shows favorites in their places, and what this terminal sold last in a row of its own with the names of the products', async () => {
    saveFavorites(amal.id, [service('qamra', '20'), islanet])
    open([
      aSold({ paid: '25', state: 'pending' }),
      aSold({ paid: '30', terminal: { id: 'another', name: 'Window' } }),
      aSold({ paid: '20' }),
      aSold({ serviceId: 'pack', paid: '45' }),
      aSold({ paid: '50' }),
      aSold({ paid: '50' }),
      aSold({ paid: '100' }),
      aSold({ paid: '200' }),
    ])
    await screen.findByText('AED 100')
    expect(await favorites()).toEqual(['Qamra AED 20', 'Islanet PHP 300'])
    expect(await recents()).toEqual([
      'Recently sold: Qamra Data AED 45',
      'Recently sold: Qamra Recharge AED 50',
      'Recently sold: Qamra Recharge AED 100',
      'Recently sold: Qamra Recharge AED 200',
    ])
  })

  it("shows the shop's favorites after those of the person, each product and amount once", async () => {
    saveFavorites(amal.id, [service('qamra', '20')])
    const settings = {
      ...tillSettings,
      favorites: [{ serviceId: 'qamra', amount: '20.00' }, { serviceId: 'qamra', amount: '75' }, { serviceId: 'gone' }],
    }
    renderPage(<QuickRow />, {
      at: '/sell',
      proxy: proxyWith(
        (_, path) => (path === proxyPaths.sales ? { body: { sales: [aSold({ paid: '75' })] } } : undefined),
        { settings },
      ),
    })
    await screen.findByText('AED 75')
    expect(await favorites()).toEqual(['Qamra AED 20', 'Qamra AED 75'])
    expect(screen.queryByRole('region', { name: text('quick.recent') })).not.toBeInTheDocument()
  })

  it('remembers recent sales for the next day, without what is sold no more', async () => {
    useQuickPicks.setState({ favorites: {}, recent: [service('gone', '5'), service('qamra', '10')] })
    open()
    expect(await recents()).toEqual(['Recently sold: Qamra Recharge AED 10'])
    expect(screen.queryByRole('region', { name: text('quick.favorites') })).not.toBeInTheDocument()
  })

  it('leaves a favorite that is not sold now in its place, and says why it does nothing', async () => {
    saveFavorites(amal.id, [service('gone', '5'), service('qamra')])
    const { place } = open()
    expect(await favorites()).toEqual(['Gone Recharge Not available now', 'Qamra Any amount'])
    const [gone] = screen.getAllByRole('button', { name: /Not available now/ })
    expect(gone).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(gone!)
    expect(place.path).toBe('/sell')
  })

  it('fills product and amount, and leaves the number that was typed before', async () => {
    saveFavorites(amal.id, [service('qamra', '20')])
    useDraft.getState().setNumber('0501234567')
    const { place } = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Qamra AED 20' }))
    expect(place.path).toBe('/sell/product/2')
    expect(useDraft.getState()).toMatchObject({ number: '0501234567', amount: '20' })
  })

  it('opens the international number with the amount that is wanted, by name and value alone', async () => {
    saveFavorites(amal.id, [islanet])
    const { place } = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Islanet PHP 300' }))
    expect(place.path).toBe('/sell/international/PHL/7')
    expect(useInternationalDraft.getState().choice).toMatchObject({ name: 'Load 300', gets: { currency: 'PHP' } })
    expect(useInternationalDraft.getState().choice?.id).not.toMatch(/^\d/)
  })
})

describe('Alt and a digit', () => {
  const openTwo = async () => {
    saveFavorites(amal.id, [service('pack'), service('qamra', '20')])
    const shown = open()
    await favorites()
    return shown
  }

  it('keeps its place when something else is sold', async () => {
    saveFavorites(amal.id, [service('qamra', '20')])
    const { place } = open([aSold({ paid: '50' }), aSold({ serviceId: 'pack', paid: '45' })])
    await recents()
    alt(1)
    await expect.poll(() => place.path).toBe('/sell/product/2')
    expect(useDraft.getState().amount).toBe('20')
    useDraft.getState().clear()
    alt(2)
    expect(useDraft.getState().amount).toBe('')
  })

  it('takes the card in that place, whatever the layout writes there', async () => {
    const { place } = await openTwo()
    expect(alt(2)).toBe(false)
    await expect.poll(() => place.path).toBe('/sell/product/2')
    expect(useDraft.getState().amount).toBe('20')
  })

  it.each<[string, KeyboardEventInit, () => void]>([
    ['while an input method composes', { isComposing: true }, () => {}],
    ['with Ctrl, as another sign is typed', { ctrlKey: true }, () => {}],
    [
      'while a dialog is open',
      {},
      () => document.body.append(Object.assign(document.createElement('dialog'), { open: true })),
    ],
    ['while shortcuts are off', {}, () => useShortcuts.setState({ areOn: false })],
  ])('does nothing %s', async (_, more, prepare) => {
    const { place } = await openTwo()
    prepare()
    alt(2, more)
    expect(useDraft.getState().amount).toBe('')
    expect(place.path).toBe('/sell')
    document.querySelector('body > dialog')?.remove()
  })
})

describe('the dialog of favorites', () => {
  it('moves them by keys and removes them; the focus goes along', async () => {
    const user = userEvent.setup()
    saveFavorites(amal.id, [service('pack'), service('qamra', '20'), islanet])
    open()
    await user.click(await screen.findByRole('button', { name: text('quick.edit') }))
    const dialog = within(screen.getByRole('dialog'))
    const later = dialog.getByRole('button', { name: text('quick.later', { what: 'Qamra Data, AED 45' }) })
    later.focus()
    await user.keyboard('{Enter}{Enter}')
    expect(later).toHaveFocus()
    expect(await favorites()).toEqual(['Qamra AED 20', 'Islanet PHP 300', 'Qamra AED 45'])

    await user.click(dialog.getByRole('button', { name: /^Remove.*Islanet, Philippines, PHP 300/ }))
    expect(await favorites()).toEqual(['Qamra AED 20', 'Qamra AED 45'])
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Remove.*Qamra Data/)
  })
})
