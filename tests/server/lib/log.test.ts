import { describe, expect, it } from 'vitest'

import { createLog, formatLine, holdLines } from '#server/lib/log.ts'

/** @security V16.4.1: Text in the log cannot control a terminal. */

const look = { timeZone: 'Asia/Dubai' } as const
const time = '2026-11-22T10:03:22.000Z'
const pretty = (line: object) => formatLine(JSON.stringify({ time, ...line }), { ...look, format: 'pretty' })

describe('a log line in pretty format', () => {
  it.each([
    {
      line: {
        what: 'sale',
        number: 12,
        from: 'opened',
        to: 'checked',
        service: 'qamra',
        amount: '50.00',
        currency: 'AED',
      },
      says: '14:03:22  Sale 12: opened → checked, qamra 50.00 AED',
    },
    {
      line: { what: 'sale', number: 3, to: 'opened', service: 'qamra', amount: '5', currency: 'AED' },
      says: '14:03:22  Sale 3: opened, qamra 5 AED',
    },
    {
      line: { what: 'sale', number: 4, from: 'pending', to: 'pending', service: 'q', amount: '5', currency: 'AED', problem: 'no-answer', flags: 'held' }, // prettier-ignore
      says: '14:03:22  Sale 4: pending, q 5 AED (no-answer, held)',
    },
    {
      line: {
        what: 'audit',
        number: 7,
        kind: 'code-revealed',
        by: { id: 'a', name: 'Amal Rahman' },
        terminal: { id: 't', name: 'Till 1' },
        about: { id: 's', name: 'Sale 12' },
        detail: { reason: 'torn paper', times: 2 },
      },
      says: '14:03:22  Audit 7: code-revealed, by Amal Rahman, at Till 1, about Sale 12, reason torn paper, times 2',
    },
    {
      line: { shop: 'deira', what: 'sale', number: 3, to: 'opened', service: 'qamra', amount: '5', currency: 'AED' },
      says: '14:03:22  deira: Sale 3: opened, qamra 5 AED',
    },
    {
      line: { level: 'error', what: 'a command failed', problem: 'no room' },
      says: '14:03:22  error: a command failed (problem no room)',
    },
  ])('a line of the pretty log reads "$says"', ({ line, says }) => {
    expect(pretty(line)).toBe(says)
  })
})

describe('hostile or unread log lines', () => {
  const HOSTILE = ['\u001b[2J', '\u009b31m', '\u202egnp', '\u2028', '\u2066', '\u200b', '\u{e0041}', '\n', '\u0000']

  it.each(['json', 'pretty'] as const)('the %s log shows no control sequences of a terminal', (format) => {
    for (const text of HOSTILE) {
      const json = JSON.stringify({ time, what: 'audit', number: 1, kind: 'denied', detail: { reason: `a${text}b` } })
      const line = formatLine(json, { ...look, format })
      expect(line).not.toMatch(/[\p{C}\u2028\u2029]/u)
      if (format === 'json') expect(JSON.parse(line)).toEqual(JSON.parse(json))
    }
  })

  it.each(['stdout', 'stderr'] as const)('a closed %s does not end the till', (stream) => {
    const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
    for (let times = 0; times < 3; times += 1) expect(() => process[stream].emit('error', broken)).not.toThrow()
  })

  it('log lines wait until the console has shown the address, and are then written at once', () => {
    const written: string[] = []
    const lines = holdLines((line) => written.push(line))
    const log = createLog('error', lines.write)
    log.error({ what: 'first' })
    log.info({ what: 'nobody asked for it' })
    expect(written).toEqual([])
    lines.open()
    log.error({ what: 'second' })
    expect(written.map((line) => (JSON.parse(line) as { what: string }).what)).toEqual(['first', 'second'])
  })
})
