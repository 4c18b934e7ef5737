import { describe, expect, it } from 'vitest'

import { createSeal } from '#proxy/seal.ts'
import { aMailServer, aPushBrowser, aReceiver, isSigned, readVapid } from '../../support/alert-receivers.ts'
import { textsOf } from '../../support/a-journal.ts'
import { A_SECRET, aed, anAlertShop, BY, HOUR, mailTo, MINUTE } from './an-alert-shop.ts'

type Shop = Awaited<ReturnType<typeof anAlertShop>>

const setWebhook = (shop: Shop, url: string) =>
  shop.alerts.settings.setWebhook({ isOn: true, url, secret: A_SECRET }, BY)
const makeWalletLow = (shop: Shop) => Object.assign(shop.world, { balance: aed('1400.00'), line: aed('1500.00') })
const last = async (shop: Shop, way: 'email' | 'webhook') => (await shop.alerts.answer())[way].last

/** For a receiver that never answers. All others have as long as a busy machine may need. */
const SOON_OVER = { deadlineMs: 400 }

describe('e-mail', () => {
  it('each recipient gets one letter, encrypted and with the password', async () => {
    const mail = await aMailServer({ security: 'tls', login: { user: 'till', password: 'pass-of-mail' } })
    const shop = await anAlertShop()
    await shop.alerts.settings.setEmail(
      mailTo(mail.port, ['hamad@sidra.example', 'owner@sidra.example'], {
        security: 'tls',
        user: 'till',
        password: 'pass-of-mail',
      }),
      BY,
    )
    makeWalletLow(shop)
    await shop.look()
    await shop.pass(HOUR)
    expect(mail.letters.map(({ to }) => to.join()).toSorted()).toEqual(['hamad@sidra.example', 'owner@sidra.example'])
    expect(mail.letters[0]).toMatchObject({ from: 'till@sidra.example', user: 'till', isEncrypted: true })
    expect(mail.letters[0]?.content).toContain('1400.00')
    expect(await last(shop, 'email')).toMatchObject({ state: 'sent', isTest: false })
  })

  it('with STARTTLS nothing is said before the connection is encrypted', async () => {
    const mail = await aMailServer({ security: 'starttls', login: { user: 'till', password: 'pass-of-mail' } })
    const shop = await anAlertShop()
    const more = { security: 'starttls', user: 'till', password: 'pass-of-mail' }
    await shop.alerts.settings.setEmail(mailTo(mail.port, ['owner@sidra.example'], more), BY)
    await shop.alerts.test({ way: 'email' }, BY)
    expect(mail.letters).toMatchObject([{ isEncrypted: true, user: 'till' }])
  })

  it('a server that offers no STARTTLS gets neither password nor letter', async () => {
    const mail = await aMailServer({ security: 'none', login: { user: 'till', password: 'pass-of-mail' } })
    const shop = await anAlertShop()
    const more = { security: 'starttls', user: 'till', password: 'pass-of-mail' }
    await shop.alerts.settings.setEmail(mailTo(mail.port, ['owner@sidra.example'], more), BY)
    await shop.alerts.test({ way: 'email' }, BY)
    expect([mail.letters, mail.passwords]).toEqual([[], []])
    expect(await last(shop, 'email')).toMatchObject({ state: 'failed' })
  })

  it.each([
    { name: 'a certificate nobody vouches for', security: 'self-signed', problem: 'certificate' },
    { name: 'a wrong password', security: 'tls', password: 'another', problem: 'sign-in', status: 535 },
    { name: 'a letter it puts off', security: 'tls', mode: 'rejects', problem: 'refused', status: 451 },
    {
      name: 'a recipient it does not know',
      security: 'tls',
      mode: 'refuses-recipient',
      problem: 'refused',
      status: 550,
    },
    { name: 'silence', security: 'none', mode: 'hangs', problem: 'no-reply' },
    { name: 'a greeting without an end', security: 'none', mode: 'floods', problem: 'unclear' },
  ] as const)('of a mail server with $name the reason is known', async (row) => {
    const mail = await aMailServer({ security: row.security, login: { user: 'till', password: 'pass-of-mail' } })
    if ('mode' in row) mail.mode = row.mode
    const shop = await anAlertShop(row.problem === 'no-reply' ? SOON_OVER : {})
    const security = row.security === 'none' ? 'none' : 'tls'
    const password = 'password' in row ? row.password : 'pass-of-mail'
    await shop.alerts.settings.setEmail(
      mailTo(mail.port, ['a@sidra.example'], { security, user: 'till', password }),
      BY,
    )
    await shop.alerts.test({ way: 'email' }, BY)
    const status = 'status' in row ? { status: row.status } : {}
    expect(await last(shop, 'email')).toMatchObject({ state: 'failed', problem: row.problem, ...status })
    expect(mail.letters).toEqual([])
  })

  it('nobody listening is unreachable', async () => {
    const shop = await anAlertShop()
    await shop.alerts.settings.setEmail(mailTo(1, ['a@sidra.example']), BY)
    await shop.alerts.test({ way: 'email' }, BY)
    expect(await last(shop, 'email')).toMatchObject({ problem: 'unreachable' })
  })

  it('a name with line breaks adds no header to a letter', async () => {
    const mail = await aMailServer()
    const shop = await anAlertShop()
    await shop.alerts.settings.setEmail(mailTo(mail.port, ['owner@sidra.example']), BY)
    const product = 'Du\r\nBcc: thief@example'
    shop.world.unknown = [{ id: 'S1', number: 481, product, pays: aed('50.00'), confirmedAt: shop.now() - HOUR }]
    await shop.look()
    const [head = ''] = mail.letters[0]?.content.split('\n\n') ?? []
    expect(head).toContain('owner@sidra.example')
    expect(head).not.toContain('thief')
  })
})

