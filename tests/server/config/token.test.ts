import { inspect } from 'node:util'

import { describe, expect, it } from 'vitest'

import { decimal } from '#domain/money/money.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { Token } from '#server/config/token.ts'
import { openWholesaler, TOKEN_TEXT } from '../../support/open-wholesaler.ts'
import { answer, answerText, hangUp } from '../../support/scripted-service.ts'

/** @security V13.3.1, V13.3.2: No log, error or inspection shows the provider's token, or a call's id, key, hash or body. */

const saleId = '01JGFJJZ00ABCDEFGHJKMNPQRS' as SaleId

describe('Token', () => {
  // Both digests were made with md5sum and openssl, outside this program.
  it.each([
    { id: '20418', token: 'k7-example-token', key: '1767225600000', hash: '4e52f07196a092c962597d3e8a193a90' },
    { id: '20418', token: 'k7-example-token', key: '1767225600001', hash: '86bbe452c407f5ec52b8510f8fe5bc61' },
  ])('id $id and key $key are signed as in spec 5', ({ id, token, key, hash }) => {
    expect(new Token(token).sign(id, key)).toEqual({ id, key, hash })
  })

  it('the id is signed as text, with its leading zeros', () => {
    const token = new Token('k7-example-token')
    expect(token.sign('020418', '1767225600000').hash).not.toBe(token.sign('20418', '1767225600000').hash)
  })

  it.each([
    { method: 'a template', print: (token: Token) => `${token.toString()} ${String(token)}` },
    { method: 'JSON', print: (token: Token) => JSON.stringify({ token }) },
    { method: 'inspect', print: (token: Token) => inspect({ token }, { showHidden: true, depth: 9 }) },
    { method: 'an error', print: (token: Token) => inspect(new Error('failed', { cause: token })) },
    { method: 'spreading', print: (token: Token) => JSON.stringify(Object.assign({}, token)) },
  ])('the token is not shown by $method', ({ print }) => {
    expect(print(new Token(TOKEN_TEXT))).not.toContain(TOKEN_TEXT)
  })
})

it('the log contains neither token, hash nor body of any call', async () => {
  const { wholesaler, service, log } = await openWholesaler({
    script: {
      '/point_info': answer({ agent: { name: 7 }, secret: 'in the answer' }),
      '/services': answerText('<html>in the answer</html>', 502),
      '/frontview': hangUp,
      '/transaction/find': answer({ transaction: { id: '1', state: 0, account: {}, error: 'in the answer' } }),
    },
  })
  const reads = [
    await wholesaler.pointInfo(),
    await wholesaler.services(),
    await wholesaler.frontview('77'),
    await wholesaler.find({ saleId }),
    await wholesaler.check({ id: saleId, serviceId: 'qamra', account: '971501234567', amount: decimal('25') }),
  ]
  const written = JSON.stringify(log) + JSON.stringify(reads.slice(0, 3))
  const hashes = service.received.map(({ body }) => (body.auth as { hash: string }).hash)
  expect(hashes).toHaveLength(6)
  for (const secret of [TOKEN_TEXT, ...hashes, 'in the answer', '971501234567']) expect(written).not.toContain(secret)
  expect(log).toContainEqual(expect.objectContaining({ path: '/services', outcome: 'lost', reason: 'http-status' }))
})
