import { describe, expect, it } from 'vitest'

import { hashOf, verifyAuth, readExactJson } from '#sandbox/auth.ts'
import { aSandbox } from './a-sandbox.ts'
import { createCaller, gist } from './caller.ts'

const account = { posId: '20418', token: 'practice-token' }

const HASH = '72a252b4cff66bac651b29beda0f3d57'
/** The same hash for the key 17636256001234567890, which a double cannot represent. */
const HASH_OF_LARGE = '65e13a42fd6a7c39cf2017747cb1b35e'

describe('hashOf', () => {
  it('hashOf returns the MD5 of id, token and key joined', () => {
    expect(hashOf('20418', 'practice-token', '1763625600000')).toBe(HASH)
  })
})

describe('verifyAuth', () => {
  const verify = (auth: string, highestKey = 0n) =>
    verifyAuth(readExactJson(`{"auth":${auth}}`).exact, account, highestKey).ok

  it.each([
    ['digit strings', `{"id":"20418","key":"1763625600000","hash":"${HASH}"}`, true],
    ['integers', `{"id":20418,"key":1763625600000,"hash":"${HASH}"}`, true],
    ['an integer beyond any double', `{"id":20418,"key":17636256001234567890,"hash":"${HASH_OF_LARGE}"}`, true],
    ['its neighbour with the same hash', `{"id":20418,"key":17636256001234567891,"hash":"${HASH_OF_LARGE}"}`, false],
    ['a hash in capitals', `{"id":20418,"key":1763625600000,"hash":"${HASH.toUpperCase()}"}`, false],
    ['another account', `{"id":20419,"key":1763625600000,"hash":"${HASH}"}`, false],
    ['no hash', '{"id":20418,"key":1763625600000}', false],
    ['a key that is no whole number', `{"id":20418,"key":"1763625600000.0","hash":"${HASH}"}`, false],
    ['nothing', 'null', false],
  ])('verifyAuth accepts only a valid id, key and hash: %s', (_, auth, isRight) => expect(verify(auth)).toBe(isRight))

  it.each([
    { highest: 1763625599999n, isRight: true },
    { highest: 1763625600000n, isRight: false },
    { highest: 1763625600001n, isRight: false },
  ])('verifyAuth accepts only a key above the highest one: after $highest, $isRight', ({ highest, isRight }) => {
    expect(verify(`{"id":"20418","key":"1763625600000","hash":"${HASH}"}`, highest)).toBe(isRight)
  })
})

describe('readExactJson', () => {
  it('readExactJson keeps every digit of a number and leaves strings unchanged', () => {
    const { value, exact } = readExactJson(
      '{"a": 12345678901234567890, "b": "12 \\" 34", "c": [-1.50, 2e3], "d": true, "e\\\\": null}',
    )
    expect(exact).toEqual({ a: '12345678901234567890', b: '12 " 34', c: ['-1.50', '2e3'], d: true, 'e\\': null })
    expect(value).toEqual({ a: Number('12345678901234567890'), b: '12 " 34', c: [-1.5, 2000], d: true, 'e\\': null })
  })

  it('readExactJson rejects text that is not JSON', () => expect(() => readExactJson('{"a": 01}')).toThrow(SyntaxError))
})

describe('authentication in the sandbox', () => {
  it('the sandbox rejects a repeated key and every smaller one', async () => {
    const { sign, postText } = createCaller(await aSandbox())
    const balance = (key: string) => postText('/balance', JSON.stringify({ auth: sign(key) }))
    expect(await balance('5000')).toMatchObject({ status: 200 })
    expect(gist(await balance('5000'))).toBe('error 1')
    expect(gist(await balance('4999'))).toBe('error 1')
    expect(await balance('5001')).toMatchObject({ status: 200 })
  })

  it('the key of a request with a wrong hash does not count as used', async () => {
    const { sign, postText } = createCaller(await aSandbox())
    expect(gist(await postText('/balance', JSON.stringify({ auth: { ...sign('9000'), key: '9001' } })))).toBe('error 1')
    expect(await postText('/balance', JSON.stringify({ auth: sign('9000') }))).toMatchObject({ status: 200 })
  })

  it('a key of twenty digits may be sent as a number', async () => {
    const sandbox = await aSandbox()
    const { sign, postText } = createCaller(sandbox)
    const { hash } = sign('17636256001234567890')
    const came = await postText('/balance', `{"auth":{"id":20418,"key":17636256001234567890,"hash":"${hash}"}}`)
    expect(came).toMatchObject({ status: 200 })
    expect(sandbox.requests().at(-1)?.auth).toEqual({ id: '20418', key: '17636256001234567890' })
  })

  it('a request without auth is rejected', async () => {
    expect(gist(await createCaller(await aSandbox()).postText('/balance', '{}'))).toBe('error 1')
  })
})
