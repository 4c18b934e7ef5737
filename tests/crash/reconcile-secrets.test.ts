import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
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

  const note =
    (text: string | Buffer, name = 'notes') =>
    (copy: SoundCopy) =>
      writeFileSync(at(copy, name), text)
  const ENCODINGS = ['hex', 'base64', 'base64url'] as const

  const secrets: [what: string, plant: (copy: SoundCopy) => void, says: RegExp][] = [
    [
      'in a file beside the database',
      note(Buffer.concat([Buffer.from([0, 255]), Buffer.from(CANARY)]), 'notes.bin'),
      /^canary 1 is at rest in .*notes\.bin$/,
    ],
    [
      'in a folder below it',
      (copy) => {
        mkdirSync(at(copy, 'old'))
        note(`x${CANARY}`, 'old/log')(copy)
      },
      /^canary 1 is at rest in .*old.log$/,
    ],
    ['in a record', (copy) => copy.editRecord(copy.sold(), { note: CANARY }), /^canary 1 is at rest in the tables of/],
    [
      'only in the write-ahead log',
      (copy) => appendFileSync(at(copy, 'toptill.db-wal'), CANARY),
      /^canary 1 is at rest in .*-wal$/,
    ],
    ...ENCODINGS.map((encoding): (typeof secrets)[number] => [
      `as ${encoding}`,
      note(`-${Buffer.from(`${CANARY} and more`).toString(encoding)}`),
      /^canary 1 is at rest in .*notes$/,
    ]),
    ['as an address spells it', note(`GET /?pin=${encodeURIComponent(CANARY)}`), /^canary 1 is at rest in .*notes$/],
    [
      'as the hash of a request',
      (copy) => note(`sent ${hashes(copy)}.`)(copy),
      /^the hash of a request is at rest in .*notes$/,
    ],
    [
      'as a signed request, no matter who signed it',
      note(`{"auth":{"id":1,"hash": "${'0a'.repeat(16)}"}}`),
      /^a signed request is at rest in .*notes$/,
    ],
  ]

  it.each(secrets.slice(0, atLevel(4, Infinity)))(
    'reconcile finds a secret %s and does not print it',
    (_, plant, says) => {
      const copy = copyOf(sound)
      plant(copy)
      const { violations } = copy.audit({ canaries: [CANARY] })
      expect(violations).toContainEqual(expect.stringMatching(says))
      expect(violations.join()).not.toContain(CANARY)
    },
  )

  type Plant = (copy: SoundCopy, code: { number: string; serial: string }) => void
  const codes: [what: string, plant: Plant, where: RegExp][] = [
    ['its number in a file', (copy, { number }) => note(`x${number}y`)(copy), /notes$/],
    ['its number in groups', (copy, { number }) => note(number.replace(/(....)(?=.)/g, '$1 '))(copy), /notes$/],
    ['its serial in a log', (copy, { serial }) => note(serial, 'proxy.log')(copy), /proxy\.log$/],
    [
      'its number in a record',
      (copy, { number }) => copy.editRecord(copy.sold(), { note: number }),
      /the tables of .*toptill\.db$/,
    ],
    [
      'its serial in an event',
      (copy, { serial }) => copy.addEvent(copy.sold(), 'seen', { note: serial }),
      /the tables of .*toptill\.db$/,
    ],
    [
      'its number only in the write-ahead log',
      (copy, { number }) => appendFileSync(at(copy, 'toptill.db-wal'), number),
      /-wal$/,
    ],
    [
      'its number in a backup',
      (copy, { number }) => {
        mkdirSync(at(copy, 'backup'))
        note(number, 'backup/monday.db')(copy)
      },
      /monday\.db$/,
    ],
    ...ENCODINGS.flatMap((encoding) =>
      ['', 'x', 'xy'].map((before): (typeof codes)[number] => [
        `its serial as ${encoding} behind "${before}"`,
        (copy, { serial }) => note(`-${Buffer.from(`${before}${serial} and more`).toString(encoding)}`)(copy),
        /notes$/,
      ]),
    ),
  ]

  it.each(codes.slice(0, atLevel(4, Infinity)))(
    'reconcile finds the code of a voucher without printing it: %s',
    (_, plant, where) => {
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
