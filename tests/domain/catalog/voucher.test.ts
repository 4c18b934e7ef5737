import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { groupCode, hasSecret, isUsable, readLink, repeatsCode, type Voucher } from '#domain/catalog/voucher.ts'
import { rowsOf } from '../../support/rows.ts'

describe('readLink', () => {
  it.each([
    ['https://redeem.example/a/7K4P', 'redeem.example', '/a/7K4P'],
    ['https://redeem.example', 'redeem.example', '/'],
    ['HTTPS://Redeem.Example/A?code=1#top', 'redeem.example', '/A?code=1#top'],
    ['https://redeem.example:8443/x', 'redeem.example:8443', '/x'],
    // Punycode reveals letters that look like others.
    ['https://pаypal.com/', 'xn--pypal-4ve.com', '/'],
    ['https://مثال.إختبار/', 'xn--mgbh0fb.xn--kgbechtv', '/'],
  ])('readLink allows opening %s, with the host %s', (text, host, rest) => {
    expect(readLink(text)).toMatchObject({ kind: 'safe', host, rest })
  })

  it.each(
    rowsOf([
      ['not-https', ['http://redeem.example/a', 'javascript:alert(1)', 'JavaScript:alert(1)']],
      ['not-https', ['data:text/html,<script>alert(1)</script>', 'blob:https://redeem.example/1']],
      ['not-https', ['file:///etc/passwd', 'mailto:a@b.example', 'tel:+971501234567']],
      ['not-https', ['intent://scan/#Intent;scheme=zxing;end']],
      ['credentials', ['https://user@redeem.example/', 'https://user:pass@redeem.example/']],
      ['credentials', ['https://redeem.example@evil.example/']],
      ['unreadable', ['redeem.example/a', '//redeem.example/a', 'https://', 'https:// redeem.example']],
      ['unreadable', ['https://redeem.example/a b', 'java\nscript:alert(1)', 'https://redeem\u202Eelpmaxe.example']],
      ['unreadable', ['', 'scan the code']],
    ]),
  )('readLink returns %j as text: %s', (text, reason) => {
    expect(readLink(text)).toEqual({ kind: 'flagged', text, reason })
  })

  it('readLink never allows anything but HTTPS without credentials', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.webUrl().map((url) => url.replace(/^https?/, 'HtTpS')),
        ),
        (text) => {
          const link = readLink(text)
          expect(link.kind === 'flagged' ? link.text : text).toBe(text)
          if (link.kind === 'flagged') return
          const url = new URL(link.href)
          expect(url.protocol).toBe('https:')
          expect(url.username + url.password).toBe('')
          expect(link.host).toMatch(/^[\x21-\x7e]+$/)
        },
      ),
    )
  })
})

describe('isUsable', () => {
  it.each<[voucher: Voucher | undefined, isUsable: boolean]>([
    [{ number: '1234' }, true],
    [{ number: '1234', serial: 'S' }, true],
    [{ link: 'https://redeem.example/' }, true],
    [{ number: '1234', link: 'javascript:alert(1)' }, true],
    ...[
      'http://redeem.example/',
      'redeem.example/a?b=c',
      '//redeem.example/a',
      'www.redeem.example',
      'https://a:b@c.example',
    ].map((link) => [{ link }, true] as [Voucher, boolean]),
    ...[
      'javascript:alert(1)',
      'data:text/html,x',
      'N/A',
      'n.a.',
      '-',
      'null',
      'pending',
      'http://',
      'ftp://a.example',
      'a b.example',
    ].map((link) => [{ link }, false] as [Voucher, boolean]),
    [{ serial: 'S' }, false],
    [{ reference: 'R' }, false],
    [{}, false],
    [undefined, false],
  ])('isUsable for %j is %s', (voucher, usable) => expect(isUsable(voucher)).toBe(usable))
})

describe('hasSecret', () => {
  it.each([
    [{ reference: 'R' }, false],
    [{}, false],
    [{ serial: 'S' }, true],
    [{ number: '1' }, true],
    [{ link: 'http://a.example' }, true],
  ])('hasSecret for %j is %s', (voucher, secret) => expect(hasSecret(voucher)).toBe(secret))
})

describe('repeatsCode', () => {
  it.each([
    [{ number: '7K4P2M9X' }, 'PXM-88213', false],
    [{}, 'PXM-88213', false],
    [{ number: '1' }, 'R-2', false],
    // Some billers repeat the code in the reference.
    [{ number: '7K4P2M9X' }, '7K4P2M9X', true],
    [{ number: '7K4P-2M9X' }, 'PIN 7k4p 2m9x', true],
    [{ number: '７Ｋ４Ｐ' }, '7k4p', true],
    [{ serial: 'SN-009144' }, 'sn009144/1', true],
    [{ link: 'https://a.example/x' }, 'https://a.example/x', true],
    [{ link: 'https://a.example/?code=7K4P%202M9X' }, '7K4P2M9X', true],
    [{ link: 'https://a.example/%' }, 'PXM-88213', false],
    // A part of the code, however short, would make the rest easier to guess.
    [{ number: '7041704123173946' }, '704170412317394', true],
    [{ number: '7041704123173946' }, '704', true],
    [{ number: '1' }, 'R-1', true],
    // These codes consist only of punctuation.
    [{ number: '---' }, '---', true],
    [{ number: '---' }, 'PXM-88213', false],
    [{ number: '7K4P' }, '--', false],
  ])('repeatsCode for %j and %s is %s', (voucher, reference, repeats) =>
    expect(repeatsCode(reference, voucher)).toBe(repeats),
  )
})

describe('groupCode', () => {
  it.each([
    ['7K4P2M9XQH6T81WD', ['7K4P', '2M9X', 'QH6T', '81WD']],
    ['12345678901234', ['1234', '5678', '9012', '34']],
    ['123', ['123']],
    // The code has its own grouping.
    ['5678-1234-9012-3456', ['5678-1234-9012-3456']],
    ['AB CD EF', ['AB CD EF']],
    ['abc_def.ghi', ['abc_def.ghi']],
  ])('groupCode groups %s', (code, groups) => expect(groupCode(code)).toEqual(groups))

  it('groupCode loses no character of any code', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (code) => {
        expect(groupCode(code).join('')).toBe(code)
      }),
    )
  })
})
