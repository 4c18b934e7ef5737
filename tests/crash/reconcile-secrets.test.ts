import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { practiceAccount } from '#sandbox/server.ts'
import { aFolder } from '../support/folders.ts'
import { atLevel } from '../support/level.ts'
import { aSoundShop, copyOf, type SoundCopy, type SoundShop } from './a-sound-shop.ts'

let sound: SoundShop
beforeAll(async () => {
  sound = await aSoundShop()
})

describe('a secret in a stored file', () => {
  const CANARY = 'swift-otter/2580+7305'
  const at = (copy: SoundCopy, name: string) => join(copy.folder, name)
  const hashes = (copy: SoundCopy) =>
    createHash('md5').update(`${practiceAccount.posId}${CANARY}${copy.lastKey()}`).digest('hex')

  const secrets: { what: string; plant: (copy: SoundCopy) => void; says: RegExp }[] = [
    {
      what: 'in a file beside the journal',
      plant: (copy) =>
        writeFileSync(at(copy, 'notes.bin'), Buffer.concat([Buffer.from([0, 255]), Buffer.from(CANARY)])),
      says: /^canary 1 is at rest in .*notes\.bin$/,
    },
    {
      what: 'in a folder below it',
      plant: (copy) => {
        mkdirSync(at(copy, 'old'))
        writeFileSync(at(copy, 'old/log'), `x${CANARY}`)
      },
      says: /^canary 1 is at rest in .*old.log$/,
    },
    {
      what: 'in a record',
      plant: (copy) => copy.editRecord(copy.sold(), { note: CANARY }),
      says: /^canary 1 is at rest in the tables of/,
    },
    {
      what: 'in the write-ahead log alone',
      plant: (copy) => writeFileSync(at(copy, 'toptill.db-wal'), CANARY, { flag: 'a' }),
      says: /^canary 1 is at rest in .*-wal$/,
    },
    ...(['hex', 'base64', 'base64url'] as const).map((encoding) => ({
      what: `as ${encoding}`,
      plant: (copy: SoundCopy) =>
        writeFileSync(at(copy, 'notes'), `-${Buffer.from(`${CANARY} and more`).toString(encoding)}`),
      says: /^canary 1 is at rest in .*notes$/,
    })),
    {
      what: 'as an address spells it',
      plant: (copy) => writeFileSync(at(copy, 'notes'), `GET /?pin=${encodeURIComponent(CANARY)}`),
      says: /^canary 1 is at rest in .*notes$/,
    },
    {
      what: 'as the hash of a request',
      plant: (copy) => writeFileSync(at(copy, 'notes'), `sent ${hashes(copy)}.`),
      says: /^the hash of a request is at rest in .*notes$/,
    },
    {
      what: 'as a signed request, no matter who signed it',
      plant: (copy) => writeFileSync(at(copy, 'notes'), `{"auth":{"id":1,"hash": "${'0a'.repeat(16)}"}}`),
      says: /^a signed request is at rest in .*notes$/,
    },
  ]

  it.each(secrets.slice(0, atLevel(4, Infinity)))(
    'reconcile finds a secret $what and does not print it',
    ({ plant, says }) => {
      const copy = copyOf(sound)
      plant(copy)
      const { violations } = copy.audit({ canaries: [CANARY] })
      expect(violations).toContainEqual(expect.stringMatching(says))
      expect(violations.join()).not.toContain(CANARY)
    },
  )

  type Plant = (copy: SoundCopy, code: { number: string; serial: string }) => void
  const codes: { what: string; plant: Plant; where: RegExp }[] = [
    {
      what: 'its number in a file',
      plant: (copy, { number }) => writeFileSync(at(copy, 'notes'), `x${number}y`),
      where: /notes$/,
    },
    {
      what: 'its number in groups',
      plant: (copy, { number }) => writeFileSync(at(copy, 'notes'), number.replace(/(....)(?=.)/g, '$1 ')),
      where: /notes$/,
    },
    {
      what: 'its serial in a log',
      plant: (copy, { serial }) => writeFileSync(at(copy, 'proxy.log'), serial),
      where: /proxy\.log$/,
    },
    {
      what: 'its number in a record',
      plant: (copy, { number }) => copy.editRecord(copy.sold(), { note: number }),
      where: /the tables of .*toptill\.db$/,
    },
    {
      what: 'its serial in an event',
      plant: (copy, { serial }) => copy.addEvent(copy.sold(), 'seen', { note: serial }),
      where: /the tables of .*toptill\.db$/,
    },
    {
      what: 'its number in the write-ahead log alone',
      plant: (copy, { number }) => writeFileSync(at(copy, 'toptill.db-wal'), number, { flag: 'a' }),
      where: /-wal$/,
    },
    {
      what: 'its number in a backup',
      plant: (copy, { number }) => {
        mkdirSync(at(copy, 'backup'))
        writeFileSync(at(copy, 'backup/monday.db'), number)
      },
      where: /monday\.db$/,
    },
    ...(['hex', 'base64', 'base64url'] as const).flatMap((encoding) =>
      ['', 'x', 'xy'].map((before) => ({
        what: `its serial as ${encoding} behind "${before}"`,
        plant: ((copy, { serial }) =>
          writeFileSync(
            at(copy, 'notes'),
            `-${Buffer.from(`${before}${serial} and more`).toString(encoding)}`,
          )) as Plant,
        where: /notes$/,
      })),
    ),
  ]

  it.each(codes.slice(0, atLevel(4, Infinity)))(
    'reconcile finds the code of a voucher without printing it: $what',
    ({ plant, where }) => {
      const copy = copyOf(sound)
      const { transactionId, number = '', serial = '' } = sound.codes.find((code) => code.serial) ?? {}
      plant(copy, { number, serial })
      const { violations } = copy.audit()
      const found = new RegExp(`^the code of transaction ${transactionId} is at rest in .*${where.source}`)
      expect(violations).toContainEqual(expect.stringMatching(found))
      expect(violations.join()).not.toContain(number)
      expect(violations.join()).not.toContain(serial)
    },
  )

  it.each(['Practice receipt, no money moved.', 'إيصال تدريبي، لم يُدفع أي مبلغ.'])(
    'reconcile finds a receipt that contains "%s"',
    (text) => {
      const copy = copyOf(sound)
      copy.editRecord(copy.sold(), { receipt: { footer: text } })
      writeFileSync(at(copy, 'notes'), text)
      expect(copy.audit().violations).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^text of a receipt is at rest in .*notes$/),
          expect.stringMatching(/^text of a receipt is at rest in the tables of/),
        ]),
      )
    },
  )

  it('reconcile finds a secret in a log in another folder', () => {
    const copy = copyOf(sound)
    const log = join(aFolder(), 'proxy.log')
    writeFileSync(log, `{"pin":"${CANARY}"}`)
    expect(copy.audit({ canaries: ['not-there', CANARY], texts: [log] }).violations).toEqual([
      `canary 2 is at rest in ${log}`,
    ])
  })

  it('reconcile rejects secrets that are too short to be found reliably', () => {
    expect(() => copyOf(sound).audit({ canaries: ['2580'] })).toThrow(/6 characters/)
  })
})
