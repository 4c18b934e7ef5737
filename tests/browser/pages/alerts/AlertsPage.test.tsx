// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'

import { formatTime } from '#browser/i18n/format-time.ts'
import type { MessageId } from '#browser/i18n/locale.ts'
import AlertsPage from '#browser/pages/alerts/AlertsPage.tsx'
import { paths } from '#browser/paths.ts'
import type { Alerts } from '#api/alerts.ts'
import { DEFAULT_SETTINGS, type Settings } from '#api/settings.ts'
import { DEFAULT_ALERT_CONDITIONS } from '#domain/alerts.ts'
import { hamad, proxyWith, refusal } from '../../../support/fake-proxy.ts'
import { renderPage, type FakeAnswer } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

const { channels, unknownMinutes, summaryTime } = DEFAULT_ALERT_CONDITIONS
const nothingSetUp = {
  allowsPrivate: false,
  email: { isOn: false, host: '', port: 465, security: 'tls', user: '', from: '', recipients: [], hasPassword: false },
  webhook: { isOn: false, url: '', hasSecret: false },
  push: { publicKey: 'BAAA', devices: [] },
  kinds: ['wallet-below', 'wallet-days', 'sale-unknown', 'selling-stopped', 'service-away', 'day-summary'],
  choice: { channels: channels as Alerts['choice']['channels'], unknownMinutes, summaryTime, language: 'en' },
  failed: [],
} satisfies Alerts

type Scene = {
  alerts?: Partial<Alerts>
  settings?: Partial<Settings>
  answer?: (method: string, path: string, body: unknown) => FakeAnswer | undefined
}

function openAlerts({ alerts = {}, settings = {}, answer = () => undefined }: Scene = {}) {
  const all: Alerts = { ...nothingSetUp, ...alerts }
  const shop: Settings = { ...DEFAULT_SETTINGS, ...settings }
  const proxy = proxyWith(
    (method, path, body) => {
      const own = answer(method, path, body)
      if (own) return own
      if (path === '/api/settings') return { body: shop }
      if (path.startsWith('/api/alerts')) return { body: all }
      if (path === '/api/wallet') return { body: { balance: { amount: '4318.50', currency: 'AED' }, readAt: 0 } }
      return undefined
    },
    { person: hamad },
  )
  return renderPage(<AlertsPage />, { at: paths.alerts(), proxy })
}

const cardOf = async (name: string) => screen.findByRole('region', { name })
/** Opens the dialog of a channel with the button of its card. */
async function openWay(name: string, control: (card: ReturnType<typeof within>) => HTMLElement) {
  await userEvent.click(control(within(await cardOf(name))))
  const dialog = within(screen.getByRole('dialog', { hidden: true }))
  const fill = (label: MessageId, value: string) =>
    fireEvent.change(dialog.getByLabelText(text(label)), { target: { value } })
  return { dialog, fill, save: () => userEvent.click(dialog.getByText(text('shopAlerts.save'))) }
}
const boxOf = (channel: string, kind: string) =>
  screen.findByRole('checkbox', { name: new RegExp(`^${channel}, ${kind}`) })
const sentTo = (seen: { method: string; path: string; body: unknown }[], path: string) =>
  seen.filter((one) => one.path === path && one.method !== 'GET').map(({ body }) => body)

const edit = (card: ReturnType<typeof within>) => card.getByText(text('shopAlerts.edit'))

afterEach(() => vi.unstubAllGlobals())

it('a failing channel says why in words, and when it is tried again', async () => {
  const last = { at: 0, state: 'waiting', isTest: false, nextAt: 600_000, problem: 'no-reply' } as const
  openAlerts({ alerts: { webhook: { isOn: true, url: 'https://hooks.sidra.example/till', hasSecret: true, last } } })
  const card = await cardOf(text('shopAlerts.webhook'))
  expect(within(card).getByRole('switch')).toBeChecked()
  expect(card).toHaveTextContent('https://hooks.sidra.example/till')
  expect(card).toHaveTextContent(text('shopAlerts.problem.no-reply'))
  expect(card).toHaveTextContent(formatTime(600_000))
})

