import { Webhook } from 'standardwebhooks'
import { expect, it, onTestFinished, vi } from 'vitest'

import { sendEmail } from '#server/alerts/email.ts'
import { createAddressGuard } from '#server/lib/address-guard.ts'
import { createSeal } from '#server/lib/seal.ts'
import {
  aMailServer,
  aPushBrowser,
  aReceiver,
  isSigned,
  readVapid,
  type Received,
} from '../../support/alert-receivers.ts'
import { textsOf } from '../../support/a-journal.ts'
import { flushMicrotasks } from '../../support/virtual-time.ts'
import { A_SECRET, aed, anAlertShop, BY, HOUR, mailTo, MINUTE, START } from './an-alert-shop.ts'

/**
 * @security V1.3.6, V13.2.4: Alerts never go to link-local, multicast, reserved or cloud-metadata addresses, and to private ones only with `ALLOW_PRIVATE_TARGETS=1`.
 * @security V15.2.2, V15.3.2: A receiver cannot redirect or stall: it gets ten seconds, and at most 16 KiB of its answer (64 KiB of a mail server) are read.
 * @security V12.3.1, V13.3.1: A stored mail password goes to no other server, and without TLS only to private networks.
 * @security V11.4.1, V11.6.1: Webhooks are signed with HMAC-SHA256 over id, time and body; push messages are signed and encrypted.
 * @security V8.3.1: A device gets alerts only while its person is an enabled supervisor and its till is set up.
 * @security V1.2.1, V1.3.11: A provider's text cannot become an email header.
 */

type Shop = Awaited<ReturnType<typeof anAlertShop>>

const setWebhook = (shop: Shop, url: string) =>
  shop.alerts.settings.setWebhook({ isOn: true, url, secret: A_SECRET }, BY)
const LOWER = {
  line: { amount: '1', currency: 'AED' },
  lowBalanceDays: null,
  notifyCashiers: true,
  flagUnaffordable: false,
}
const makeWalletLow = (shop: Shop) => Object.assign(shop.world, { balance: aed('1400.00'), line: aed('1500.00') })
const last = async (shop: Shop, channel: 'email' | 'webhook') => (await shop.alerts.answer())[channel].last

/** The deadline of all calls, which expires when the test aborts it. */
function aDeadline(): AbortController {
  const deadline = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal)
  onTestFinished(() => timeout.mockRestore())
  return deadline
}

const LOGIN = { user: 'till', password: 'pass-of-mail' }
type ServerOptions = Parameters<typeof aMailServer>[0]

async function aShopWithMail(options: ServerOptions = {}, more: object = {}, recipients = ['owner@sidra.example']) {
  const mail = await aMailServer(options)
  const shop = await anAlertShop()
  await shop.alerts.settings.setEmail(mailTo(mail.port, recipients, more), BY)
  return { mail, shop }
}

it("each recipient of an alert gets one email, encrypted and with the mail server's password", async () => {
  const recipients = ['hamad@sidra.example', 'owner@sidra.example']
  const options = { security: 'tls', login: LOGIN } as const
  const { mail, shop } = await aShopWithMail(options, { security: 'tls', ...LOGIN }, recipients)
  makeWalletLow(shop)
  await shop.look()
  await shop.pass(HOUR)
  expect(mail.letters.map(({ to }) => to.join()).toSorted()).toEqual(recipients)
  expect(mail.letters[0]).toMatchObject({ from: 'till@sidra.example', user: 'till', isEncrypted: true })
  expect(mail.letters[0]?.content).toContain('1400.00')
  expect(await last(shop, 'email')).toMatchObject({ state: 'sent', isTest: false })
})

it('a mail server with STARTTLS gets nothing before the connection is encrypted', async () => {
  const security = 'starttls'
  const { mail, shop } = await aShopWithMail({ security, login: LOGIN }, { security, ...LOGIN })
  await shop.alerts.test({ channel: 'email' }, BY)
  expect(mail.letters).toMatchObject([{ isEncrypted: true, user: 'till' }])
})

