// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import SettingsPage from '#browser/pages/staff/settings/SettingsPage.tsx'
import { blacken } from '#browser/pages/staff/settings/logo-picture.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { DEFAULT_SETTINGS, type SetSettings, type Settings } from '#contract/proxy/settings.ts'
import { hamad, proxyWith, tillSettings } from '../../../../support/fake-proxy.ts'
import { renderPage } from '../../../../support/render-page.tsx'
import { text } from '../../../../support/texts.ts'

const stale = { status: 409, body: { code: 'stale-version', message: 'Somebody else.', moneyMoved: 'no' } }

/** The page over a proxy that stores what is saved, as the real one does. */
function open(stored: Settings = DEFAULT_SETTINGS) {
  const shop = { settings: stored }
  const proxy = proxyWith(
    (method, path, body) => {
      if (path !== proxyPaths.settings) return undefined
      if (method === 'GET') return { body: shop.settings }
      const { expected, ...wanted } = body as SetSettings
      const seen = { ...shop.settings, ...expected }
      if (JSON.stringify(seen) !== JSON.stringify(shop.settings)) return stale
      shop.settings = { ...shop.settings, ...wanted } as Settings
      return { body: shop.settings }
    },
    { person: hamad, settings: tillSettings },
  )
  const page = renderPage(<SettingsPage />, { at: '/settings', proxy })
  const saved = () => page.seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  return { ...page, shop, saved }
}

const section = (name: string) => screen.findByRole('form', { name })
const save = async (form: HTMLElement) => userEvent.click(within(form).getByRole('button', { name: /^(Save|Saved)$/ }))

