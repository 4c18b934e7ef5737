// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'

import SettingsPage from '#browser/pages/settings/SettingsPage.tsx'
import { blacken } from '#browser/pages/settings/logo-picture.ts'
import { DEFAULT_SETTINGS, type SetSettings, type Settings, type SettingsAnswer } from '#api/settings.ts'
import { paths, routes } from '#browser/paths.ts'
import { ONE_COLUMN } from '#browser/lib/use-media.ts'
import { hamad, proxyWith, refusal, tillSettings } from '../../../support/fake-proxy.ts'
import { renderPage, type FakeAnswer } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

const stale = refusal(409, 'stale-version')

/** The page with a server that stores what is saved, as the real server does. */
function open(
  stored: SettingsAnswer = DEFAULT_SETTINGS,
  media?: string,
  answer: () => FakeAnswer | undefined = () => undefined,
) {
  const shop = { settings: stored }
  const proxy = proxyWith(
    (method, path, body) => {
      if (path !== '/api/settings') return undefined
      if (method === 'GET') return { body: shop.settings }
      const other = answer()
      if (other) return other
      const { expected, ...wanted } = body as SetSettings
      const seen = { ...shop.settings, ...expected }
      if (JSON.stringify(seen) !== JSON.stringify(shop.settings)) return stale
      shop.settings = { ...shop.settings, ...wanted } as Settings
      return { body: shop.settings }
    },
    { person: hamad, settings: tillSettings },
  )
  const page = renderPage(
    { [routes.settings]: <SettingsPage />, [routes.settingsSection]: <SettingsPage /> },
    {
      at: paths.settings(),
      proxy,
      ...(media !== undefined && { media }),
    },
  )
  const saved = () => page.seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  return { ...page, shop, saved }
}

async function section(name: string) {
  await userEvent.click(await screen.findByRole('link', { name }))
  return screen.findByRole('form', { name })
}
/** Leaves the fields, and waits until the section is saved. */
async function saveAll(form: HTMLElement) {
  for (const field of within(form).queryAllByRole('textbox')) fireEvent.blur(field)
  const section = form.querySelector('h2')!.textContent
  expect(await screen.findByText(text('settings.saved', { section }))).toBeVisible()
}
const fill = (form: HTMLElement, label: Parameters<typeof text>[0], value: string) =>
  fireEvent.change(within(form).getByLabelText(text(label)), { target: { value } })

it('the settings page saves one section and does not change the others', async () => {
  const { saved, shop } = open()
  const receipt = await section(text('settings.receipt'))
  fill(receipt, 'settings.receipt.heading', 'Ahlan')
  await saveAll(receipt)
  expect(saved()).toEqual([
    { receipt: { heading: 'Ahlan', paperWidth: 80, copies: 1 }, expected: { receipt: DEFAULT_SETTINGS.receipt } },
  ])
  expect(shop.settings.quickAmounts).toEqual([])
})

it('the settings page keeps what was typed when another person saved the section, and shows their values in the other fields', async () => {
  const { saved, shop } = open()
  const receipt = await section(text('settings.receipt'))
  fill(receipt, 'settings.receipt.heading', 'Ahlan')
  shop.settings = { ...shop.settings, receipt: { ...shop.settings.receipt, heading: 'Hello', footer: 'Come again' } }
  fireEvent.blur(within(receipt).getByLabelText(text('settings.receipt.heading')))
  expect(await within(receipt).findByRole('alert')).toHaveTextContent(text('settings.stale'))
  expect(within(receipt).getByLabelText(text('settings.receipt.heading'))).toHaveValue('Ahlan')
  expect(within(receipt).getByLabelText(text('settings.receipt.footer'))).toHaveValue('Come again')
  expect(saved()).toHaveLength(1)
  await userEvent.click(within(receipt).getByRole('button', { name: text('limits.saveShop') }))
  await saveAll(receipt)
  expect(shop.settings.receipt).toMatchObject({ heading: 'Ahlan', footer: 'Come again' })
  expect(saved()).toHaveLength(2)
})

it('the settings page asks for the name of the tax number only when there is a number, and saves no name without it', async () => {
  const { shop } = open()
  const receipt = await section(text('settings.receipt'))
  const name = () => within(receipt).queryByLabelText(text('settings.receipt.taxName'))
  expect(name()).toBeNull()
  fill(receipt, 'settings.receipt.taxNumber', '100223344')
  fill(receipt, 'settings.receipt.taxName', 'TRN')
  const preview = screen.getByRole('region', { name: text('settings.receipt.preview') })
  expect(preview).toHaveTextContent('TRN100223344')
  fill(receipt, 'settings.receipt.taxNumber', '')
  expect(name()).toBeNull()
  fill(receipt, 'settings.receipt.footer', 'Bye')
  await saveAll(receipt)
  expect(shop.settings.receipt).toEqual({ footer: 'Bye', paperWidth: 80, copies: 1 })
})

