import { describe, expect, it } from 'vitest'

import { createWitness } from '../../tools/crash-test/witness.ts'

type Answer = { status: number; body: unknown }
const ID = '01J0000000000000000000000A'
const aSale = (changes: object = {}) => ({ id: ID, number: 7, version: 4, state: 'succeeded', ...changes })

/** The contradictions that a witness finds in these answers, given in order, and in the database at the end. */
async function hear(answers: (Answer | undefined)[], journal?: { number: number; version: number; state: string }) {
  const witness = createWitness()
  const rest = [...answers]
  const browser = { ask: async () => rest.shift(), secrets: () => [] }
  for (let asked = 0; asked < answers.length; asked += 1) await witness.ask(browser, ID, 'GET', '')
  return witness.compareWith(new Map(journal ? [[ID, journal]] : []))
}

const ok = (changes: object = {}) => ({ status: 200, body: aSale(changes) })
const no = (status: number, code: string) => ({ status, body: { code, message: 'None.' } })

describe('a witness', () => {
  it('a witness reports nothing when sales only progress', async () => {
    const answers = [undefined, { status: 404, body: {} }, ok({ state: 'pending', version: 3 }), ok()]
    expect(await hear(answers, aSale({ version: 5 }))).toEqual([])
  })

  it.each([
    ['sale 7 was told at version 4, and at version 3 later: a write was lost', [ok(), ok({ version: 3 })]],
    ['sale 7 was told as succeeded, and as failed later', [ok(), ok({ version: 5, state: 'failed' })]],
    ['sale 7 was told as sale 8 later', [ok(), ok({ number: 8 })]],
    [
      'the code of sale 7 was told as ready, and as coming later',
      [ok({ voucher: 'ready' }), ok({ version: 5, voucher: 'coming' })],
    ],
    [
      'sale 7 was told as shown 2 times, and as shown 1 times later',
      [ok({ voucher: 'ready', revealCount: 2 }), ok({ version: 5, voucher: 'ready', revealCount: 1 })],
    ],
    ['a till was answered 404 not-found (None.) to GET ', [ok(), no(404, 'not-found')]],
    ['a till was answered 500 internal-error (None.) to GET ', [no(500, 'internal-error'), ok()]],
  ])('a witness reports: %s', async (says, answers) => {
    expect(await hear(answers, aSale({ version: 9 }))).toContain(says)
  })

  it('a witness reports a sale that the database lost or has in another state', async () => {
    expect(await hear([ok()])).toEqual(['sale 7 was told to a till, and the journal does not have it'])
    expect(await hear([ok()], aSale({ state: 'abandoned' }))).toEqual([
      'sale 7 was told as succeeded, and as abandoned later',
    ])
  })

  it('a witness reports a code that changed, without naming it', async () => {
    const witness = createWitness()
    const codes = ['7041700000000', '7041700000001']
    const browser = {
      ask: async () => ({ status: 200, body: { sale: aSale({ voucher: 'ready' }), voucher: { number: codes.pop() } } }),
      secrets: () => [],
    }
    await witness.ask(browser, ID, 'POST', '/reveal')
    await witness.ask(browser, ID, 'POST', '/reveal')
    expect(witness.codeOf(ID)).toBe('7041700000000')
    expect(witness.compareWith(new Map([[ID, aSale({ voucher: 'ready' })]]))).toEqual([
      'sale 7 was shown with one code, and with another later',
    ])
  })

  it('a witness ignores an answer that was followed by a newer one', async () => {
    const witness = createWitness()
    const slow: ((answer: Answer) => void)[] = []
    const browser = { ask: () => new Promise<Answer>((resolve) => slow.push(resolve)), secrets: () => [] }
    const asked = [witness.ask(browser, ID, 'GET', ''), witness.ask(browser, ID, 'GET', '')]
    slow[1]?.(ok({ version: 5 }))
    slow[0]?.(ok({ version: 4, state: 'pending' }))
    await Promise.all(asked)
    expect(witness.lastOf(ID)).toMatchObject({ version: 5, state: 'succeeded' })
    expect(witness.compareWith(new Map([[ID, aSale({ version: 5 })]]))).toEqual([])
  })
})

describe('a witness of a batch', () => {
  const aLine = (id: string, changes: object = {}) => ({ sale: { ...aSale(changes), id } })
  const aBatch = (version: number, ...lines: object[]) => ({ status: 200, body: { id: ID, version, lines } })
  const SECOND = '01J0000000000000000000000B'

  async function hearBatch(answers: Answer[]) {
    const witness = createWitness()
    const rest = [...answers]
    const browser = { ask: async () => rest.shift(), secrets: () => [] }
    const ids = new Set<string>()
    for (const _ of answers) await witness.askBatch(browser, ID, 'GET', '', (id) => ids.add(id))
    return { ids: [...ids], contradictions: witness.compareWith(new Map([...ids].map((id) => [id, aSale()]))) }
  }

  it('a witness of a batch knows the sales of its lines and reports nothing when they only progress', async () => {
    const answers = [{ status: 404, body: {} }, aBatch(1, aLine(ID, { state: 'checked', version: 2 }), {})]
    const { ids, contradictions } = await hearBatch([...answers, aBatch(4, aLine(ID), aLine(SECOND))])
    expect(ids).toEqual([ID, SECOND])
    expect(contradictions).toEqual([])
  })

  it.each([
    [`quantity ${ID} was told at version 4, and at version 3 later`, aBatch(3, aLine(ID))],
    [`line 1 of quantity ${ID} was told as sold, and by another sale later`, aBatch(5, aLine(SECOND))],
    ['sale 7 was told as succeeded, and as failed later', aBatch(5, aLine(ID, { state: 'failed', version: 5 }))],
    ['a till was answered 404 not-found (None.) to GET ', no(404, 'not-found')],
  ])('a witness of a batch reports: %s', async (says, answer) => {
    expect((await hearBatch([aBatch(4, aLine(ID)), answer])).contradictions).toContain(says)
  })
})
