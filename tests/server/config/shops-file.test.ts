import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'

import { describe, expect, it } from 'vitest'

import { BadConfig, readInstallation } from '#server/config/config.ts'
import { nameOf } from '#server/config/database-url.ts'
import { aFolder } from '../../support/folders.ts'

const DATABASE = 'postgres://toptill:canary-password@db.example/toptill?sslmode=verify-full'

const deira = { id: 'deira', name: 'Deira', baseUrl: 'https://service.example/v2/', posId: '123', tokenFile: 'token' }
const marina = { ...deira, id: 'marina', name: 'Dubai Marina', posId: '124' }

/** Writes a file of shops, with a token in the same folder, and reads it as a start with this environment does. */
function read(content: unknown, env: NodeJS.ProcessEnv = {}, folder = aFolder()) {
  const file = join(folder, 'shops.json')
  writeFileSync(join(folder, 'token'), 'canary-token-5d1c\n')
  writeFileSync(join(folder, 'empty'), '\n')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readInstallation({ SHOPS_FILE: file, DATABASE_URL: DATABASE, TOPTILL_HOME: folder, ...env })
}

function problemsOf(content: unknown, env: NodeJS.ProcessEnv = {}): string[] {
  try {
    read(content, env)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(BadConfig)
    const { message } = error as BadConfig
    expect(message).not.toMatch(/canary/)
    return message.split('\n').map((line) => line.replace(/^SHOPS_FILE \S+: /, ''))
  }
}