it.each([
  [text('settings.quick'), 'settings.quick.amounts', '1,2,3,4,5,6,7', 'settings.quick.tooMany'],
  [text('settings.quick'), 'settings.quick.amounts', '10, 0', 'settings.quick.zero'],
  [text('settings.quick'), 'settings.quick.amounts', '5,100', 'limits.problem.unreadable'],
  [text('settings.quick'), 'settings.quick.amounts', '1.234', 'limits.problem.decimals'],
  [text('settings.pictures'), 'settings.pictures.hosts', 'https://cdn.example/a', 'settings.pictures.bad'],
] as const)(
  'the settings page in %s %s rejects a %s, says why beside it, and saves nothing',
  async (name, label, typed, problem) => {
    const { saved } = open()
    const form = await section(name)
    fill(form, label, typed)
    expect(within(form).getByText(text(problem))).toBeVisible()
    fireEvent.blur(within(form).getByLabelText(text(label)))
    expect(within(form).getByText(text('settings.notYet'))).toBeVisible()
    await section(text('settings.day'))
    expect(saved()).toEqual([])
  },
)

it('the settings page turns on payment methods, and the first choice is always one of them', async () => {
  const { shop } = open()
  const form = await section(text('settings.payments'))
  await userEvent.click(within(form).getByRole('switch', { name: text('settings.payments.ask') }))
  await userEvent.click(within(form).getByRole('switch', { name: text('settings.payments.cash') }))
  await saveAll(form)
  expect(shop.settings.payments).toEqual({ methods: ['card'], default: 'card' })
})

it('the settings page adds a product with an amount for all tills, once', async () => {
  const { shop } = open()
  const form = await section(text('settings.favorites'))
  await userEvent.selectOptions(within(form).getByRole('combobox'), 'Qamra Recharge')
  fill(form, 'settings.favorites.amount', '20')
  await userEvent.click(within(form).getByRole('button', { name: text('settings.favorites.add') }))
  expect(within(form).getByText('Qamra Recharge, AED 20.00')).toBeVisible()
  await saveAll(form)
  expect(shop.settings.favorites).toEqual([{ serviceId: 'qamra', amount: '20' }])
})

it('the settings page saves what is turned on, and nothing of what is turned off', async () => {
  const { shop } = open()
  const turnOn = async (name: string, label: Parameters<typeof text>[0]) => {
    const form = await section(name)
    await userEvent.click(within(form).getByRole('switch', { name: text(label) }))
    return form
  }
  const scam = await turnOn(text('settings.scam'), 'settings.scam.ask')
  expect(within(scam).getByText(text('settings.scam.empty'))).toBeVisible()
  fill(scam, 'settings.scam.quantity', '2')
  await saveAll(scam)
  await turnOn(text('settings.privacy'), 'settings.privacy.mask')
  await userEvent.click(screen.getByRole('button', { name: text('limits.saveShop') }))
  expect(await screen.findByRole('button', { name: text('limits.saved') })).toBeVisible()
  await saveAll(await turnOn(text('settings.drawer'), 'settings.drawer.count'))
  const stored = { fraudWarning: { quantityAbove: 2 }, retentionMonths: 24, drawer: { varianceReasonThreshold: '0' } }
  expect(shop.settings).toMatchObject(stored)
})

it('counting drawers warns that every sale counts as cash only where payment recording is off', async () => {
  const warning = async () => {
    const form = await section(text('settings.drawer'))
    await userEvent.click(within(form).getByRole('switch', { name: text('settings.drawer.count') }))
    await saveAll(form)
    return within(form).queryByText(text('settings.drawer.allCash'))
  }
  const { unmount } = open()
  expect(await warning()).toBeVisible()
  unmount()
  open({ ...DEFAULT_SETTINGS, payments: { methods: ['cash', 'card'], default: 'cash' } })
  expect(await warning()).not.toBeInTheDocument()
})

it('the dots of a logo are black or white, and together as dark as the picture', () => {
  const [width, height] = [40, 40]
  const data = new Uint8ClampedArray(width * height * 4).map((_, at) => (at % 4 === 3 ? 255 : 64))
  blacken({ data, width, height })
  const dots = Array.from({ length: width * height }, (_, at) => data[at * 4]!)
  expect(new Set(dots)).toEqual(new Set([0, 255]))
  expect(dots.filter((dot) => dot === 255).length / dots.length).toBeCloseTo(64 / 255, 1)
  const black = new Uint8ClampedArray(16).map((_, at) => (at % 4 === 3 ? 255 : 0))
  blacken({ data: black, width: 2, height: 2 })
  expect([...black].filter((_, at) => at % 4 !== 3)).toEqual(Array(12).fill(0))
})

