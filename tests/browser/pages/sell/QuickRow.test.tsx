// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'

import { useDraft } from '#browser/sale/draft.ts'
import { saveFavorites, useQuickPicks, type QuickPick } from '#browser/sale/favorites/saved-picks.ts'
import { QuickRow } from '#browser/pages/sell/QuickRow.tsx'
import { useInternationalDraft } from '#browser/sale/international/international.ts'
import { findSaleRequest } from '#browser/sale/sale-request.ts'
import { useShortcuts } from '#browser/lib/hotkeys.ts'
import type { TerminalSettings } from '#api/settings.ts'
import { decimal, money } from '#domain/money/money.ts'
import { findSaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { aSale } from '../../../support/a-shop.ts'
import { amal, proxyWith, tillSettings } from '../../../support/fake-proxy.ts'
import { press, renderPage } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

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

const open = (sales: Sale[] = [], favorites: TerminalSettings['favorites'] = []) => {
  const answer = (_: string, path: string) => (path === '/api/sales' ? { body: { sales } } : undefined)
  const proxy = proxyWith(answer, { settings: { ...tillSettings, favorites } })
  return renderPage(<QuickRow />, { at: '/sell', proxy })
}
const cardsOf = async (name: string) =>
  (await within(await screen.findByRole('region', { name })).findAllByRole('button'))
    .filter((card) => card.title !== '')
    .map(textOf)
/** What a screen reader reads: not the letters of a picture or the digit of the key. */
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

it('the row of favorites is hidden without favorites and sales', async () => {
  const { container, seen } = open()
  await expect.poll(() => seen.map(({ path }) => path)).toContain('/api/sales')
  expect(container.textContent).toBe('')
})

it("the row of favorites shows favorites in their places, and this terminal's last sales in a separate row with product names", async () => {
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
  expect(await favorites()).toEqual(['Qamra AED\u00a020', 'Islanet PHP\u00a0300'])
  expect(await recents()).toEqual([
    'Recently sold: Qamra Data AED\u00a045',
    'Recently sold: Qamra Recharge AED\u00a050',
    'Recently sold: Qamra Recharge AED\u00a0100',
    'Recently sold: Qamra Recharge AED\u00a0200',
  ])
})

it("the row of favorites shows the shop's favorites after those of the person, each product and amount once", async () => {
  saveFavorites(amal.id, [service('qamra', '20')])
  open(
    [aSold({ paid: '75' })],
    [{ serviceId: 'qamra', amount: '20.00' }, { serviceId: 'qamra', amount: '75' }, { serviceId: 'gone' }],
  )
  await screen.findByText('AED 75')
  expect(await favorites()).toEqual(['Qamra AED\u00a020', 'Qamra AED\u00a075'])
  expect(screen.queryByRole('region', { name: text('quick.recent') })).not.toBeInTheDocument()
})

it('the row of favorites keeps recent sales for the next day, without products that are no longer sold', async () => {
  useQuickPicks.setState({ favorites: {}, recent: [service('gone', '5'), service('qamra', '10')] })
  open()
  expect(await recents()).toEqual(['Recently sold: Qamra Recharge AED\u00a010'])
  expect(screen.queryByRole('region', { name: text('quick.favorites') })).not.toBeInTheDocument()
})

it('the row of favorites keeps a favorite that is not sold now in its place, and says why it does nothing', async () => {
  saveFavorites(amal.id, [service('gone', '5'), service('qamra')])
  const { place } = open()
  expect(await favorites()).toEqual(['Gone Recharge Not available now', 'Qamra Any amount'])
  const [gone] = screen.getAllByRole('button', { name: new RegExp(text('storefront.unavailable')) })
  expect(gone).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(gone!)
  expect(place.path).toBe('/sell')
})

it('a favorite fills in product and amount, and leaves the number that was typed before', async () => {
  saveFavorites(amal.id, [service('qamra', '20')])
  useDraft.getState().setNumber('05012345')
  const { place } = open()
  await press('Qamra AED\u00a020')
  expect(place.path).toBe('/sell/product/2')
  expect(useDraft.getState()).toMatchObject({ number: '05012345', amount: '20' })
})

it('a favorite opens the review of a complete number', async () => {
  saveFavorites(amal.id, [service('qamra', '20')])
  const { place } = open()
  useDraft.getState().setNumber('0501234567')
  await press('Qamra AED\u00a020')
  const id = findSaleId(place.path.replace('/sale/', ''))
  expect(id && findSaleRequest(id)).toMatchObject({
    content: { kind: 'direct', serviceId: 'qamra', amount: '20', account: '971501234567' },
  })
})

it('a favorite opens the international number with its amount, by name and value alone', async () => {
  saveFavorites(amal.id, [islanet])
  const { place } = open()
  await press('Islanet PHP\u00a0300')
  expect(place.path).toBe('/sell/international/PHL/7')
  expect(useInternationalDraft.getState().choice).toMatchObject({ name: 'Load 300', gets: { currency: 'PHP' } })
  expect(useInternationalDraft.getState().choice?.id).not.toMatch(/^\d/)
})

const openDialog = () => document.body.append(Object.assign(document.createElement('dialog'), { open: true }))

it('Alt and a digit takes the card in that place, whatever the keyboard layout types and whatever else is sold', async () => {
  saveFavorites(amal.id, [service('pack'), service('qamra', '20')])
  const { place } = open([aSold({ paid: '50' }), aSold({ serviceId: 'pack', paid: '45' })])
  await recents()
  expect(alt(2)).toBe(false)
  await expect.poll(() => place.path).toBe('/sell/product/2')
  expect(useDraft.getState().amount).toBe('20')
  useDraft.getState().clear()
  alt(3)
  expect(useDraft.getState().amount).toBe('')
})

it.each<[string, KeyboardEventInit, () => void]>([
  ['while an input method composes', { isComposing: true }, () => {}],
  ['with Ctrl, because it types another character', { ctrlKey: true }, () => {}],
  ['while a dialog is open', {}, openDialog],
  ['while shortcuts are off', {}, () => useShortcuts.setState({ areOn: false })],
])('Alt and a digit does nothing %s', async (_, more, prepare) => {
  saveFavorites(amal.id, [service('pack'), service('qamra', '20')])
  const { place } = open()
  await favorites()
  prepare()
  alt(2, more)
  expect(useDraft.getState().amount).toBe('')
  expect(place.path).toBe('/sell')
  document.querySelector('body > dialog')?.remove()
})

it('the dialog of favorites moves them with keys and removes them, and the focus follows', async () => {
  const user = userEvent.setup()
  saveFavorites(amal.id, [service('pack'), service('qamra', '20'), islanet])
  open()
  await press(text('quick.edit'))
  const dialog = within(screen.getByRole('dialog'))
  const later = dialog.getByRole('button', { name: text('quick.later', { what: 'Qamra Data, AED\u00a045' }) })
  later.focus()
  await user.keyboard('{Enter}{Enter}')
  expect(later).toHaveFocus()
  expect(await favorites()).toEqual(['Qamra AED\u00a020', 'Islanet PHP\u00a0300', 'Qamra AED\u00a045'])

  await user.click(dialog.getByRole('button', { name: /^Remove.*Islanet, Philippines, PHP\u00a0300/ }))
  expect(await favorites()).toEqual(['Qamra AED\u00a020', 'Qamra AED\u00a045'])
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Remove.*Qamra Data/)
})