it('turning on a channel that was never set up asks where to send, and sends what was typed once', async () => {
  const { seen } = openAlerts()
  const { dialog, fill, save } = await openWay(text('shopAlerts.webhook'), (card) => card.getByRole('switch'))
  fill('shopAlerts.webhook.url', 'http://hooks.sidra.example/till')
  // Plain http is not offered where the administrator does not allow private networks.
  expect(dialog.getByText(text('shopAlerts.webhook.urlMissing'))).toBeVisible()
  fill('shopAlerts.webhook.url', 'https://hooks.sidra.example/till')
  // A new webhook begins with a generated secret, which is readable until it is saved.
  const created = dialog.getByLabelText<HTMLInputElement>(text('shopAlerts.webhook.secret'))
  expect(created).toHaveAttribute('type', 'text')
  expect(Buffer.from(/^whsec_(.+)$/.exec(created.value)?.[1] ?? '', 'base64')).toHaveLength(32)
  fill('shopAlerts.webhook.secret', 'a secret of another form')
  expect(dialog.getByText(text('shopAlerts.webhook.secretMissing'))).toBeVisible()
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  fill('shopAlerts.webhook.secret', secret)
  await save()
  expect(sentTo(seen, '/api/alerts/webhook')).toEqual([{ isOn: true, url: 'https://hooks.sidra.example/till', secret }])
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
})

it('a stored password is kept while its server stays the same, and is asked for when the server changes', async () => {
  const server = { isOn: true, host: 'mail.sidra.example', user: 'till', from: 'till@sidra.example' }
  const email = { ...nothingSetUp.email, ...server, recipients: ['owner@sidra.example'], hasPassword: true }
  const { seen } = openAlerts({ alerts: { email } })
  const { dialog, fill, save } = await openWay(text('shopAlerts.email'), edit)
  expect(dialog.getByLabelText(text('shopAlerts.email.password'))).toHaveValue('')
  fill('shopAlerts.email.recipients', 'owner@sidra.example\nhamad')
  expect(dialog.getByText(text('shopAlerts.email.recipientsMissing'))).toBeVisible()
  fill('shopAlerts.email.recipients', 'owner@sidra.example\nhamad@sidra.example')
  fill('shopAlerts.email.host', 'mail.sidra.examplex')
  expect(dialog.getByText(text('shopAlerts.email.passwordMissing'))).toBeVisible()
  fill('shopAlerts.email.host', 'mail.sidra.example')
  await save()
  expect(sentTo(seen, '/api/alerts/email')).toMatchObject([
    { host: 'mail.sidra.example', recipients: ['owner@sidra.example', 'hamad@sidra.example'] },
  ])
  expect(sentTo(seen, '/api/alerts/email')[0]).not.toHaveProperty('password')
})

it('an address that the server does not send to is rejected with a reason', async () => {
  openAlerts({
    answer: (method, path) =>
      method === 'PUT' && path === '/api/alerts/webhook' ? refusal(422, 'invalid-operation') : undefined,
    alerts: { webhook: { isOn: false, url: 'https://10.0.0.1/', hasSecret: true } },
  })
  const { dialog, save } = await openWay(text('shopAlerts.webhook'), edit)
  expect(dialog.getByText(text('shopAlerts.secretSet'))).toBeVisible()
  await save()
  expect(await dialog.findByRole('alert', { hidden: true })).toHaveTextContent(text('shopAlerts.addressRefused'))
})

it('without https this device says what it needs, and cannot be turned on', async () => {
  vi.stubGlobal('isSecureContext', false)
  openAlerts()
  const card = await cardOf(text('shopAlerts.push'))
  expect(await within(card).findByText(text('shopAlerts.push.insecure'))).toBeVisible()
  expect(within(card).getByRole('switch')).toBeDisabled()
})

it("this device is turned on with the browser's permission, and the server gets its address", async () => {
  const requestPermission = stubPush('granted')
  const { seen } = openAlerts()
  const card = await cardOf(text('shopAlerts.push'))
  await waitFor(() => expect(within(card).getByRole('switch')).toBeEnabled())
  await userEvent.click(within(card).getByRole('switch'))
  await waitFor(() => expect(sentTo(seen, '/api/alerts/devices')).toHaveLength(1))
  expect(requestPermission).toHaveBeenCalledTimes(1)
  expect(sentTo(seen, '/api/alerts/devices')).toEqual([
    { endpoint: 'https://push.example/abc', p256dh: '-_8', auth: '-_8' },
  ])
})