it('the settings page changes the time zone while nothing was sold', async () => {
  const { shop, saved } = open()
  const day = await section(text('settings.day'))
  fill(day, 'settings.day.zone', 'Asia/Muscat')
  await saveAll(day)
  expect(shop.settings).toMatchObject({ timeZone: 'Asia/Muscat', dayStartHour: 0 })
  expect(saved()).toMatchObject([{ expected: { timeZone: 'Asia/Dubai', dayStartHour: 0 } }])
})

it.each([
  { by: 'sales', says: 'settings.day.zoneSold' },
  { by: 'administrator', says: 'settings.day.zoneSet' },
] as const)('the settings page shows the time zone that is fixed by $by, and saves the rest', async ({ by, says }) => {
  const { saved } = open({ ...DEFAULT_SETTINGS, timeZoneFixedBy: by })
  const day = await section(text('settings.day'))
  expect(within(day).getByText(text(says, { zone: 'Asia/Dubai' }))).toBeVisible()
  expect(within(day).queryByLabelText(text('settings.day.zone'))).toBeNull()
  fill(day, 'settings.day.starts', '4')
  await saveAll(day)
  expect(saved()).toEqual([{ dayStartHour: 4, expected: { dayStartHour: 0 } }])
})

/** A toast ignores presses for a moment after it appears. */
const undo = (isDone: () => void) =>
  waitFor(async () => {
    const key = screen.queryByRole('button', { name: text('list.undo') })
    if (key) fireEvent.click(key)
    await waitFor(isDone, { timeout: 100 })
  })

it('a saved change is undone, unless another person changed the setting since', async () => {
  const { saved, shop } = open()
  const form = await section(text('settings.quick'))
  const field = within(form).getByRole('textbox')
  fill(form, 'settings.quick.amounts', '10, 25')
  await saveAll(form)
  await undo(() => expect(shop.settings.quickAmounts).toEqual([]))
  expect(saved()[1]).toEqual({ quickAmounts: [], expected: { quickAmounts: ['10', '25'] } })
  expect(await screen.findByText(text('settings.undone'))).toBeVisible()
  await waitFor(() => expect(field).toHaveValue(''))

  fill(form, 'settings.quick.amounts', '15')
  await saveAll(form)
  shop.settings = { ...shop.settings, quickAmounts: ['99'] }
  await undo(() => expect(screen.getByText(text('settings.undoStale'))).toBeVisible())
  expect(shop.settings.quickAmounts).toEqual(['99'])
})

it('a text is saved once after a pause, as it was typed, and its undo restores what was there before', async () => {
  const { saved, shop } = open()
  const form = await section(text('settings.receipt'))
  const heading = within(form).getByLabelText(text('settings.receipt.heading'))
  for (const typed of ['A', 'Ah', 'Ahlan', 'Ahlan ']) fill(form, 'settings.receipt.heading', typed)
  await waitFor(() => expect(shop.settings.receipt.heading).toBe('Ahlan'))
  await screen.findByText(text('settings.saved', { section: text('settings.receipt') }))
  expect(heading).toHaveValue('Ahlan ')
  for (const typed of ['Ahlan w', 'Ahlan wa ']) fill(form, 'settings.receipt.heading', typed)
  fireEvent.blur(heading)
  await waitFor(() => expect(heading).toHaveValue('Ahlan wa'))
  expect(saved().map((change) => (change as SetSettings).receipt?.heading)).toEqual(['Ahlan', 'Ahlan wa'])
  await undo(() => expect(shop.settings.receipt.heading).toBeUndefined())
  await waitFor(() => expect(heading).toHaveValue(''))
})

it('a text is saved when its section is left, and a section without changes shows those of others', async () => {
  const { shop } = open()
  const quick = await section(text('settings.quick'))
  fill(quick, 'settings.quick.amounts', '10')
  const brand = await section(text('settings.brand'))
  await waitFor(() => expect(shop.settings.quickAmounts).toEqual(['10']))
  shop.settings = { ...shop.settings, brand: { accent: 'plum', name: 'Corner' } }
  await undo(() => expect(shop.settings.quickAmounts).toEqual([]))
  expect(await within(brand).findByDisplayValue('Corner')).toBeVisible()
  expect(within(brand).getByRole('radio', { name: text('settings.brand.accent.plum') })).toBeChecked()
})