/** A shop whose alerts go to a receiver that does as `mode` says. */
async function aShopWithWebhook(
  mode: Awaited<ReturnType<typeof aReceiver>>['mode'],
  receiverOptions: Parameters<typeof aReceiver>[0] = {},
  shopOptions: Parameters<typeof anAlertShop>[0] = {},
) {
  const receiver = await aReceiver(receiverOptions)
  receiver.mode = mode
  const shop = await anAlertShop(shopOptions)
  await setWebhook(shop, receiver.url)
  return { receiver, shop }
}

describe('the webhook', () => {
  it('the receiver can check who sent an alert, and what of it is new', async () => {
    const { receiver, shop } = await aShopWithWebhook('accepts', { tls: true })
    makeWalletLow(shop)
    await shop.look()
    const [request] = receiver.requests
    expect(request).toMatchObject({ method: 'POST', path: '/till' })
    expect(isSigned(request!, A_SECRET)).toBe(true)
    expect(isSigned(request!, 'another secret')).toBe(false)
    expect(JSON.parse(request!.body.toString())).toMatchObject({
      id: request!.headers['toptill-alert-id'],
      kind: 'wallet-below',
      test: false,
      practice: false,
      shop: 'Sidra Corner Shop',
      facts: [{ balance: { amount: '1400.00', currency: 'AED' } }],
    })
  })

  it('what fails is tried again after growing pauses, and arrives once with one id', async () => {
    const { receiver, shop } = await aShopWithWebhook('refuses')
    makeWalletLow(shop)
    await shop.look()
    expect(await last(shop, 'webhook')).toMatchObject({ state: 'waiting', problem: 'refused', status: 500 })
    const before = shop.now()
    await shop.pass(20 * MINUTE)
    const pauses = receiver.requests.slice(1).map(({ headers }) => Number(headers['toptill-timestamp']) * 1000 - before)
    expect(pauses).toEqual([1, 3, 8, 18].map((minutes) => minutes * MINUTE))
    receiver.mode = 'accepts'
    await shop.pass(3 * HOUR, 20 * MINUTE)
    expect(receiver.requests).toHaveLength(6)
    expect(new Set(receiver.requests.map(({ headers }) => headers['toptill-alert-id'])).size).toBe(1)
    expect(await last(shop, 'webhook')).toMatchObject({ state: 'sent' })
    expect((await shop.alerts.answer()).failed).toEqual([])
  })

  it('after a day without success it is listed as failed, and not tried again', async () => {
    const { receiver, shop } = await aShopWithWebhook('refuses')
    makeWalletLow(shop)
    await shop.look()
    await shop.pass(25 * HOUR, 10 * MINUTE)
    const tries = receiver.requests.length
    expect(tries).toBeGreaterThan(24)
    expect((await shop.alerts.answer()).failed).toMatchObject([
      { kind: 'wallet-below', way: 'webhook', problem: 'refused', status: 500, tries },
    ])
    await shop.pass(2 * HOUR, 10 * MINUTE)
    expect(receiver.requests).toHaveLength(tries)
  })

  it.each([
    { mode: 'hangs', problem: 'no-reply' },
    { mode: 'redirects', problem: 'redirected' },
  ] as const)('a receiver that $mode costs one try and no more', async ({ mode, problem }) => {
    const { receiver, shop } = await aShopWithWebhook(mode, {}, problem === 'no-reply' ? SOON_OVER : {})
    await shop.alerts.test({ way: 'webhook' }, BY)
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/till'])
    expect(await last(shop, 'webhook')).toMatchObject({ state: 'failed', problem })
  })

  it.each(['floods', 'drips'] as const)('the answer of a receiver that %s is not read to its end', async (mode) => {
    const { receiver, shop } = await aShopWithWebhook(mode)
    await shop.alerts.test({ way: 'webhook' }, BY)
    expect(await last(shop, 'webhook')).toMatchObject({ state: 'sent' })
    await expect.poll(() => receiver.sockets.size).toBe(0)
  })

  it('nothing is sent to a receiver whose certificate nobody vouches for', async () => {
    const { receiver, shop } = await aShopWithWebhook('accepts', { tls: true, selfSigned: true })
    await shop.alerts.test({ way: 'webhook' }, BY)
    expect(receiver.requests).toEqual([])
    expect(await last(shop, 'webhook')).toMatchObject({ problem: 'certificate' })
  })

  it('a receiver that never answers delays no other way', async () => {
    const { receiver, shop } = await aShopWithWebhook('hangs')
    const mail = await aMailServer()
    await shop.alerts.settings.setEmail(mailTo(mail.port, ['owner@sidra.example']), BY)
    makeWalletLow(shop)
    void shop.look()
    await expect.poll(() => mail.letters.length).toBe(1)
    await expect.poll(() => receiver.requests.length).toBe(1)
  })
})

