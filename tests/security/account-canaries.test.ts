import { join } from 'node:path'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Session } from '#api/session.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { startSandbox } from '#sandbox/server.ts'
import { findSecrets, readPlaces } from '../../tools/reconcile/find-secrets.ts'
import { sell, type Browser } from '../support/shop.ts'
import { anUnconnectedTill, aServiceApart, typedOf } from '../support/unconnected-till.ts'

/** @security V13.3.1, V14.2.1, V16.2.5: A token that is entered on the screen is in no file but the account's, in no log and in no answer. */

type Place = { name: string; text: string }

const ACCOUNT = { posId: '77001', token: 'canary-of-the-connected-account' }
const WRONG_TOKEN = 'canary-of-a-wrong-account'
const NEW_TOKEN = 'canary-of-the-next-token'
const PIN = '802731'

const logged: string[] = []
const output = vi.spyOn(process.stderr, 'write')
beforeEach(() => {
  output.mockImplementation((text) => {
    logged.push(String(text))
    return true
  })
})
afterEach(() => void output.mockReset())

const answers: Place[] = []
function recordAnswers(browser: Browser): Browser {
  const ask: Browser['ask'] = async (method, path, ...rest) => {
    const answer = await browser.ask(method, path, ...rest)
    const headers = [...answer.headers].map((pair) => pair.join(': '))
    const text = [...headers, JSON.stringify(answer.body)].join('\n')
    answers.push({ name: `the answer to ${method} ${path}`, text })
    return answer as never
  }
  return { ...browser, ask }
}

it('a token that is entered on the screen is only in the file of the account', async () => {
  const lines: string[] = []
  const service = await aServiceApart(ACCOUNT)
  const till = await anUnconnectedTill({ env: { LOG_LEVEL: 'info' }, record: (line) => lines.push(line) })
  const browser = recordAnswers(till.browser())
  const code = till.code()
  const tryWith = (more: object) =>
    browser.ask<{ attempt: string }>('POST', '/api/account/try', { code, ...typedOf(service), ...more })
  await tryWith({ token: WRONG_TOKEN })
  await tryWith({ baseUrl: `https://user:${WRONG_TOKEN}@provider.example` })
  await tryWith({ token: `${WRONG_TOKEN}\u200b` })
  await tryWith({ posId: WRONG_TOKEN })
  await tryWith({ more: WRONG_TOKEN })
  await browser.ask('POST', '/api/account/try', `{"code":"${code}","token":"${WRONG_TOKEN}"`)
  const { body: tried } = await tryWith({})
  // The one answer that has the code of the next link, which no other place may have.
  const connected = await till.browser().ask<{ setupCode: string }>('POST', '/api/account/connect', {
    code,
    attempt: tried.attempt,
  })
  const { setupCode } = connected.body
  expect(JSON.stringify(connected.body)).not.toContain('canary')
  const isSetUp = async () => {
    const asked = { name: 'Salma', pin: PIN, terminal: 'Counter', code: setupCode }
    return (await browser.ask('POST', '/api/setup', asked).catch(() => undefined))?.status
  }
  await expect.poll(isSetUp).toBe(200)
  expect((await sell(browser, { account: recipients.success })).body).toMatchObject({ state: 'succeeded' })
  expect((await browser.ask('POST', '/api/ready/backup', {})).status).toBe(200)

  const port = Number(new URL(service.baseUrl).port)
  await browser.ask('POST', '/api/account/token', { token: WRONG_TOKEN })
  await service.close()
  const renewed = await startSandbox({ port, account: { ...ACCOUNT, token: NEW_TOKEN } })
  const starts = till.printed().length
  expect((await browser.ask('POST', '/api/account/token', { token: NEW_TOKEN })).status).toBe(200)
  await expect.poll(() => till.printed().slice(starts).join('\n')).toContain('Toptill is ready')
  for (const path of ['/api/session', '/api/account', '/api/audit', '/api/settings', '/api/ready', '/metrics'])
    await browser.ask<Session>('GET', path)
  await till.close()
  const keys = [...service.requests(), ...renewed.requests()].map(({ auth }) => BigInt(auth.key))
  await renewed.close()

  const secrets = [ACCOUNT.token, WRONG_TOKEN, NEW_TOKEN, code, setupCode]
  const find = (places: readonly Place[]) =>
    places.flatMap(({ name, text }) =>
      secrets.filter((secret) => text.includes(secret)).map((secret) => [name, secret]),
    )
  const files = readPlaces([till.home]) as Place[]
  const isAccount = ({ name }: Place) => name.startsWith(join(till.home, 'account.json'))
  expect(find(files.filter(isAccount)).map(([, secret]) => secret)).toEqual([NEW_TOKEN])
  const others = [
    ...files.filter((file) => !isAccount(file)),
    ...answers,
    { name: 'what is recorded', text: lines.join('\n') },
    { name: 'the log', text: logged.join('\n') },
    // The links are printed for the person at the computer.
    {
      name: 'the console',
      text: till
        .printed()
        .filter((line) => !/\/(setup|connect)#/.test(line))
        .join('\n'),
    },
  ]
  expect(find(others)).toEqual([])
  // In no encoding, and no hash of a token with a key.
  expect(findSecrets(others, { canaries: secrets, posId: ACCOUNT.posId, keys })).toEqual([])

  // The search covered everything.
  expect(logged.join('\n')).toContain('(path /point_info')
  expect(lines.join('\n')).toContain('account-token-changed')
  expect(files.filter(({ name }) => name.includes('backups')).length).toBeGreaterThan(0)
  expect(files.filter(({ text }) => text.includes('Salma')).length).toBeGreaterThan(1)
})