describe('the file of several shops', () => {
  it('the file of shops gives each shop its account, a database schema, a folder and its own settings', () => {
    const folder = aFolder()
    const { settings, shops } = read(
      { shops: [deira, { ...marina, keyFloor: '900', timeZone: 'Asia/Riyadh' }] },
      { TRUST_PROXY: '1', SHOP_TIME_ZONE: 'Asia/Muscat' },
      folder,
    )
    expect(shops).toMatchObject([
      {
        shop: { id: 'deira', name: 'Deira' },
        practice: false,
        account: { baseUrl: 'https://service.example/v2', posId: '123', tokenFile: join(folder, 'token') },
        keyFloor: 0n,
        timeZone: 'Asia/Muscat',
        dataFolder: join(folder, 'data', 'shops', 'deira'),
        pepperFolder: join(folder, 'data'),
      },
      { shop: { id: 'marina', name: 'Dubai Marina' }, keyFloor: 900n, timeZone: 'Asia/Riyadh' },
    ])
    expect(settings).toMatchObject({ database: DATABASE, dataFolder: join(folder, 'data') })
    expect(shops.map(({ database }) => nameOf(database))).toEqual([
      'postgres://db.example/toptill, schema shop_deira',
      'postgres://db.example/toptill, schema shop_marina',
    ])
    const { searchParams } = new URL(shops[0].database)
    const expected = ['verify-full', '-c search_path=shop_deira']
    expect([searchParams.get('sslmode'), searchParams.get('options')]).toEqual(expected)
    for (const { trustProxy, account } of shops) {
      expect(trustProxy?.('127.0.0.1', 0)).toBe(true)
      expect(inspect(account, { depth: 9, showHidden: true })).not.toContain('canary')
    }
  })

  it('the file of shops keeps an address with options', () => {
    const { shops } = read({ shops: [deira] }, { DATABASE_URL: `${DATABASE}&options=-c%20geqo%3Doff` })
    expect(new URL(shops[0].database).searchParams.get('options')).toBe('-c geqo=off -c search_path=shop_deira')
    expect(nameOf(shops[0].database)).toMatch(/, schema shop_deira$/)
  })

  it('a shop whose database was moved here uses its own key file', () => {
    const folder = aFolder()
    const own = join(folder, 'data', 'shops', 'marina')
    mkdirSync(own, { recursive: true })
    writeFileSync(join(own, 'pepper'), 'x')
    const { shops } = read({ shops: [deira, marina] }, {}, folder)
    expect(shops.map(({ pepperFolder }) => pepperFolder)).toEqual([join(folder, 'data'), own])
  })

  it.each([
    { shops: [{ ...deira, id: 'Deira' }], says: /^shop number 1: "id" is not an id: use at most 20 lowercase letters/ },
    { shops: [{ ...deira, id: '1st' }], says: /^shop number 1: "id" is not an id/ },
    { shops: [{ ...deira, id: `d${'x'.repeat(20)}` }], says: /at most 20 lowercase letters and digits/ },
    { shops: [{ ...deira, name: ' ' }], says: /^shop deira: "name" is not a readable name/ },
    { shops: [{ ...deira, name: 'Dei\u202Era' }], says: /^shop deira: "name" is not a readable name/ },
    { shops: [{ ...deira, name: 'x'.repeat(61) }], says: /^shop deira: "name" is longer than 60 characters/ },
    { shops: [{ ...deira, posId: 123 }], says: /^shop deira: "posId" is not text in quotation marks/ },
    { shops: [{ ...deira, posId: 'x' }], says: /^shop deira: "posId" is not a number of up to 20 digits/ },
    { shops: [{ ...deira, baseUrl: 'http://service.example' }], says: /^shop deira: "baseUrl" is plain HTTP/ },
    {
      shops: [{ ...deira, tokenFile: 'nowhere' }],
      says: /^shop deira: "tokenFile": \S+nowhere does not exist\.$/,
    },
    { shops: [{ ...deira, tokenFile: 'empty' }], says: /^shop deira: "tokenFile": \S+empty is empty/ },
    { shops: [{ ...deira, keyFloor: '-1' }], says: /^shop deira: "keyFloor" is not a whole number/ },
    { shops: [{ ...deira, timeZone: 'Dubai' }], says: /^shop deira: "timeZone" is not a time zone/ },
    { shops: [{ ...deira, token: 'canary' }], says: /^shop deira: "token" is not a setting/ },
    { shops: [{ id: 'deira', name: 'Deira' }], says: /^shop deira: "baseUrl" is missing/ },
    { shops: ['deira'], says: /^shop number 1: it has to be of the form \{"id"/ },
    { shops: [deira, { ...marina, id: 'deira' }], says: /^shop deira: the id is used twice/ },
    {
      shops: [deira, { ...marina, baseUrl: 'HTTPS://SERVICE.example:443/v2', posId: '123' }],
      says: /^shop marina: POS 123 at https:\/\/service\.example\/v2 is already the account of deira/,
    },
    { shops: [], says: /with one shop or more/ },
    { shops: Array.from({ length: 201 }, () => deira), says: /names 201 shops; at most 200 are possible/ },
  ])('the file of shops is rejected with one sentence: $says', ({ shops, says }) => {
    expect(problemsOf({ shops })[0]).toMatch(says)
  })

  it('the file of shops is rejected when it is not JSON of that form, too large or missing', () => {
    expect(problemsOf('shops: deira')).toEqual([expect.stringMatching(/^it is not JSON of the form \{"shops"/)])
    expect(problemsOf([deira])).toEqual([expect.stringMatching(/^it is not JSON of the form/)])
    expect(problemsOf({ shops: [deira], extra: 1 })).toEqual([expect.stringMatching(/^it has to be of the form/)])
    expect(problemsOf(`{"shops": ["${'x'.repeat(300_000)}"]}`)).toEqual([expect.stringMatching(/larger than 256 kB/)])
    expect(problemsOf({}, { SHOPS_FILE: '/nowhere/shops.json' })).toEqual(['it does not exist.'])
  })

  it('the file of shops in the example for an installation is valid', () => {
    const { shops } = JSON.parse(readFileSync('deploy/shops.json', 'utf8')) as { shops: object[] }
    expect(shops.length).toBeGreaterThan(1)
    expect(problemsOf({ shops: shops.map((entry) => ({ ...entry, tokenFile: 'token' })) })).toEqual([])
  })

  it('all problems of all shops are reported at once, beside those of the environment', () => {
    const shops = [{ ...deira, posId: 'x', timeZone: 'Dubai' }, { ...marina, tokenFile: 'nowhere' }, 5]
    const problems = problemsOf({ shops }, { PORT: 'x' })
    expect(problems).toHaveLength(5)
    for (const says of [
      /^PORT=x/,
      /^shop deira: "posId"/,
      /^shop deira: "timeZone"/,
      /^shop marina: /,
      /^shop number 3/,
    ])
      expect(problems).toContainEqual(expect.stringMatching(says))
  })

  it.each([
    { env: { DATABASE_URL: 'file:./data/toptill.db' }, says: /a database file serves only one shop/ },
    {
      env: { TOPUP_POS_ID: '123', TOPUP_BASE_URL: 'https://x.example', TOPUP_TOKEN: 'canary' },
      says: /Remove what you do not need/,
    },
    { env: { TOPUP_KEY_FLOOR: '5' }, says: /TOPUP_… or SANDBOX=1 is also set/ },
    { env: { SANDBOX: '1' }, says: /TOPUP_… or SANDBOX=1 is also set/ },
  ])('the file of shops needs PostgreSQL and no account in the environment: $says', ({ env, says }) => {
    expect(problemsOf({ shops: [deira] }, env)).toEqual([expect.stringMatching(says)])
  })
})
