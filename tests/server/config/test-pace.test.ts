import { describe, expect, it } from 'vitest'

import { BadConfig } from '#server/config/config.ts'
import { findTestPace } from '#server/config/test-pace.ts'
import { Token } from '#server/config/token.ts'
import { paceInEnv, QUICK } from '../../support/pace.ts'

const at = (baseUrl: string) => ({ account: { baseUrl, posId: '1', token: new Token('a-token-of-good-length') } })

describe('the pace of a process that a test starts', () => {
  it.each([
    { where: 'in practice', shops: [{}] },
    { where: 'with a provider on this machine', shops: [at('http://127.0.0.1:9000'), at('http://localhost:9001')] },
  ])('the pace can be changed $where', ({ shops }) => {
    expect(findTestPace(paceInEnv(QUICK), shops)).toEqual(QUICK)
  })

  it('the pace cannot be changed with the account of a real provider', () => {
    const find = () => findTestPace(paceInEnv(QUICK), [at('http://127.0.0.1:9000'), at('https://service.example/api')])
    expect(find).toThrow(BadConfig)
    expect(find).toThrow(/^TOPTILL_TEST_PACE is set, which is only for tests/)
  })

  it.each(['5-60', '{}', JSON.stringify({ ...QUICK, confirmGraceMs: 0 }), JSON.stringify({ ...QUICK, more: 1 })])(
    'the pace %s is refused',
    (TOPTILL_TEST_PACE) => {
      const find = () => findTestPace({ TOPTILL_TEST_PACE }, [{}])
      expect(find).toThrow(BadConfig)
      expect(find).toThrow(/^TOPTILL_TEST_PACE is not JSON/)
    },
  )

  it('without that variable the pace is the specification’s', () => {
    expect(findTestPace({ TOPTILL_TEST_PACE: ' ' }, [at('https://service.example/api')])).toBeUndefined()
  })
})
