import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Failure } from '#api/failure.ts'
import type { IssuedCode } from '#api/terminals.ts'
import { readPlaces } from '../../tools/reconcile/find-secrets.ts'
import { openSale, saleOnce, type Browser } from '../support/shop.ts'
import { aGuardedShop, MINUTE, type GuardedShop, type Known } from './support/guarded-shop.ts'

/** @security V16.2.5, V14.2.1, V13.3.1: PINs, tokens and one-time codes are in no file, log or answer. */

type Place = { name: string; text: string }

// These PINs have the maximum length and begin with a zero, so that no number, time or digest contains one by chance.
const AMAL_PIN = '091847362058'
const HAMAD_PIN = '058209471638'
const NEW_PIN = '063918475208'
const WRONG_PIN = '048163957206'
const WRONG_CODE = 'K7QF-WXYZ'
const CARD = '04CA9A51E5B7'
const WRONG_CARD = '04BADCA51E55'
const MAIL_PASSWORD = 'canary-of-the-mail-server'
const WEBHOOK_SECRET = 'whsec_canaryOfTheWebhookSecret00000000'

const printed: string[] = []
const recorded: string[] = []
const logged: string[] = []
const answers: Place[] = []
const secrets = new Map<string, string>()

let shop: GuardedShop
let amal: Known
let hamad: Known

function recordAnswers(browser: Browser): Browser {
  const ask: Browser['ask'] = async (method, path, ...rest) => {
    const answer = await browser.ask(method, path, ...rest)
    const headers = [...answer.headers].filter(([name]) => name !== 'set-cookie').map((pair) => pair.join(': '))
    answers.push({
      name: `the answer to ${method} ${path}`,
      text: [...headers, JSON.stringify(answer.body)].join('\n'),
    })
    for (const [name, value] of browser.cookies) secrets.set(value, `the token of ${name}`)
    return answer as never
  }
  return { ...browser, ask }
}

const output = vi.spyOn(process.stderr, 'write')
beforeEach(() => {
  output.mockImplementation((text) => {
    logged.push(String(text))
    return true
  })
})
afterEach(() => void output.mockReset())

beforeAll(async () => {
  shop = await aGuardedShop({
    hasSetupLink: true,
    env: { LOG_LEVEL: 'info' },
    print: (line) => printed.push(line),
    record: (line) => recorded.push(line),
  })
  amal = await shop.add('Amal', 'cashier', AMAL_PIN)
  hamad = await shop.add('Hamad', 'supervisor', HAMAD_PIN)
})
afterAll(async () => {
  output.mockRestore()
  await shop.close()
})