it('after a failure, nothing is sent again until the button or the next change', async () => {
  let isAway = true
  const { saved, shop } = open(DEFAULT_SETTINGS, undefined, () => (isAway ? 'no answer' : undefined))
  const form = await section(text('settings.times'))
  await userEvent.click(within(form).getByRole('switch'))
  expect(await within(form).findByRole('alert')).toBeVisible()
  expect(saved()).toHaveLength(1)
  isAway = false
  await userEvent.click(within(form).getByRole('button', { name: text('limits.saveShop') }))
  await saveAll(form)
  expect(shop.settings.timesByPerson).toBe(true)
  expect(within(form).queryByRole('alert')).toBeNull()
})

const FAVORITES = [{ serviceId: 'qamra', amount: '20' }, { serviceId: 'qamra', amount: '50' }, { serviceId: 'qamra' }]
const valuesIn = (part: HTMLElement) =>
  within(part)
    .getAllByRole('listitem')
    .map(({ textContent }) => /\d+(?=\.00|$)/.exec(textContent)?.[0])

it('favorites are moved with their keys, and the preview follows', async () => {
  const { shop } = open({ ...DEFAULT_SETTINGS, favorites: FAVORITES, quickAmounts: ['15'] })
  const form = await section(text('settings.favorites'))
  const preview = screen.getByRole('complementary', { name: text('settings.preview') })
  expect(valuesIn(form)).toEqual(['20', '50', undefined])
  expect(valuesIn(preview)).toEqual(['15', '20', '50', undefined])
  const up = within(form).getByRole('button', {
    name: text('quick.earlier', { what: 'Qamra Recharge, AED\u00a050.00' }),
  })
  await userEvent.click(up)
  await waitFor(() => expect(shop.settings.favorites[0]).toEqual(FAVORITES[1]))
  expect(valuesIn(form)).toEqual(['50', '20', undefined])
  expect(valuesIn(preview)).toEqual(['15', '50', '20', undefined])
  expect(up).toHaveFocus()
  await userEvent.click(up)
  expect(shop.settings.favorites).toHaveLength(3)
})

it('the brand is shown as it is chosen, before it is saved', async () => {
  open()
  const form = await section(text('settings.brand'))
  const preview = screen.getByRole('complementary', { name: text('settings.preview') })
  fill(form, 'settings.brand.name', 'Corner')
  fill(form, 'settings.brand.phone', '04 555 0100')
  expect(within(preview).getByText('Corner')).toBeVisible()
  expect(within(preview).getByText('04 555 0100')).toBeVisible()
  await saveAll(form)
})

it('the index shows the sections that have the typed words, and Enter opens the first', async () => {
  const { place } = open()
  const links = () => within(screen.getByRole('navigation', { name: text('settings.title') })).getAllByRole('link')
  const search = await screen.findByRole('searchbox', { name: text('settings.find') })
  expect(links().map(({ textContent }) => textContent)).toContain(text('limits.tab'))
  await userEvent.type(search, 'logo')
  expect(links().map(({ textContent }) => textContent)).toEqual([text('settings.brand'), text('settings.receipt')])
  await userEvent.clear(search)
  await userEvent.type(search, 'paper width{Enter}')
  expect(place.path).toBe(paths.settings('receipt'))
  expect(await screen.findByRole('form', { name: text('settings.receipt') })).toBeVisible()
  await userEvent.clear(search)
  await userEvent.type(search, 'zebra')
  expect(screen.getByText(text('search.none', { text: 'zebra' }))).toBeVisible()
})

it('in one column, the index is one page and the section the next', async () => {
  const { place } = open(DEFAULT_SETTINGS, ONE_COLUMN)
  await userEvent.click(await screen.findByRole('link', { name: text('settings.drawer') }))
  expect(await screen.findByRole('form', { name: text('settings.drawer') })).toBeVisible()
  expect(screen.queryByRole('navigation')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: text('settings.all') }))
  expect(place.path).toBe(paths.settings())
  expect(screen.queryByRole('form', { name: text('settings.drawer') })).toBeNull()
})

it('orders from phones are turned on with one switch, and the section says if customers cannot open the server', async () => {
  const { shop, unmount } = open({ ...DEFAULT_SETTINGS, hasNoAddress: true })
  const form = await section(text('settings.phone'))
  expect(within(form).getByText(text('settings.phone.noAddress'))).toBeVisible()
  await userEvent.click(within(form).getByRole('switch', { name: text('settings.phone.allow') }))
  await saveAll(form)
  expect(shop.settings.phoneOrders).toBe(true)
  unmount()
  open()
  const other = await section(text('settings.phone'))
  expect(within(other).queryByText(text('settings.phone.noAddress'))).not.toBeInTheDocument()
})
