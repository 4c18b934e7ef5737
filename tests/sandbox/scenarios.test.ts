import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { recipients, type RecipientName } from '#sandbox/scenarios.ts'
import { startSandbox, type Sandbox } from '#sandbox/server.ts'
import { aSandbox } from './a-sandbox.ts'
import { COMMON_COURSES, createCaller, gist, stepsOf, type Course } from './caller.ts'

/** Every second find of a confirmed transaction returns the state as a string; `gist` reads both alike. */
const courses: Record<RecipientName, Course> = {
  ...COMMON_COURSES,
  succeedsAfterTwoFinds: [
    'check: state -1, confirm: state 0, find: state 0, confirm: state 0, find: state 0, find: state 1',
    1,
  ],
  checkRefused: ['check: error 201, find: error 22', 0],
  banned: ['check: error 1200, find: error 22', 0],
  answerLostBefore: [
    'check: state -1, confirm: cut, find: state -1, find: state -1, confirm: state 1, find: state 1',
    1,
  ],
  checkAnswerLost: ['check: cut, find: state -1, check: error 105, confirm: state 1', 1],
  checkNeverArrives: ['check: cut, find: error 22, check: state -1, confirm: state 1', 1],
}

describe('a named recipient', () => {
  let sandbox: Sandbox
  beforeAll(async () => void (sandbox = await startSandbox({ slowMs: 1 })))
  afterAll(() => sandbox.close())

  it.each(Object.keys(recipients) as RecipientName[])('%s: the sale takes the described course', async (name) => {
    const [course, debits] = courses[name]
    const caller = createCaller(sandbox)
    const take = {
      check: () => caller.check(name, recipients[name]),
      confirm: () => caller.confirm(name),
      find: () => caller.find(name),
    }
    const went: string[] = []
    for (const step of stepsOf(course)) went.push(`${step}: ${gist(await take[step]())}`)
    expect(went.join(', ')).toBe(course)
    expect(sandbox.ledger().filter(({ externalTransactionId }) => externalTransactionId === name)).toHaveLength(debits)
  })

  it('the confirm of the slow recipient returns late, while the sale is already in the ledger', async () => {
    const slowSandbox = await aSandbox({ slowMs: 600_000 })
    const caller = createCaller(slowSandbox)
    await caller.check('slow', recipients.slow)
    let isAnswered = false
    const coming = caller.confirm('slow').finally(() => (isAnswered = true))
    await expect.poll(() => slowSandbox.ledger()).toHaveLength(1)
    expect(gist(await caller.find('slow'))).toBe('state 1')
    expect(isAnswered).toBe(false)
    slowSandbox.sendDelayed()
    expect(gist(await coming)).toBe('state 1')
  })
})

it('every recipient has its own UAE mobile number', () => {
  const accounts = Object.values(recipients)
  expect(new Set(accounts).size).toBe(accounts.length)
  for (const account of accounts) expect(account).toMatch(/^9715\d{8}$/)
})