it('a person who denies the permission is not asked anything else', async () => {
  stubPush('default')
  const { seen } = openAlerts()
  const card = await cardOf(text('shopAlerts.push'))
  await waitFor(() => expect(within(card).getByRole('switch')).toBeEnabled())
  await userEvent.click(within(card).getByRole('switch'))
  await waitFor(() => expect(within(card).getByRole('switch')).toHaveAttribute('aria-busy', 'false'))
  expect(sentTo(seen, '/api/alerts/devices')).toEqual([])
})

/** A browser whose push service answers as the web platform specifies. */
function stubPush(permission: NotificationPermission) {
  const requestPermission = vi.fn(async () => permission)
  const subscription = {
    endpoint: 'https://push.example/abc',
    getKey: () => Uint8Array.of(0xfb, 0xff).buffer,
    unsubscribe: async () => true,
  }
  const pushManager = { getSubscription: async () => null, subscribe: async () => subscription }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PushManager', Object)
  vi.stubGlobal('Notification', { permission: 'default', requestPermission })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  })
  return requestPermission
}

const webhook = { isOn: true, url: 'https://hooks.example/', hasSecret: true }

it('only the alerts that the till can send are listed, and while a channel is off its boxes say so', async () => {
  openAlerts({ alerts: { webhook } })
  const off = expect.stringContaining(text('shopAlerts.wayOff'))
  const stopped = text('shopAlerts.kind.selling-stopped')
  expect(await boxOf(text('shopAlerts.email'), stopped)).toHaveAccessibleName(off)
  expect(await boxOf(text('shopAlerts.webhook'), stopped)).not.toHaveAccessibleName(off)
  expect(await boxOf(text('shopAlerts.email'), stopped)).toBeDisabled()
  expect(await boxOf(text('shopAlerts.email'), stopped)).not.toBeChecked()
  expect(await boxOf(text('shopAlerts.webhook'), stopped)).toBeChecked()
  expect(await boxOf(text('shopAlerts.email'), "A sale's result is unknown")).toBeVisible()
  expect(screen.queryByText(text('shopAlerts.noneYet'))).toBeNull()
  expect(screen.queryByText(text('shopAlerts.kind.drawer-difference'))).toBeNull()
})

it('changes are saved together, and the low-balance amounts are shown and set beside the balance', async () => {
  const wallet = { ...DEFAULT_SETTINGS.wallet, line: { amount: '1500.00', currency: 'AED' } }
  const { seen } = openAlerts({ settings: { wallet }, alerts: { webhook } })
  await userEvent.click(await boxOf(text('shopAlerts.webhook'), text('shopAlerts.kind.selling-stopped')))
  const link = (id: 'wallet-below' | 'wallet-days') =>
    screen.getByRole('link', { name: `${text('shopAlerts.edit')}, ${text(`shopAlerts.kind.${id}`)}` })
  expect(link('wallet-below')).toHaveAttribute('href', paths.wallet())
  expect(link('wallet-below').parentElement).toHaveTextContent('AED 1,500.00')
  expect(link('wallet-days').parentElement).toHaveTextContent(text('shopAlerts.off'))
  const raise = `${text('limits.raise')}, ${text('shopAlerts.kind.sale-unknown')}`
  await userEvent.click(screen.getByRole('button', { name: raise }))
  const time = screen.getByLabelText(text('shopAlerts.kind.day-summary'))
  fireEvent.change(time, { target: { value: '9' } })
  expect(screen.getByRole('button', { name: text('shopAlerts.unusable') })).toBeVisible()
  fireEvent.change(time, { target: { value: '905' } })
  await userEvent.click(screen.getByRole('button', { name: text('shopAlerts.save') }))
  await waitFor(() => expect(sentTo(seen, '/api/alerts/conditions')).toHaveLength(1))
  expect(sentTo(seen, '/api/alerts/conditions')).toMatchObject([
    { unknownMinutes: 20, summaryTime: '09:05', channels: { 'selling-stopped': ['email', 'push'] } },
  ])
  expect(await screen.findByRole('button', { name: text('shopAlerts.nothingToSave') })).toBeVisible()
})

