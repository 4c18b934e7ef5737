import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

import { describe, expect, it } from 'vitest'

import { servicesAnswer, services } from '#sandbox/catalog.ts'
import { createRoughener, type RoughAnswer } from '#sandbox/rough.ts'

const SOLD = {
  transaction: {
    id: '69d-7c9-5f1-098-494',
    state: 1,
    account: '971500000001',
    amount: '480.00',
    price: 460.8,
    price_currency: 'AED',
    time: '2026-11-28 10:00:00',
    error: '',
  },
  receipt: { header: "Qamra's", info: 'Number: 1\nThank you', promo: 'Again & again' },
  info: { number: '7041701234567890901', serial: 'SN-1', redemption_url: 'https://a.example/?code=1&lang=en' },
}
const REFUSED = { error: { code: 1001, message: 'not enough funds' } }

const unpack = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync }
function textOf({ bytes, headers }: RoughAnswer): string {
  const encoding = headers['Content-Encoding'] as keyof typeof unpack | undefined
  return (encoding ? unpack[encoding](bytes) : bytes).toString()
}

/** This many answers of each path as text, each preceded by its headers. */
function answersOf(seed: number, count: number): string[] {
  const roughen = createRoughener(seed)
  const bodies = { '/services': servicesAnswer(services), '/transaction/find': SOLD, '/transaction/check': REFUSED }
  return Array.from({ length: count }, () =>
    Object.entries(bodies).map(([path, body]) => {
      const answer = roughen(path, body)
      return JSON.stringify(answer.headers) + textOf(answer)
    }),
  ).flat()
}

describe('the rough sandbox', () => {
  const many = answersOf(1, 60).join('\n')

  it('the same seed sends the same answers, and another seed others', () => {
    expect(answersOf(7, 9)).toEqual(answersOf(7, 9))
    expect(answersOf(7, 9)).not.toEqual(answersOf(8, 9))
  })

  it.each([
    ['gzip unasked', /"Content-Encoding":"gzip"/],
    ['brotli unasked', /"Content-Encoding":"br"/],
    ['another type', /text\/html/],
    ['a byte order mark', /}\uFEFF{/],
    ['blank lines and a mark', /}\n\n\uFEFF{/],
    ['a notice before it', /}<br \/>\n<b>Notice<\/b>/],
    ['a notice after it', /}\n#0|}\nPHP Deprecated/],
    ['a comment after it', /<!--/],
    ['a state as text', /"state":"1"/],
    ['a state with a fraction of zero', /"state":1\.0[,}]/],
    ['an account as a number', /"account":971500000001[,}]/],
    ['a code as a number of 19 digits', /"number":7041701234567890901[,}]/],
    ['an amount as text', /"price":"460\.8/],
    ['an amount with noise', /"amount":480\.0000000000001[,}]/],
    ['a list as an object with gaps', /"services":{"1":.*"3":/s],
    ['a list as an object whose keys fall', /"services":{"\d\d":.*"1":/s],
    ['a flag as text', /"is_pin_based":""/],
    ['an empty error as an object', /"error":\{\}/],
    ['an empty error as false', /"error":false/],
    ['no transaction beside an error', /"transaction":(null|\[\])/],
    ['entities', /Qamra&#039;s|Again.*&amp; again/],
    ['lines as <br>', /Number:.*1<br/],
    ['a link with an entity', /code=1&amp;lang=en/],
    ['escaped slashes', /https:\\\/\\\//],
    ['a whole emoji as two escapes', / \\ud83c\\udf81"/],
    ['a line of a log before it', /}\[28-Nov-2026/],
    ['a blank name', /"name":"\u200B\u200D"/],
    ['half an emoji', /"name":"[^"]+ \\ud83c"/],
    ['an emoji cut between its bytes', /"name":"[^"]+ \uFFFD"/],
    ['a name that is a number', /"name":2\d\d[,}]/],
    ['a receipt without its promo', /"receipt":{(?![^}]*promo)/],
    ['unknown members', /"memory":340282366920938463463374607431768211456/],
    ['another order', /"info":.*"transaction":/s],
  ])('the answers of the rough sandbox sometimes have %s', (_, oddity) => {
    expect(many).toMatch(oddity)
  })
})