it('a mail server without STARTTLS gets neither password nor email', async () => {
  const { mail, shop } = await aShopWithMail({ security: 'none', login: LOGIN }, { security: 'starttls', ...LOGIN })
  await shop.alerts.test({ channel: 'email' }, BY)
  expect([mail.letters, mail.passwords]).toEqual([[], []])
  expect(await last(shop, 'email')).toMatchObject({ state: 'failed', problem: 'no-tls' })
})

it.each([
  { name: 'no TLS at the port', security: 'none', chosen: 'tls', problem: 'no-tls' },
  { name: 'a certificate that no known authority signed', security: 'self-signed', problem: 'certificate' },
  { name: 'a wrong password', security: 'tls', password: 'another', problem: 'sign-in', status: 535 },
  { name: 'an email that it defers', security: 'tls', mode: 'rejects', problem: 'refused', status: 451 },
  { name: 'an unknown recipient', security: 'tls', mode: 'refuses-recipient', problem: 'refused', status: 550 },
  { name: 'silence', security: 'none', mode: 'hangs', problem: 'no-reply' },
  { name: 'a greeting without an end', security: 'none', mode: 'floods', problem: 'unclear' },
] as const)('an alert that fails at a mail server with $name has that reason', async (row) => {
  const security = 'chosen' in row ? row.chosen : row.security === 'none' ? 'none' : 'tls'
  const password = 'password' in row ? row.password : LOGIN.password
  const options = { security: row.security, login: LOGIN }
  const { mail, shop } = await aShopWithMail(options, { security, user: 'till', password })
  if ('mode' in row) mail.mode = row.mode
  const deadline = row.problem === 'no-reply' ? aDeadline() : undefined
  const testing = shop.alerts.test({ channel: 'email' }, BY)
  if (deadline) await expect.poll(() => mail.connections).toBe(1)
  deadline?.abort()
  await testing
  const status = 'status' in row ? { status: row.status } : {}
  expect(await last(shop, 'email')).toMatchObject({ state: 'failed', problem: row.problem, ...status })
  expect(mail.letters).toEqual([])
})

it('a mail server that does not listen is unreachable', async () => {
  const shop = await anAlertShop()
  await shop.alerts.settings.setEmail(mailTo(1, ['a@sidra.example']), BY)
  await shop.alerts.test({ channel: 'email' }, BY)
  expect(await last(shop, 'email')).toMatchObject({ problem: 'unreachable' })
})

it('a name with line breaks adds no header to an email', async () => {
  const { mail, shop } = await aShopWithMail()
  const product = 'Du\r\nBcc: thief@example'
  shop.world.unknown = [{ id: 'S1', number: 481, product, pays: aed('50.00'), confirmedAt: shop.now() - HOUR }]
  await shop.look()
  const [head = ''] = mail.letters[0]?.content.split('\n\n') ?? []
  expect(head).toContain('owner@sidra.example')
  expect(head).not.toContain('thief')
})

async function aShopWithWebhook(
  mode: Awaited<ReturnType<typeof aReceiver>>['mode'],
  options: Parameters<typeof aReceiver>[0] = {},
) {
  const receiver = await aReceiver(options)
  receiver.mode = mode
  const shop = await anAlertShop()
  await setWebhook(shop, receiver.url)
  return { receiver, shop }
}

/** Verifies a webhook as a receiver that uses the published library would at this time. */
function verify(webhook: Webhook, { headers, body }: Pick<Received, 'headers' | 'body'>, at = START): unknown {
  vi.setSystemTime(at)
  try {
    return webhook.verify(body.toString(), headers as Record<string, string>)
  } finally {
    vi.useRealTimers()
  }
}