it("a change by another person is not overwritten: typed fields stay, and the other fields show the other person's values", async () => {
  const mine = nothingSetUp.choice
  const theirs = { ...mine, unknownMinutes: 40, channels: { ...mine.channels, 'selling-stopped': ['push' as const] } }
  let isTheirs = false
  const { seen } = openAlerts({
    alerts: { webhook },
    answer: (_, path, body) => {
      if (path === '/api/alerts/conditions' && !isTheirs) {
        isTheirs = true
        return refusal(409, 'stale-version')
      }
      if (path === '/api/alerts/conditions') return { body: { ...nothingSetUp, choice: body as Alerts['choice'] } }
      return path === '/api/alerts' && isTheirs ? { body: { ...nothingSetUp, choice: theirs } } : undefined
    },
  })
  await userEvent.click(await boxOf(text('shopAlerts.webhook'), text('shopAlerts.kind.service-away')))
  await userEvent.click(screen.getByRole('button', { name: text('shopAlerts.save') }))
  expect(await screen.findByRole('alert')).toHaveTextContent(text('shopAlerts.stale'))
  expect(await boxOf(text('shopAlerts.webhook'), text('shopAlerts.kind.service-away'))).not.toBeChecked()
  expect(await boxOf(text('shopAlerts.email'), text('shopAlerts.kind.selling-stopped'))).not.toBeChecked()
  expect(screen.getByLabelText(text('shopAlerts.kind.sale-unknown'))).toHaveValue('40')
  await userEvent.click(screen.getByRole('button', { name: text('shopAlerts.save') }))
  await waitFor(() => expect(sentTo(seen, '/api/alerts/conditions')).toHaveLength(2))
  const channels = { ...theirs.channels, 'service-away': ['email', 'push'] }
  expect(sentTo(seen, '/api/alerts/conditions')).toEqual([
    { ...mine, channels: { ...mine.channels, 'service-away': ['email', 'push'] }, expected: mine },
    { ...theirs, channels, expected: theirs },
  ])
  expect(screen.queryByRole('alert')).toBeNull()
})

it('the heading says how long the balance lasts, and the low-balance amount how long it would last', async () => {
  const wallet = { balance: { amount: '4318.50', currency: 'AED' }, runwayDays: 3.2, stale: false }
  const line = { amount: '1500.00', currency: 'AED' }
  openAlerts({
    settings: { wallet: { ...DEFAULT_SETTINGS.wallet, line } },
    answer: (_, path) => (path === '/api/wallet' ? { body: { ...wallet, line, lineDays: 1.1 } } : undefined),
  })
  const lasts = text('wallet.days', { days: 3.2 })
  await screen.findByText(text('shopAlerts.balanceLasts', { balance: 'AED 4,318.50', days: lasts }))
  expect(await screen.findByText(text('wallet.lowWorth', { days: 1.1 }))).toBeVisible()
})

it('the test of an alert asks for exactly that alert', async () => {
  const { seen } = openAlerts({ alerts: { webhook: { isOn: true, url: 'https://hooks.example/', hasSecret: true } } })
  const name = `${text('shopAlerts.test')}, ${text('shopAlerts.kind.service-away')}`
  await userEvent.click(await screen.findByRole('button', { name }))
  expect(sentTo(seen, '/api/alerts/test')).toEqual([{ kind: 'service-away' }])
})

it('an alert that was not delivered is listed with its reason', async () => {
  const sent = { channel: 'email', target: 'owner@sidra.example', madeAt: 0, lastAt: 0, tries: 30 } as const
  const failed: Alerts['failed'] = [{ id: 1, kind: 'wallet-below', ...sent, problem: 'refused', status: 550 }]
  openAlerts({ alerts: { failed } })
  const list = await screen.findByRole('region', { name: text('shopAlerts.failedList') })
  expect(within(list).getByRole('row', { name: /owner@sidra.example/ })).toHaveTextContent('550')
})
