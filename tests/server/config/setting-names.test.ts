import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { SETTINGS } from '#server/config/config-schema.ts'
import { BadConfig, readInstallation } from '#server/config/config.ts'
import { findLines, readDotEnv } from '#server/config/dot-env.ts'
import { FORMER, findUnknownOfFile } from '#server/config/setting-names.ts'
import { aFolder } from '../../support/folders.ts'

const account = {
  TOPUP_BASE_URL: 'https://service.example/api',
  TOPUP_POS_ID: '20418',
  TOPUP_TOKEN: 'sixteen-letters-',
}

describe('a misspelled setting of the account', () => {
  it.each([
    ['TOPUP_URL', 'TOPUP_BASE_URL'],
    ['TOPUP_BASEURL', 'TOPUP_BASE_URL'],
    ['TOPUP_POS', 'TOPUP_POS_ID'],
    ['TOPUP_POSID', 'TOPUP_POS_ID'],
    ['topup_pos_id', 'TOPUP_POS_ID'],
    ['TOPUP_TOKENFILE', 'TOPUP_TOKEN_FILE'],
    ['TOPUP_KEYFLOOR', 'TOPUP_KEY_FLOOR'],
    ['TOPUP_PORT', 'PORT'],
  ])('the misspelled %s is rejected, also alone, and %s is suggested', (name, meant) => {
    const says = `${name} is not a setting of Toptill. Did you mean ${meant}?`
    for (const env of [{ [name]: 'x' }, { ...account, [name]: 'x' }, { SANDBOX: '1', [name]: 'x' }]) {
      const read = () => readInstallation(env)
      expect(read).toThrow(BadConfig)
      expect(read).toThrow(says)
    }
  })

  it('a misspelled setting is named before the setting that is missing because of it', () => {
    const { TOPUP_POS_ID: _, ...rest } = account
    expect(() => readInstallation({ ...rest, TOPUP_POSID: '20418' })).toThrow(
      /^TOPUP_POSID is not .* Did you mean TOPUP_POS_ID\?\nTOPUP_POS_ID is not set\. /,
    )
  })

  it('an unknown setting is accepted if it is blank, or if a cluster sets it for a service of that name', () => {
    const ofCluster = {
      TOPUP_SERVICE_HOST: '10.0.0.1',
      TOPUP_SERVICE_PORT_HTTP: '8080',
      TOPUP_PORT: 'tcp://10.0.0.1:8080',
      TOPUP_PORT_8080_TCP_ADDR: '10.0.0.1',
    }
    expect(readInstallation({ ...account, ...ofCluster, TOPUP_URL: ' ' }).warnings).toEqual([])
  })
})

describe('a setting of an earlier version', () => {
  it.each([
    ['FIND_DIRECT_SECONDS', '5-60', /Toptill keeps the pace of the specification/],
    ['FIND_INTERNATIONAL_SECONDS', '30-60', /Toptill keeps the pace of the specification/],
    ['CONFIRM_GRACE_SECONDS', '30', /Toptill keeps the pace of the specification/],
    ['ALERT_PRIVATE_NETWORKS', '1', /^ALERT_PRIVATE_NETWORKS is now ALLOW_PRIVATE_TARGETS\.$/],
    ['PRINTERS_ON_LOOPBACK', '1', /^PRINTERS_ON_LOOPBACK is now ALLOW_PRIVATE_TARGETS\.$/],
    ['PICTURE_HOSTS', 'cdn.example', /is now a setting on the screen: Settings, Product images/],
    ['LOG_FORMAT', 'json', /text on a terminal and JSON elsewhere/],
    ['OWN_ADDRESS', 'http://10.0.0.5:8080', /its address in the network of the database/],
    ['DATA_FOLDER', '/srv/data', /the folder data in Toptill's folder\. Move its files there/],
  ])('the former setting %s is refused, with where it is now', (name, value, says) => {
    const read = () => readInstallation({ ...account, [name]: value })
    expect(read).toThrow(BadConfig)
    expect(read).toThrow(says)
    expect(Object.keys(FORMER)).toContain(name)
    expect(readInstallation({ ...account, [name]: ' ' }).warnings).toEqual([])
    expect(findUnknownOfFile([name])).toEqual([])
  })

  it('every former setting has a case above, and none is a setting today', () => {
    expect(Object.keys(FORMER)).toHaveLength(9)
    expect(Object.keys(FORMER).filter((name) => name in SETTINGS)).toEqual([])
  })
})

describe('an unknown name in .env', () => {
  it.each([
    ['PROT', 'PROT in .env is not a setting of Toptill. Did you mean PORT?'],
    ['port', 'port in .env is not a setting of Toptill. Did you mean PORT?'],
    ['DATABSE_URL', 'DATABSE_URL in .env is not a setting of Toptill. Did you mean DATABASE_URL?'],
    ['TOKEN', 'TOKEN in .env is not a setting of Toptill. Did you mean TOPUP_TOKEN?'],
    [
      'TIMEZONE',
      expect.stringMatching(
        /^TIMEZONE in .env .* The closest one is SHOP_TIME_ZONE: docs\/administrators\/settings\.md /,
      ),
    ],
    // The line may be a part of a token.
    ['QWxhZGRpbg', expect.stringMatching(/^A line of \.env is not a setting of Toptill\. /)],
  ])('the unknown name %s in .env is reported with the nearest setting', (name, says) => {
    expect(findUnknownOfFile([name])).toEqual([says])
  })

  it.each(['PORT', 'NODE_EXTRA_CA_CERTS', 'PGPASSFILE', 'https_proxy', 'TZ', 'TOPUP_URL'])(
    '%s in .env is not reported, because it is known or rejected elsewhere',
    (name) => {
      expect(findUnknownOfFile([name])).toEqual([])
    },
  )
})

describe('the file .env', () => {
  const written = (name: string, bytes: string | Buffer, folder = aFolder()) => {
    writeFileSync(join(folder, name), bytes)
    return readDotEnv(folder)
  }
  const TEXT = 'PORT=8090\r\nTOPUP_POS_ID=20418\r\n'

  it.each([
    ['in UTF-8', TEXT],
    ['in UTF-8 with a byte order mark', `\uFEFF${TEXT}`],
    ['in UTF-16', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
  ])('the file .env is read %s', (_, bytes) => {
    const folder = aFolder()
    expect(written('.env', bytes, folder)).toEqual({ values: { PORT: '8090', TOPUP_POS_ID: '20418' }, warnings: [] })
    expect([...findLines(folder)]).toEqual([
      ['PORT', 1],
      ['TOPUP_POS_ID', 2],
    ])
  })

  it('the file .env may be missing, and a .env.txt in its place is reported', () => {
    expect(readDotEnv(aFolder())).toEqual({ values: {}, warnings: [] })
    expect(written('.env.txt', TEXT)).toEqual({
      values: {},
      warnings: [expect.stringMatching(/^There is a file \.env\.txt but no \.env, .* Rename it to \.env\./)],
    })
  })

  it('a file .env that cannot be read is not treated as missing', () => {
    const folder = aFolder()
    mkdirSync(join(folder, '.env'))
    expect(() => readDotEnv(folder)).toThrow(/EISDIR/)
  })
})