describe('the settings page', () => {
  it('saves one section and leaves the others as they are', async () => {
    const { saved, shop } = open()
    const receipt = await section(text('settings.receipt'))
    await userEvent.type(within(receipt).getByLabelText(text('settings.receipt.heading')), 'Welcome')
    // Not saved here.
    await userEvent.type(within(await section(text('settings.quick'))).getByRole('textbox'), '10, 25')
    await save(receipt)
    expect(await within(receipt).findByRole('button', { name: text('limits.saved') })).toBeVisible()
    expect(saved()).toEqual([
      { receipt: { heading: 'Welcome', paperWidth: 80, copies: 1 }, expected: { receipt: DEFAULT_SETTINGS.receipt } },
    ])
    expect(shop.settings.quickAmounts).toEqual([])
    expect(within(await section(text('settings.quick'))).getByRole('textbox')).toHaveValue('10, 25')
  })

  it('keeps what was typed when somebody else changed the section, and shows theirs in the other fields', async () => {
    const { saved, shop } = open()
    const receipt = await section(text('settings.receipt'))
    const [heading, footer] = [text('settings.receipt.heading'), text('settings.receipt.footer')].map((label) =>
      within(receipt).getByLabelText(label),
    )
    await userEvent.type(heading!, 'Welcome')
    shop.settings = { ...shop.settings, receipt: { ...shop.settings.receipt, heading: 'Hello', footer: 'Come again' } }
    await save(receipt)
    expect(await within(receipt).findByRole('alert')).toHaveTextContent(text('settings.stale'))
    expect(heading).toHaveValue('Welcome')
    expect(footer).toHaveValue('Come again')
    await save(receipt)
    expect(await within(receipt).findByRole('button', { name: text('limits.saved') })).toBeVisible()
    expect(shop.settings.receipt).toMatchObject({ heading: 'Welcome', footer: 'Come again' })
    expect(saved()).toHaveLength(2)
  })

  it('asks what the tax number is called only where there is a number, and saves no name without it', async () => {
    const { shop } = open()
    const receipt = await section(text('settings.receipt'))
    const name = () => within(receipt).queryByLabelText(text('settings.receipt.taxName'))
    expect(name()).toBeNull()
    const number = within(receipt).getByLabelText(text('settings.receipt.taxNumber'))
    await userEvent.type(number, '100223344')
    await userEvent.type(name()!, 'TRN')
    expect(within(receipt).getByRole('region', { name: text('settings.receipt.preview') })).toHaveTextContent(
      'TRN100223344',
    )
    await userEvent.clear(number)
    await userEvent.type(within(receipt).getByLabelText(text('settings.receipt.footer')), 'Bye')
    await save(receipt)
    expect(await within(receipt).findByRole('button', { name: text('limits.saved') })).toBeVisible()
    expect(shop.settings.receipt).toEqual({ footer: 'Bye', paperWidth: 80, copies: 1 })
  })

  it.each([
    [text('settings.quick'), 'settings.quick.amounts', '1,2,3,4,5,6,7', 'settings.quick.tooMany'],
    [text('settings.quick'), 'settings.quick.amounts', '10, 0', 'settings.quick.zero'],
    [text('settings.quick'), 'settings.quick.amounts', '1.234', 'limits.problem.decimals'],
    [text('settings.pictures'), 'settings.pictures.hosts', 'https://cdn.example/a', 'settings.pictures.bad'],
    [text('settings.wallet'), 'settings.wallet.days', '61', 'settings.wallet.daysRule'],
  ] as const)(
    'in %s %s does not take %s, says why beside the field, and saves nothing',
    async (name, label, typed, problem) => {
      const { saved } = open()
      const form = await section(name)
      await userEvent.type(within(form).getByLabelText(text(label)), typed)
      expect(within(form).getByText(text(problem))).toBeVisible()
      await userEvent.click(within(form).getByRole('button', { name: text('limits.fix') }))
      expect(saved()).toEqual([])
    },
  )

  it('turns on payment methods, and the one chosen first is always one of them', async () => {
    const { shop } = open()
    const form = await section(text('settings.payments'))
    await userEvent.click(within(form).getByRole('switch', { name: text('settings.payments.ask') }))
    await userEvent.click(within(form).getByRole('switch', { name: text('settings.payments.cash') }))
    await save(form)
    expect(await within(form).findByRole('button', { name: text('limits.saved') })).toBeVisible()
    expect(shop.settings.payments).toEqual({ methods: ['card'], default: 'card' })
  })

  it('adds a product with an amount for all tills, once', async () => {
    const { shop } = open()
    const form = await section(text('settings.favorites'))
    await userEvent.selectOptions(within(form).getByRole('combobox'), 'Qamra Recharge')
    await userEvent.type(within(form).getByLabelText(text('settings.favorites.amount')), '20')
    await userEvent.click(within(form).getByRole('button', { name: text('settings.favorites.add') }))
    expect(within(form).getByText('Qamra Recharge, AED 20.00')).toBeVisible()
    await save(form)
    expect(await within(form).findByRole('button', { name: text('limits.saved') })).toBeVisible()
    expect(shop.settings.favorites).toEqual([{ serviceId: 'qamra', amount: '20' }])
  })

  it('saves what is turned on, and nothing of what is turned off', async () => {
    const { shop } = open()
    const turnOn = async (name: string, label: Parameters<typeof text>[0]) => {
      const form = await section(name)
      await userEvent.click(within(form).getByRole('switch', { name: text(label) }))
      return form
    }
    const scam = await turnOn('Scam stop', 'settings.scam.ask')
    expect(within(scam).getByText(text('settings.scam.empty'))).toBeVisible()
    await userEvent.type(within(scam).getByLabelText(text('settings.scam.quantity')), '2')
    await save(scam)
    await within(scam).findByRole('button', { name: text('limits.saved') })
    const privacy = await turnOn('Privacy', 'settings.privacy.mask')
    await save(privacy)
    await within(privacy).findByRole('button', { name: text('limits.saved') })
    const drawer = await turnOn('Cash drawer', 'settings.drawer.count')
    await save(drawer)
    await within(drawer).findByRole('button', { name: text('limits.saved') })
    expect(shop.settings).toMatchObject({
      scamStop: { quantityAbove: 2 },
      retentionMonths: 24,
      drawer: { reasonAbove: '0' },
    })
  })
})

describe('counting the drawers', () => {
  const turnOn = async () => {
    const form = await section(text('settings.drawer'))
    await userEvent.click(within(form).getByRole('switch', { name: text('settings.drawer.count') }))
    return within(form)
  }

  it('warns that every sale counts as cash where payment is off', async () => {
    open()
    expect((await turnOn()).getByText(text('settings.drawer.allCash'))).toBeVisible()
  })

  it('says nothing of it where sales note how they are paid', async () => {
    open({ ...DEFAULT_SETTINGS, payments: { methods: ['cash', 'card'], default: 'cash' } })
    expect((await turnOn()).queryByText(text('settings.drawer.allCash'))).not.toBeInTheDocument()
  })
})

describe('the dots of a logo', () => {
  it('are black or white, and as dark together as the picture', () => {
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
})