it('the receiver of a webhook can verify with a library who sent an alert, when, and that nothing was changed', async () => {
  const { receiver, shop } = await aShopWithWebhook('accepts', { tls: true })
  makeWalletLow(shop)
  await shop.look()
  const request = receiver.requests[0]!
  const { headers, body } = request
  expect(request).toMatchObject({ method: 'POST', path: '/till' })
  const webhook = new Webhook(A_SECRET)
  expect(verify(webhook, request)).toMatchObject({
    id: headers['webhook-id'],
    kind: 'wallet-below',
    test: false,
    practice: false,
    shop: 'Sidra Corner Shop',
    facts: [{ balance: { amount: '1400.00', currency: 'AED' } }],
  })
  const changed = Buffer.from(body.toString().replace('1400.00', '9400.00'))
  const wrong = /No matching signature/
  expect(() => verify(webhook, { headers, body: changed })).toThrow(wrong)
  expect(() => verify(webhook, { headers: { ...headers, 'webhook-id': 'another' }, body })).toThrow(wrong)
  expect(() => verify(new Webhook(`whsec_${Buffer.alloc(32, 1).toString('base64')}`), request)).toThrow(wrong)
  expect(() => verify(webhook, request, START + 6 * MINUTE)).toThrow(/too old/)
  // The signature does not cover the same request with another time.
  const later = { ...headers, 'webhook-timestamp': String((START + 6 * MINUTE) / 1000) }
  expect(() => verify(webhook, { headers: later, body }, START + 6 * MINUTE)).toThrow(wrong)
})

it.each(['a secret that was typed before', A_SECRET])(
  'a receiver that knows only the former headers can still verify an alert with %s',
  async (secret) => {
    const { receiver, shop } = await aShopWithWebhook('accepts')
    await shop.alerts.settings.setWebhook({ isOn: true, url: receiver.url, secret }, BY)
    receiver.requests.length = 0
    makeWalletLow(shop)
    await shop.look()
    const request = receiver.requests.at(-1)!
    expect(request.headers['toptill-alert-id']).toBe(request.headers['webhook-id'])
    expect(isSigned(request, secret)).toBe(true)
    expect(isSigned(request, 'another secret')).toBe(false)
    const webhook = secret === A_SECRET ? new Webhook(secret) : new Webhook(secret, { format: 'raw' })
    expect(verify(webhook, request)).toMatchObject({ kind: 'wallet-below' })
  },
)

it('a webhook that fails is tried again after growing pauses, and arrives once with one id', async () => {
  const { receiver, shop } = await aShopWithWebhook('refuses')
  makeWalletLow(shop)
  await shop.look()
  expect(await last(shop, 'webhook')).toMatchObject({ state: 'waiting', problem: 'refused', status: 500 })
  const before = shop.now()
  await shop.pass(20 * MINUTE)
  const pauses = receiver.requests.slice(1).map(({ headers }) => Number(headers['webhook-timestamp']) * 1000 - before)
  expect(pauses).toEqual([1, 3, 8, 18].map((minutes) => minutes * MINUTE))
  receiver.mode = 'accepts'
  await shop.pass(3 * HOUR, 20 * MINUTE)
  expect(receiver.requests).toHaveLength(6)
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(await last(shop, 'webhook')).toMatchObject({ state: 'sent' })
  expect((await shop.alerts.answer()).failed).toEqual([])
})

it('a webhook without success for a day is listed as failed, and not tried again', async () => {
  const { receiver, shop } = await aShopWithWebhook('refuses')
  makeWalletLow(shop)
  await shop.look()
  await shop.pass(25 * HOUR, 30 * MINUTE)
  const tries = receiver.requests.length
  expect(tries).toBeGreaterThan(24)
  expect((await shop.alerts.answer()).failed).toMatchObject([
    { kind: 'wallet-below', channel: 'webhook', problem: 'refused', status: 500, tries },
  ])
  await shop.pass(2 * HOUR, 30 * MINUTE)
  expect(receiver.requests).toHaveLength(tries)
})

it.each([
  { mode: 'hangs', result: { state: 'failed', problem: 'no-reply' } },
  { mode: 'redirects', result: { state: 'failed', problem: 'redirected' } },
  // The answers in these modes are not read to the end.
  { mode: 'floods', result: { state: 'sent' } },
  { mode: 'drips', result: { state: 'sent' } },
] as const)('a receiver of a webhook that $mode costs one try and no more: $result', async ({ mode, result }) => {
  const deadline = aDeadline()
  const { receiver, shop } = await aShopWithWebhook(mode)
  const testing = shop.alerts.test({ channel: 'webhook' }, BY)
  await expect.poll(() => receiver.requests.map(({ path }) => path)).toEqual(['/till'])
  // When an answer drips, its head has arrived by now.
  await flushMicrotasks()
  if (mode === 'hangs' || mode === 'drips') deadline.abort()
  await testing
  expect(receiver.requests).toHaveLength(1)
  expect(await last(shop, 'webhook')).toMatchObject(result)
  await expect.poll(() => receiver.sockets.size).toBe(0)
})