async function doEverything(): Promise<void> {
  for (const [secret, name] of [
    [AMAL_PIN, 'the PIN of Amal'],
    [HAMAD_PIN, 'the PIN of Hamad, who approves'],
    [NEW_PIN, 'a PIN that was reset'],
    [WRONG_PIN, 'a wrong PIN'],
    [shop.bossIs.pin, 'the PIN of the first supervisor'],
    [CARD, 'the code of a badge'],
    [WRONG_CARD, 'the code of an unknown badge'],
    [MAIL_PASSWORD, 'the password of the mail server'],
    [WEBHOOK_SECRET, 'the secret of the webhook'],
    [/\/setup#(\S+)/.exec(printed.join('\n'))?.[1] ?? '', 'the code of the setup link'],
  ] as const)
    secrets.set(secret, name)
  const boss = recordAnswers(await shop.boss())
  const till = recordAnswers(await shop.terminal())
  const kiosk = recordAnswers(await shop.terminal({ kiosk: true }))
  await till.ask('POST', '/api/session', { staffId: amal.id, pin: WRONG_PIN })
  await shop.signIn(till, amal)
  await till.ask('POST', '/api/session/step-up', { pin: WRONG_PIN })
  await till.ask('POST', '/api/session/step-up', { pin: AMAL_PIN })
  shop.clock.pass(MINUTE)
  await boss.ask('POST', `/api/staff/${amal.id}/pin`, { pin: NEW_PIN })
  amal = { ...amal, pin: NEW_PIN }
  await boss.ask('POST', `/api/staff/${amal.id}/pin`, { pin: 'not a PIN' })
  await boss.ask('POST', '/api/staff', { name: 'Mallory', role: 'cashier', pin: WRONG_PIN, more: WRONG_PIN })
  await kiosk.ask('POST', '/api/terminals/leave-kiosk', { staffId: hamad.id, pin: WRONG_PIN })
  await kiosk.ask('POST', '/api/terminals/leave-kiosk', { staffId: hamad.id, pin: HAMAD_PIN })

  const settings = { idleMinutes: 5, limits: { currency: 'AED', perSale: '10' } }
  expect((await boss.ask('PUT', '/api/settings', settings)).status).toBeLessThan(300)
  shop.clock.pass(MINUTE)
  await shop.signIn(till, amal)
  const { id, body } = await openSale(till, { account: '971500000001' })
  const confirm = (pin?: string) =>
    till.ask<Failure>('POST', `/api/sales/${id}/confirm`, {
      version: body.version,
      ...(pin && { approver: { staffId: hamad.id, pin } }),
    })
  expect((await confirm()).body.code).toBe('above-limit')
  expect((await confirm(WRONG_PIN)).body.code).toBe('wrong-pin')
  expect((await confirm(HAMAD_PIN)).status).toBeLessThan(300)
  await saleOnce(till, id, ({ state }) => state === 'succeeded')

  // The receivers of alerts; nothing is sent in this test.
  const server = { isOn: false, host: 'mail.example', port: 465, security: 'tls', user: 'till' }
  const email = { ...server, from: 'till@shop.example', recipients: ['owner@shop.example'], password: MAIL_PASSWORD }
  expect((await boss.ask('PUT', '/api/alerts/email', email)).status).toBe(200)
  const webhook = { isOn: false, url: 'https://hooks.example/till', secret: WEBHOOK_SECRET }
  expect((await boss.ask('PUT', '/api/alerts/webhook', webhook)).status).toBe(200)
  await boss.ask('PUT', '/api/alerts/webhook', {
    ...webhook,
    isOn: true,
    url: `ftp://${WEBHOOK_SECRET}@hooks.example`,
  })

  expect((await boss.ask('POST', `/api/staff/${amal.id}/badge`, { code: CARD })).status).toBe(200)
  await boss.ask('POST', `/api/staff/${hamad.id}/badge`, { code: CARD })
  await till.ask('POST', '/api/session/badge', { code: WRONG_CARD })
  await till.ask('POST', '/api/session/badge', { code: CARD })
  expect((await till.ask('POST', '/api/session/badge', { code: CARD.toLowerCase(), pin: NEW_PIN })).status).toBe(200)
  await till.ask('POST', '/api/session/badge', { code: CARD, more: CARD })
  await boss.ask('POST', `/api/staff/${amal.id}/badge/block`, {})
  await till.ask('POST', '/api/session/badge', { code: CARD, pin: NEW_PIN })
  shop.clock.pass(MINUTE)
  await shop.signIn(till, amal)

  // A PIN and a code in the wrong place: in a URL, a name and a field of another kind.
  await till.ask('GET', `/api/sales?q=${WRONG_PIN}`)
  await till.ask('GET', `/nothing/${WRONG_PIN}`)
  await till.ask('POST', '/api/session', `{"staffId":"${amal.id}","pin":"${WRONG_PIN}"`)
  shop.clock.pass(MINUTE)
  await till.ask('POST', '/api/terminals/enroll', { code: WRONG_CODE })
  const issued = await (
    await shop.boss()
  ).ask<IssuedCode>('POST', '/api/terminals/enrollment-codes', { name: 'Another till' })
  secrets.set(issued.body.code, 'an enrollment code')
  secrets.set(issued.body.code.replaceAll('-', ''), 'an enrollment code without its dash')
  await recordAnswers(shop.stranger()).ask('POST', '/api/terminals/enroll', { code: issued.body.code })
  for (const path of ['/api/audit', '/api/staff', '/api/terminals', '/api/sessions', '/metrics', '/api/alerts'])
    await boss.ask('GET', path)
}

function findSecrets(places: readonly Place[]): string[] {
  return places.flatMap(({ name, text }) =>
    [...secrets].filter(([secret]) => secret !== '' && text.includes(secret)).map(([, what]) => `${what} in ${name}`),
  )
}

describe('PINs, tokens and one-time codes', () => {
  it('PINs, tokens and one-time codes are in no file, log line or answer', async () => {
    await doEverything()
    const files = readPlaces([shop.folder]) as Place[]
    const lines = [
      { name: 'what is recorded', text: recorded.join('\n') },
      { name: 'the log', text: logged.join('\n') },
    ]
    // The setup link is printed once for the administrator, so its line is allowed.
    const console = printed.filter((line) => !line.includes('/setup#')).join('\n')
    expect(findSecrets([...files, ...lines, { name: 'the console', text: console }, ...answers])).toEqual([])

    // Proves that the search covers everything: it finds values that are not secret.
    expect(files.filter(({ text }) => text.includes('Hamad')).length).toBeGreaterThan(0)
    expect(recorded.join('\n')).toContain('audit')
    expect(logged.join('\n')).toContain('/transaction/confirm')
    expect(secrets.size).toBeGreaterThan(12)
    const digits = [...secrets.keys()].filter((secret) => /^\d+$/.test(secret))
    expect(digits).toEqual(Array(5).fill(expect.stringMatching(/^0\d{11}$/)))
    expect(findSecrets([{ name: 'a place', text: [...secrets.keys()].join(' ') }])).toHaveLength(secrets.size)
  })
})
