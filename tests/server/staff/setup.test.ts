import { expect, it } from 'vitest'

import { ONE_TIME_CODE_VALID_MS } from '#server/lib/one-time-code.ts'
import { aStaffServer } from './staff-server.ts'

/**
 * @security V6.3.2, V6.4.1: A stranger cannot become the first supervisor: only the console of the first start shows the setup link, which is valid
 * for one hour.
 */

const first = { name: 'Hamad Saleh', pin: '604918', terminal: 'Till 1' }
const refused = { status: 401, json: { code: 'wrong-code' } }

async function aNewShop() {
  const proxy = await aStaffServer({ isNew: true })
  const code = (await proxy.setup.issueCode())!
  const setUp = (body: object = {}) => {
    const browser = proxy.browser()
    return browser.ask('POST', '/api/setup', { ...first, code, ...body }).then((answer) => ({ ...answer, browser }))
  }
  return { ...proxy, code, setUp }
}

it('the code on the console adds the first supervisor, connects the browser and signs them in', async () => {
  const { setUp, people, terminals } = await aNewShop()
  const { status, json, browser } = await setUp()
  expect({ status, json }).toMatchObject({
    status: 200,
    json: { person: { name: 'Hamad Saleh', role: 'supervisor' }, terminal: { name: 'Till 1' } },
  })
  expect(await people.list()).toMatchObject([{ name: 'Hamad Saleh', role: 'supervisor' }])
  expect(await terminals.listAll()).toHaveLength(1)
  expect((await browser.ask('GET', '/api/wallet')).json).toEqual({ by: 'Hamad Saleh' })
})

it('any browser learns that a shop is new, until its first supervisor was added', async () => {
  const { browser, setUp } = await aNewShop()
  expect((await browser().ask('GET', '/api/session')).json).toMatchObject({ terminal: null, isNew: true })
  await setUp()
  expect((await browser().ask('GET', '/api/session')).json).not.toHaveProperty('isNew')
})

it('the first supervisor chooses the time zone of the shop, unless the administrator did', async () => {
  const { browser, setUp, settings } = await aNewShop()
  expect((await browser().ask('GET', '/api/session')).json).toMatchObject({ isNew: true, asksTimeZone: true })
  expect(await setUp({ timeZone: 'Mars/Olympus' })).toMatchObject({ status: 400 })
  expect(await setUp({ timeZone: 'Asia/Muscat' })).toMatchObject({ status: 200, json: { timeZone: 'Asia/Muscat' } })
  expect(settings.calendar().timeZone).toBe('Asia/Muscat')

  const other = await aStaffServer({ isNew: true, timeZone: 'Asia/Riyadh' })
  const { json } = await other.browser().ask('GET', '/api/session')
  expect(json).toMatchObject({ isNew: true, timeZone: 'Asia/Riyadh' })
  expect(json).not.toHaveProperty('asksTimeZone')
})

it('the setup code cannot be guessed and may be typed in any form', async () => {
  const { setUp, code } = await aNewShop()
  expect(code).toMatch(/^([234679ACDEFGHJKMNPQRTVWXY]{4}-){3}[234679ACDEFGHJKMNPQRTVWXY]{4}$/)
  expect(await setUp({ code: code.toLowerCase().replaceAll('-', ' ') })).toMatchObject({ status: 200 })
})

it('setup works once, even for two requests at the same time', async () => {
  const { setUp, people, terminals } = await aNewShop()
  const answers = await Promise.all([setUp(), setUp({ name: 'Somebody else' })])
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 401]))
  expect(await setUp({ name: 'A third' })).toMatchObject(refused)
  expect(await people.listAll()).toHaveLength(1)
  expect(await terminals.listAll()).toHaveLength(1)
})

it('the setup code expires after an hour', async () => {
  const { setUp, clock } = await aNewShop()
  clock.pass(ONE_TIME_CODE_VALID_MS)
  expect(await setUp()).toMatchObject(refused)
})

it('only the code of the current start is valid', async () => {
  const { setUp, setup } = await aNewShop()
  await setup.issueCode()
  expect(await setUp()).toMatchObject(refused)
})

it('setup is impossible once a person was added, even if they are blocked', async () => {
  const { setUp, people, setup } = await aNewShop()
  await people.disable((await people.add({ name: 'Amal', role: 'cashier', pin: '2580' })).id)
  expect(await setUp()).toMatchObject(refused)
  expect(await setup.issueCode()).toBeUndefined()
})

it('setup that is rejected because of a PIN, a name or a field adds no one and leaves the code valid', async () => {
  const { setUp, people, terminals } = await aNewShop()
  for (const { status, ...body } of [
    { pin: '604', status: 400 },
    { pin: '2580', status: 422 },
    { pin: '111111', status: 422 },
    { name: 'Ha\u202emad', status: 422 },
    { terminal: '\u200b', status: 422 },
    { role: 'cashier', status: 400 },
  ])
    expect(await setUp(body), JSON.stringify(body)).toMatchObject({ status })
  expect(await people.hasAnyone()).toBe(false)
  expect(await terminals.listAll()).toEqual([])
  expect(await setUp()).toMatchObject({ status: 200 })
})

it('without a valid code setup reveals nothing about names or PINs', async () => {
  const { setUp } = await aNewShop()
  expect(await setUp({ code: 'AAAA-AAAA-AAAA-AAAA', pin: '1111' })).toMatchObject(refused)
})