it('nothing is sent to a receiver whose certificate no known authority signed', async () => {
  const { receiver, shop } = await aShopWithWebhook('accepts', { tls: true, selfSigned: true })
  await shop.alerts.test({ channel: 'webhook' }, BY)
  expect(receiver.requests).toEqual([])
  expect(await last(shop, 'webhook')).toMatchObject({ problem: 'certificate' })
})

it('a receiver that never answers does not delay other channels', async () => {
  const { receiver, shop } = await aShopWithWebhook('hangs')
  const mail = await aMailServer()
  await shop.alerts.settings.setEmail(mailTo(mail.port, ['owner@sidra.example']), BY)
  makeWalletLow(shop)
  void shop.look()
  await expect.poll(() => mail.letters.length).toBe(1)
  // One request says that the email was set up, and one is the alert itself.
  await expect.poll(() => receiver.requests.length).toBe(2)
})

async function aShopWithDevice() {
  const service = await aReceiver({ tls: true })
  const browser = aPushBrowser(service.origin)
  const shop = await anAlertShop()
  const supervisor = await shop.aSupervisor()
  await shop.alerts.settings.addDevice(browser.subscription, supervisor, BY)
  return { service, browser, shop, supervisor }
}

it('a device can read its push message, and its push service knows the shop', async () => {
  const { service, browser, shop } = await aShopWithDevice()
  makeWalletLow(shop)
  await shop.look()
  const [request] = service.requests
  expect(request?.path).toBe(new URL(browser.subscription.endpoint).pathname)
  expect(request?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
  const { path, title, body } = browser.read(request!.body)
  expect(path).toBe('/wallet')
  expect(title).toContain('wallet')
  // A cashier may be at that till.
  expect(`${title} ${body}`).not.toMatch(/1400|1500/)
  expect(request?.body.toString('latin1')).not.toContain('wallet')
  const { key, claims } = readVapid(request?.headers.authorization ?? '')
  expect(key).toBe((await shop.alerts.answer()).push.publicKey)
  expect(claims).toMatchObject({ aud: service.origin, sub: expect.stringMatching(/^(mailto|https):/) })
  expect(claims.exp * 1000).toBeGreaterThan(shop.now())
  expect(claims.exp * 1000).toBeLessThanOrEqual(shop.now() + 24 * HOUR)
})

it('a long push message in Arabic still fits into one record', async () => {
  const { service, browser, shop } = await aShopWithDevice()
  const { choice } = await shop.alerts.answer()
  await shop.alerts.settings.setChoice({ ...choice, language: 'ar' }, BY)
  const unknown = { product: 'بطاقة اتصال دولية '.repeat(8), pays: aed('50.00'), confirmedAt: shop.now() - HOUR }
  shop.world.unknown = Array.from({ length: 40 }, (_, number) => ({ id: `S${number}`, number, ...unknown }))
  await shop.look()
  // One message about the changed language, and the alert itself.
  await expect.poll(() => service.requests.length).toBe(2)
  for (const { body } of service.requests) expect(body.length).toBeLessThanOrEqual(4096)
  expect(service.requests.map(({ body }) => browser.read(body).body).join()).toContain('بطاقة')
})

it('a device whose push service reports it as gone is removed', async () => {
  const { service, shop } = await aShopWithDevice()
  service.mode = 'gone'
  makeWalletLow(shop)
  await shop.look()
  // A removal by the push service is not reported as a person's change, even when a later change is not about alerts.
  await shop.staff.settings.set({ retentionMonths: 5 }, BY)
  await shop.pass(HOUR)
  expect(service.requests).toHaveLength(1)
  const { push, failed } = await shop.alerts.answer()
  expect(push.devices).toEqual([])
  expect(failed).toMatchObject([{ channel: 'push', problem: 'gone' }])
})

type Change = (staff: Shop['staff'], supervisor: Awaited<ReturnType<Shop['aSupervisor']>>) => Promise<unknown>
it.each<[string, Change, number]>([
  ['a person was blocked, who gets no more', (staff, { person }) => staff.people.disable(person.id, BY), 0],
  ['a till was disconnected, which gets no more', (staff, { terminal }) => staff.terminals.revoke(terminal.id, BY), 0],
  ['the low-balance amount was changed', (staff) => staff.settings.set({ wallet: LOWER }, BY), 1],
  [
    'drawers count in another way',
    (staff) => staff.settings.set({ drawer: { varianceReasonThreshold: '9.00' } }, BY),
    1,
  ],
])('a device that got alerts is notified when %s', async (_, change, alerts) => {
  const { service, browser, shop, supervisor } = await aShopWithDevice()
  await shop.aSupervisor('Noura')
  await change(shop.staff, supervisor)
  await expect.poll(() => service.requests.length).toBe(1)
  expect(browser.read(service.requests[0]!.body).path).toBe('/wallet/alerts')
  makeWalletLow(shop)
  await shop.look()
  expect(service.requests).toHaveLength(1 + alerts)
})

it('a mail server gets nothing once the server stops', async () => {
  const mail = await aMailServer()
  const options = { guard: createAddressGuard(true), deadlineMs: 60_000, signal: AbortSignal.abort() }
  const letter = { id: '1', from: 'a@sidra.example', to: 'b@sidra.example', subject: '', text: '' }
  await sendEmail({ host: 'localhost', port: mail.port, security: 'none' }, letter, options)
  expect(mail.letters).toEqual([])
})

it('addresses and keys of devices that cannot be used are rejected', async () => {
  const shop = await anAlertShop({ allowsPrivateNetworks: false })
  const supervisor = await shop.aSupervisor()
  const { subscription } = aPushBrowser('https://push.example')
  const add = (change: object) => shop.alerts.settings.addDevice({ ...subscription, ...change }, supervisor, BY)
  await expect(add({ endpoint: 'http://push.example/a' })).rejects.toThrow(/can't be used/)
  await expect(add({ p256dh: Buffer.alloc(65, 4).toString('base64url') })).rejects.toThrow(/can't be used/)
  await expect(add({ auth: 'AAAA' })).rejects.toThrow(/can't be used/)
  await expect(add({})).resolves.toBeUndefined()
})

it('no secret of an alert is in an answer, a log line, an audit log entry or the database', async () => {
  const receiver = await aReceiver({ tls: true })
  const { shop } = await aShopWithMail({ security: 'tls' }, { security: 'tls', ...LOGIN })
  const browser = aPushBrowser(receiver.origin)
  await setWebhook(shop, `${receiver.url}?hook=token-in-address`)
  await shop.alerts.settings.addDevice(browser.subscription, await shop.aSupervisor(), BY)
  receiver.mode = 'refuses'
  makeWalletLow(shop)
  await shop.look()
  const { email, webhook, ...others } = await shop.alerts.answer()
  expect([email.hasPassword, webhook.hasSecret]).toEqual([true, true])
  const vapid = shop.alerts.settings.secrets().vapidKey
  const { d } = JSON.parse(vapid) as { d: string }
  const answers = JSON.stringify([email, webhook, others])
  const lines = [...shop.logged, ...shop.announced].join('\n')
  expect(lines).toContain('alerts-changed')
  const journal = await textsOf(shop.db)
  expect(journal).toContain('owner@sidra.example')
  for (const secret of ['pass-of-mail', A_SECRET, ...Object.values(browser.subscription), d])
    for (const text of [answers, lines, journal]) expect(text).not.toContain(secret)
  // An address may contain a token of its receiver: supervisors see it, and no one else.
  expect(lines).not.toContain('token-in-address')
})

it('the stored password is sent to no other server than the one it was entered for', async () => {
  const [mail, other] = [await aMailServer({ security: 'tls' }), await aMailServer({ security: 'tls' })]
  const shop = await anAlertShop()
  const more = { security: 'tls', user: 'till' }
  const set = (port: number, password?: string | null) =>
    shop.alerts.settings.setEmail(
      { ...mailTo(port, ['a@sidra.example'], more), ...(password === undefined ? {} : { password }) },
      BY,
    )
  await set(mail.port, 'pass-of-mail')
  await expect(set(other.port)).rejects.toThrow(/password/)
  await set(other.port, 'another-one')
  await expect(set(other.port, null)).rejects.toThrow(/password/)
  expect(shop.alerts.settings.secrets().password).toBe('another-one')
})

it('a restart keeps the secrets of the channels, and a seal of another place or key does not open', async () => {
  const shop = await anAlertShop()
  await setWebhook(shop, 'http://localhost:9/till')
  const { publicKey } = (await shop.alerts.answer()).push
  await shop.restart()
  const answer = await shop.alerts.answer()
  expect([answer.webhook.hasSecret, answer.push.publicKey]).toEqual([true, publicKey])
  expect(shop.alerts.settings.secrets().webhookSecret).toBe(A_SECRET)
  const [mine, theirs] = [createSeal(Buffer.alloc(32, 1)), createSeal(Buffer.alloc(32, 2))]
  const sealed = mine.close(A_SECRET, 'here')
  const damaged = sealed.replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A'))
  const opened = [mine.open(sealed, 'here'), mine.open(sealed, 'there'), theirs.open(sealed, 'here')]
  expect([...opened, mine.open(damaged, 'here'), mine.open('', 'here')]).toEqual([
    A_SECRET,
    ...Array(4).fill(undefined),
  ])
})

it.each([
  {
    hosts:
      '169.254.169.254 [fe80::1] [::ffff:169.254.169.254] [64:ff9b::a9fe:a9fe] [fd00:ec2::254] [fd20:ce::254] [fd00:c1::a9fe:a9fe] [fd00:42::42] 0.0.0.0 [::ffff:127.0.0.1] 100.100.100.200 224.0.0.1',
    allowsPrivateNetworks: true,
  },
  { hosts: '127.0.0.1 10.1.2.3 192.168.1.5 [::1] [fd12::1] 2130706433 0x7f.1', allowsPrivateNetworks: false },
])('a webhook cannot be at $hosts where private networks are allowed: $allowsPrivateNetworks', async (row) => {
  const shop = await anAlertShop(row)
  for (const host of row.hosts.split(' '))
    await expect(setWebhook(shop, `https://${host}/`), host).rejects.toThrow(/Nothing is sent/)
})

it('a webhook cannot have an address that is not a web address', async () => {
  const shop = await anAlertShop()
  for (const url of 'ftp://hooks.example/ https://user:pin@hooks.example/ hooks.example javascript:alert(1)'.split(' '))
    await expect(setWebhook(shop, url), url).rejects.toThrow(/not an address/)
})

it('alerts do not connect to a name that resolves to a private address', async () => {
  const receiver = await aReceiver({ tls: true })
  const mail = await aMailServer({ security: 'tls' })
  const shop = await anAlertShop({ allowsPrivateNetworks: false })
  await setWebhook(shop, receiver.url)
  await shop.alerts.settings.setEmail(mailTo(mail.port, ['a@sidra.example'], { security: 'tls' }), BY)
  await shop.alerts.test({ channel: 'webhook' }, BY)
  await shop.alerts.test({ channel: 'email' }, BY)
  expect([receiver.sockets.size, mail.connections]).toEqual([0, 0])
  expect(await last(shop, 'webhook')).toMatchObject({ problem: 'address-forbidden' })
  expect(await last(shop, 'email')).toMatchObject({ problem: 'address-forbidden' })
})

it('alerts use plain http only in private networks', async () => {
  const [strict, open] = [await anAlertShop({ allowsPrivateNetworks: false }), await anAlertShop()]
  await expect(setWebhook(strict, 'http://hooks.example/')).rejects.toThrow(/https/)
  await expect(setWebhook(open, 'http://93.184.215.14/')).resolves.toBeUndefined()
  await open.alerts.test({ channel: 'webhook' }, BY)
  expect(await last(open, 'webhook')).toMatchObject({ problem: 'address-forbidden' })
})