describe('web push', () => {
  it('a device can read its message, and its push service knows the shop', async () => {
    const service = await aReceiver({ tls: true })
    const browser = aPushBrowser(service.origin)
    const shop = await anAlertShop()
    const supervisor = await shop.aSupervisor()
    await shop.alerts.settings.addDevice(browser.subscription, supervisor, BY)
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

  it('a long message in Arabic still fits into one record', async () => {
    const service = await aReceiver({ tls: true })
    const browser = aPushBrowser(service.origin)
    const shop = await anAlertShop()
    const { choice } = await shop.alerts.answer()
    await shop.alerts.settings.setChoice({ ...choice, language: 'ar' }, BY)
    await shop.alerts.settings.addDevice(browser.subscription, await shop.aSupervisor(), BY)
    shop.world.unknown = Array.from({ length: 40 }, (_, index) => ({
      id: `S${index}`,
      number: index,
      product: 'بطاقة اتصال دولية '.repeat(8),
      pays: aed('50.00'),
      confirmedAt: shop.now() - HOUR,
    }))
    await shop.look()
    expect(service.requests[0]?.body.length).toBeLessThanOrEqual(4096)
    expect(browser.read(service.requests[0]!.body).body).toContain('بطاقة')
  })

  it('a device that is gone is forgotten', async () => {
    const service = await aReceiver({ tls: true })
    service.mode = 'gone'
    const shop = await anAlertShop()
    await shop.alerts.settings.addDevice(aPushBrowser(service.origin).subscription, await shop.aSupervisor(), BY)
    makeWalletLow(shop)
    await shop.look()
    await shop.pass(HOUR)
    expect(service.requests).toHaveLength(1)
    const { push, failed } = await shop.alerts.answer()
    expect(push.devices).toEqual([])
    expect(failed).toMatchObject([{ way: 'push', problem: 'gone' }])
  })

  it('a person who was disabled and a till that was revoked get no more messages', async () => {
    const service = await aReceiver({ tls: true })
    const shop = await anAlertShop()
    const [hamad, noura] = [await shop.aSupervisor('Hamad'), await shop.aSupervisor('Noura')]
    await shop.alerts.settings.addDevice(aPushBrowser(service.origin).subscription, hamad, BY)
    await shop.alerts.settings.addDevice(aPushBrowser(service.origin).subscription, noura, BY)
    await shop.staff.people.disable(hamad.person.id, BY)
    await shop.staff.terminals.revoke(noura.terminal.id, BY)
    makeWalletLow(shop)
    await shop.look()
    expect(service.requests).toEqual([])
  })

  it('addresses and keys that cannot be used are refused', async () => {
    const shop = await anAlertShop({ allowsPrivateNetworks: false })
    const supervisor = await shop.aSupervisor()
    const { subscription } = aPushBrowser('https://push.example')
    const add = (change: object) => shop.alerts.settings.addDevice({ ...subscription, ...change }, supervisor, BY)
    await expect(add({ endpoint: 'http://push.example/a' })).rejects.toThrow(/cannot be used/)
    await expect(add({ p256dh: Buffer.alloc(65, 4).toString('base64url') })).rejects.toThrow(/cannot be used/)
    await expect(add({ auth: 'AAAA' })).rejects.toThrow(/cannot be used/)
    await expect(add({})).resolves.toBeUndefined()
  })
})

describe('secrets of the ways', () => {
  it('no secret is in an answer, a log line, an audit line or the journal', async () => {
    const [mail, receiver] = [await aMailServer({ security: 'tls' }), await aReceiver({ tls: true })]
    const shop = await anAlertShop()
    const browser = aPushBrowser(receiver.origin)
    const more = { security: 'tls', user: 'till', password: 'pass-of-mail' }
    await shop.alerts.settings.setEmail(mailTo(mail.port, ['owner@sidra.example'], more), BY)
    await setWebhook(shop, `${receiver.url}?hook=token-in-address`)
    await shop.alerts.settings.addDevice(browser.subscription, await shop.aSupervisor(), BY)
    receiver.mode = 'refuses'
    makeWalletLow(shop)
    await shop.look()
    const { email, webhook, ...others } = await shop.alerts.answer()
    expect([email.hasPassword, webhook.hasSecret]).toEqual([true, true])
    const vapid = shop.alerts.settings.secrets().vapidKey
    const secrets = [
      'pass-of-mail',
      A_SECRET,
      ...Object.values(browser.subscription),
      (JSON.parse(vapid) as { d: string }).d,
    ]
    const answers = JSON.stringify([email, webhook, others])
    const said = [...shop.logged, ...shop.announced].join('\n')
    expect(said).toContain('alerts-changed')
    const journal = await textsOf(shop.db)
    expect(journal).toContain('owner@sidra.example')
    for (const secret of secrets) {
      expect(answers).not.toContain(secret)
      expect(said).not.toContain(secret)
      expect(journal).not.toContain(secret)
    }
    // An address may carry a token of its receiver: supervisors see it, nobody else.
    expect(said).not.toContain('token-in-address')
  })

  it('the stored password goes to no other server than the one it was typed for', async () => {
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

  it('a restart keeps them, and a seal of another place or key does not open', async () => {
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
})

describe('addresses', () => {
  const FORBIDDEN = [
    'https://169.254.169.254/latest',
    'https://[fe80::1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[fd00:ec2::254]/',
    'https://0.0.0.0/',
    'https://[::ffff:127.0.0.1]/',
    'https://100.100.100.200/',
    'https://224.0.0.1/',
  ]
  const PRIVATE = [
    'https://127.0.0.1/',
    'https://10.1.2.3/',
    'https://192.168.1.5/',
    'https://[::1]/',
    'https://[fd12::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
  ]
  const NONE = ['ftp://hooks.example/', 'https://user:password@hooks.example/', 'hooks.example', 'javascript:alert(1)']

  it.each([
    { urls: FORBIDDEN, allowsPrivateNetworks: true, says: /Nothing is sent/ },
    { urls: PRIVATE, allowsPrivateNetworks: false, says: /Nothing is sent/ },
    { urls: NONE, allowsPrivateNetworks: true, says: /no address/ },
  ])(
    'no webhook has an address among $urls where private networks are allowed: $allowsPrivateNetworks',
    async (row) => {
      const shop = await anAlertShop(row)
      for (const url of row.urls) await expect(setWebhook(shop, url), url).rejects.toThrow(row.says)
    },
  )

  it('a name that leads to a private address is not connected to', async () => {
    const receiver = await aReceiver({ tls: true })
    const mail = await aMailServer({ security: 'tls' })
    const shop = await anAlertShop({ allowsPrivateNetworks: false })
    await setWebhook(shop, receiver.url)
    await shop.alerts.settings.setEmail(mailTo(mail.port, ['a@sidra.example'], { security: 'tls' }), BY)
    await shop.alerts.test({ way: 'webhook' }, BY)
    await shop.alerts.test({ way: 'email' }, BY)
    expect([receiver.sockets.size, mail.connections]).toEqual([0, 0])
    expect(await last(shop, 'webhook')).toMatchObject({ problem: 'address-forbidden' })
    expect(await last(shop, 'email')).toMatchObject({ problem: 'address-forbidden' })
  })

  it('plain http stays in private networks', async () => {
    const [strict, open] = [await anAlertShop({ allowsPrivateNetworks: false }), await anAlertShop()]
    await expect(setWebhook(strict, 'http://hooks.example/')).rejects.toThrow(/https/)
    await expect(setWebhook(open, 'http://93.184.215.14/')).resolves.toBeUndefined()
    await open.alerts.test({ way: 'webhook' }, BY)
    expect(await last(open, 'webhook')).toMatchObject({ problem: 'address-forbidden' })
  })
})
