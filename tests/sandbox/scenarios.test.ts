import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { recipients, type RecipientName } from '#sandbox/scenarios.ts'
import { startSandbox, type Sandbox } from '#sandbox/server.ts'
import { createCaller, gist } from './caller.ts'

type Step = 'check' | 'confirm' | 'find'
type Course = { course: [Step, string][]; debits: number }

const sold: [Step, string][] = [
  ['check', 'state -1'],
  ['find', 'state -1'],
  ['confirm', 'state 1'],
  ['find', 'state 1'],
]
const checked: [Step, string] = ['check', 'state -1']

/** Every second find of a confirmed transaction returns the state as a string; `gist` reads both alike. */
const courses: Record<RecipientName, Course> = {
  success: { course: sold, debits: 1 },
  succeedsAfterTwoFinds: {
    course: [
      checked,
      ['confirm', 'state 0'],
      ['find', 'state 0'],
      ['confirm', 'state 0'],
      ['find', 'state 0'],
      ['find', 'state 1'],
    ],
    debits: 1,
  },
  heldByTurnover: {
    course: [
      checked,
      ['confirm', 'state 6'],
      ['find', 'state 6'],
      ['find', 'state 6'],
      ['find', 'state 6'],
      ['find', 'state 1'],
    ],
    debits: 1,
  },
  fails: { course: [checked, ['confirm', 'state 2'], ['find', 'state 2'], ['confirm', 'state 2']], debits: 0 },
  failsAfterPending: { course: [checked, ['confirm', 'state 0'], ['find', 'state 0'], ['find', 'state 2']], debits: 0 },
  noFunds: { course: [checked, ['confirm', 'error 1001'], ['find', 'state -1'], ['confirm', 'error 1001']], debits: 0 },
  checkRefused: {
    course: [
      ['check', 'error 201'],
      ['find', 'error 22'],
    ],
    debits: 0,
  },
  banned: {
    course: [
      ['check', 'error 1200'],
      ['find', 'error 22'],
    ],
    debits: 0,
  },
  answerLostBefore: {
    course: [
      checked,
      ['confirm', 'cut'],
      ['find', 'state -1'],
      ['find', 'state -1'],
      ['confirm', 'state 1'],
      ['find', 'state 1'],
    ],
    debits: 1,
  },
  answerLostAfter: { course: [checked, ['confirm', 'cut'], ['find', 'state 1'], ['confirm', 'state 1']], debits: 1 },
  checkAnswerLost: {
    course: [
      ['check', 'cut'],
      ['find', 'state -1'],
      ['check', 'error 105'],
      ['confirm', 'state 1'],
    ],
    debits: 1,
  },
  checkNeverArrives: { course: [['check', 'cut'], ['find', 'error 22'], checked, ['confirm', 'state 1']], debits: 1 },
  slow: { course: sold, debits: 1 },
  html: { course: [checked, ['confirm', 'html 502'], ['find', 'state 1'], ['confirm', 'state 1']], debits: 1 },
  unknownState: {
    course: [checked, ['confirm', 'state 9'], ['find', 'state 9'], ['find', 'state 9'], ['find', 'state 1']],
    debits: 1,
  },
  cancelled: { course: [checked, ['confirm', 'state 3'], ['find', 'state 3']], debits: 0 },
  replaced: { course: [checked, ['confirm', 'state 4'], ['find', 'state 4']], debits: 1 },
}

describe('a named recipient', () => {
  let sandbox: Sandbox
  beforeAll(async () => void (sandbox = await startSandbox({ slowMs: 1 })))
  afterAll(() => sandbox.close())

  it.each(Object.keys(recipients) as RecipientName[])('%s: the sale takes the described course', async (name) => {
    const { course, debits } = courses[name]
    const caller = createCaller(sandbox)
    const take = {
      check: () => caller.check(name, recipients[name]),
      confirm: () => caller.confirm(name),
      find: () => caller.find(name),
    }
    const went: [Step, string][] = []
    for (const [step] of course) went.push([step, gist(await take[step]())])
    expect(went).toEqual(course)
    expect(sandbox.ledger().filter(({ externalTransactionId }) => externalTransactionId === name)).toHaveLength(debits)
  })

  it('a check rejected because of a named recipient has a text for the customer', async () => {
    const caller = createCaller(sandbox)
    for (const account of [recipients.checkRefused, recipients.banned])
      expect(await caller.check('told', account)).toMatchObject({
        body: { error: { display_error: expect.stringMatching(/\w+/) } },
      })
  })

  it("a failed sale returns the operator's message", async () => {
    expect(await createCaller(sandbox).confirm('fails')).toMatchObject({
      body: { transaction: { error: 'Subscriber number is not active.' } },
    })
  })

  it('the confirm of the slow recipient returns late, while the sale is already in the ledger', async () => {
    const slowSandbox = await startSandbox({ slowMs: 600_000 })
    const caller = createCaller(slowSandbox)
    await caller.check('slow', recipients.slow)
    let isAnswered = false
    const coming = caller.confirm('slow').finally(() => (isAnswered = true))
    await expect.poll(() => slowSandbox.ledger()).toHaveLength(1)
    expect(gist(await caller.find('slow'))).toBe('state 1')
    expect(isAnswered).toBe(false)
    slowSandbox.sendDelayed()
    expect(gist(await coming)).toBe('state 1')
    await slowSandbox.close()
  })
})

it('every recipient has its own UAE mobile number', () => {
  const accounts = Object.values(recipients)
  expect(new Set(accounts).size).toBe(accounts.length)
  for (const account of accounts) expect(account).toMatch(/^9715\d{8}$/)
})
