import { describe, expect, it } from 'vitest'

import { NoAnswer, ProxyFailure } from '#browser/api/request.ts'
import {
  linesOfTab,
  newTab,
  optionsOf,
  OVERTAKEN_MS,
  stepTab,
  type Tab,
  type TabEvent,
  type View,
  viewOf,
} from '#browser/pages/sale/sale-view.ts'
import { Secret } from '#browser/secret.ts'
import type { Failure } from '#contract/proxy/failure.ts'
import { decimal, money } from '#domain/money.ts'
import type { ProblemCode, Sale } from '#domain/sale/sale.ts'
import type { Exceeded } from '#domain/sales-limits.ts'
import { aSale } from '../../../support/a-shop.ts'

const aed = (amount: string) => money(decimal(amount), 'AED')
const LIMITS: readonly Exceeded[] = [{ of: 'person', kind: 'perDay', limit: aed('100'), used: aed('80') }]
const OTHER_LIMITS: readonly Exceeded[] = [{ of: 'shop', kind: 'perDay', limit: aed('500'), used: aed('490') }]

const approver = { staffId: 'h', pin: new Secret('135791') }
const failed = (error: unknown, at = 20): TabEvent => ({ type: 'failed', error, at })
const turnedDown = (code: Failure['code'], more: Partial<Failure> = {}): TabEvent =>
  failed(new ProxyFailure({ code, message: '', moneyMoved: 'no', ...more }))
const sent: TabEvent = { type: 'sent', options: {}, at: 10 }
const approved: TabEvent = { type: 'sent', options: { approver }, at: 15 }

const after = (...events: TabEvent[]): Tab => events.reduce(stepTab, newTab(undefined))

describe('what only this tab knows', () => {
  it.each<{ what: string; events: TabEvent[]; tab: Partial<Tab> & { failure?: unknown; lostAt?: number } }>([
    { what: 'nothing, at first', events: [], tab: { kind: 'idle', options: {} } },
    { what: 'that it is being sent, and since when', events: [sent], tab: { kind: 'sending', sentAt: 10 } },
    { what: 'nothing more once a reply came', events: [sent, { type: 'replied' }], tab: { kind: 'idle' } },
    {
      what: 'that no reply came, when the till does not respond',
      events: [sent, failed(new NoAnswer(new Error('lost')))],
      tab: { kind: 'no-reply', sentAt: 10, lostAt: 20 },
    },
    {
      what: 'that no reply came, when nobody can say whether money moved',
      events: [sent, failed(new ProxyFailure({ code: 'internal-error', message: '', moneyMoved: 'unknown' }))],
      tab: { kind: 'no-reply', lostAt: 20 },
    },
    {
      what: 'that no reply came, when anything else went wrong',
      events: [sent, failed(new TypeError('of our own'))],
      tab: { kind: 'no-reply', lostAt: 20 },
    },
    {
      what: 'why it was turned down before anything left',
      events: [sent, turnedDown('stale-version')],
      tab: { kind: 'rejected', failure: { code: 'stale-version', message: '', moneyMoved: 'no' } },
    },
    {
      what: 'nothing of a refusal that was left, or is sent over',
      events: [sent, turnedDown('stale-version'), { type: 'left' }],
      tab: { kind: 'idle', timesBack: 0 },
    },
    {
      what: 'what was said with it',
      events: [{ type: 'operator-accepted' }, { type: 'sent', options: { accept: 'operator' }, at: 10 }],
      tab: { kind: 'sending', options: { accept: 'operator' } },
    },
    {
      what: 'which limits it is above',
      events: [sent, turnedDown('above-limit', { limits: LIMITS })],
      tab: { kind: 'rejected', limits: LIMITS },
    },
    {
      what: 'the limits while an approval is on its way',
      events: [sent, turnedDown('above-limit', { limits: LIMITS }), approved],
      tab: { kind: 'sending', limits: LIMITS },
    },
    {
      what: 'the limits after a wrong PIN',
      events: [sent, turnedDown('above-limit', { limits: LIMITS }), approved, turnedDown('wrong-pin')],
      tab: { kind: 'rejected', limits: LIMITS },
    },
    {
      what: 'the other limits that an approval was not for',
      events: [
        sent,
        turnedDown('above-limit', { limits: LIMITS }),
        approved,
        turnedDown('above-limit', { limits: OTHER_LIMITS }),
      ],
      tab: { kind: 'rejected', limits: OTHER_LIMITS },
    },
    {
      what: 'no limits once it is turned down for something else',
      events: [sent, turnedDown('above-limit', { limits: LIMITS }), approved, turnedDown('selling-stopped')],
      tab: { kind: 'rejected', limits: undefined },
    },
    {
      what: 'no limits, and how often that was, once a person went back from them',
      events: [sent, turnedDown('above-limit', { limits: LIMITS }), { type: 'left' }],
      tab: { kind: 'idle', timesBack: 1 },
    },
    {
      what: 'that no reply came to an approval',
      events: [sent, turnedDown('above-limit', { limits: LIMITS }), approved, failed(new NoAnswer(new Error('lost')))],
      tab: { kind: 'no-reply' },
    },
  ])('is $what', ({ events, tab }) => {
    expect(after(...events)).toMatchObject(tab)
  })

  it('never holds the PIN of an approver', () => {
    const tab = after(sent, turnedDown('above-limit', { limits: LIMITS }), approved)
    expect(tab.options).not.toHaveProperty('approver')
  })

  it('holds no limits that were answered or left', () => {
    expect(after(sent, turnedDown('above-limit', { limits: LIMITS }), { type: 'left' }).limits).toBeUndefined()
    expect(after(sent, turnedDown('above-limit', { limits: LIMITS }), approved, { type: 'replied' }).limits).toBe(
      undefined,
    )
  })
})

const idle = newTab(undefined)
const lost = after(sent, failed(new NoAnswer(new Error('lost')), 1_000))
const other = aSale({ state: 'succeeded' })
const duplicate = after(sent, turnedDown('confirm-duplicate', { sale: other }))
const mismatch = { chosen: { id: '401', name: 'Islanet' }, detected: { id: '9403', name: 'LAKBAY' } }

describe('the view of a sale', () => {
  it.each<[Sale['state'], View]>([
    ['opened', 'checking'],
    ['refused', 'not-sold'],
    ['checked', 'review'],
    ['confirming', 'sending'],
    ['unknown', 'not-known'],
    ['pending', 'waiting'],
    ['not-executed', 'not-executed'],
    ['succeeded', 'succeeded'],
    ['failed', 'not-sold'],
    ['cancelled', 'ask-supervisor'],
    ['replaced', 'ask-supervisor'],
    ['abandoned', 'not-sold'],
  ])('in state %s is %s', (state, view) => {
    expect(viewOf(aSale({ state }), idle, 0)).toBe(view)
  })

  const note = { note: '', at: 1, by: 'Hamad Saleh' }
  it.each<{ what: string; sale: Partial<Sale>; tab?: Tab; readAt?: number; view: View }>([
    { what: 'sending while it is sent from here', sale: {}, tab: after(sent), view: 'sending' },
    { what: 'sending while it is sent again', sale: { state: 'not-executed' }, tab: after(sent), view: 'sending' },
    {
      what: 'the review below the question for a supervisor, also while their approval is sent',
      sale: {},
      tab: after(sent, turnedDown('above-limit', { limits: LIMITS }), approved),
      view: 'review',
    },
    {
      what: 'what the journal says, once it knows more than this tab',
      sale: { state: 'pending' },
      tab: after(sent),
      view: 'waiting',
    },
    { what: 'that there is no reply, after one was lost', sale: {}, tab: lost, readAt: 900, view: 'no-reply' },
    {
      what: 'that there is no reply, as long as a read may have overtaken the lost one',
      sale: {},
      tab: lost,
      readAt: 1_000 + OVERTAKEN_MS - 1,
      view: 'no-reply',
    },
    { what: 'the review once a later read says so', sale: {}, tab: lost, readAt: 1_000 + OVERTAKEN_MS, view: 'review' },
    {
      what: 'that there is no reply to a sale that was sent again',
      sale: { state: 'not-executed' },
      tab: lost,
      readAt: 1_000,
      view: 'no-reply',
    },
    {
      what: 'the state of a sale that went on although the reply was lost',
      sale: { state: 'unknown' },
      tab: lost,
      view: 'not-known',
    },
    { what: 'the other sale of the same', sale: {}, tab: duplicate, view: 'duplicate' },
    { what: 'the state of a duplicate that went on', sale: { state: 'pending' }, tab: duplicate, view: 'waiting' },
    { what: 'the question which operator it is', sale: { mismatch }, view: 'operator-differs' },
    {
      what: 'the review of a detected operator that was accepted here',
      sale: { mismatch },
      tab: after({ type: 'operator-accepted' }),
      view: 'review',
    },
    {
      what: 'the review of a detected operator that was accepted before',
      sale: { mismatch: { ...mismatch, accepted: { at: 1, by: 'Amal Rahman' } } },
      view: 'review',
    },
    {
      what: 'for a supervisor when answers disagree',
      sale: { state: 'succeeded', conflicting: true },
      view: 'ask-supervisor',
    },
    {
      what: 'for a supervisor whose decision the state does not have',
      sale: { state: 'unknown', resolution: { outcome: 'not-sold', ...note } },
      view: 'ask-supervisor',
    },
    {
      what: 'for a supervisor who decided otherwise than the state',
      sale: { state: 'succeeded', resolution: { outcome: 'not-sold', ...note } },
      view: 'ask-supervisor',
    },
    {
      what: 'the state that a supervisor agreed with',
      sale: { state: 'succeeded', resolution: { outcome: 'sold', ...note } },
      view: 'succeeded',
    },
  ])('is $what', ({ sale, tab = idle, readAt = 0, view }) => {
    expect(viewOf(aSale(sale), tab, readAt)).toBe(view)
  })

  it('is never not sold after a lost reply while the state is the one it was sent in', () => {
    for (const state of ['checked', 'not-executed'] as const) {
      expect(viewOf(aSale({ state }), lost, 1_000)).toBe('no-reply')
    }
  })
})

it('what this tab did is told as lines of the timeline while the journal is silent', () => {
  expect(linesOfTab(idle)).toEqual([])
  expect(linesOfTab(newTab(5))).toEqual([{ at: 5, kind: 'approved', times: 1 }])
  expect(linesOfTab(lost)).toEqual([
    { at: 10, kind: 'approved', times: 1 },
    { at: 1_000, kind: 'confirm-lost', times: 1 },
  ])
})

type Asked = Parameters<typeof optionsOf>[0]
const refused = (code: ProblemCode, more: Partial<Asked> = {}): Asked => ({
  kind: 'direct',
  state: 'refused',
  problem: { code },
  ...more,
})

describe('the ways on from a sale that is not sold', () => {
  it.each<[ProblemCode, string]>([
    // There was no connection: another number or operator would not get through either.
    ['no-answer', 'same'],
    ['offline', 'same supervisor'],
    ['busy', 'same'],
    ['service-unreadable', 'same supervisor'],
    // The service does not sell to this shop: nothing about this sale can be mended here and now.
    ['service-1', 'later supervisor elsewhere'],
    ['service-5', 'later supervisor elsewhere'],
    ['service-1000', 'later supervisor elsewhere'],
    ['service-1001', 'later supervisor elsewhere'],
    // The same would be refused again.
    ['service-1200', 'change supervisor'],
    ['service-201', 'change other'],
    ['service-50', 'change other'],
    ['service-101', 'other'],
    ['service-20', 'same elsewhere'],
    ['service-60', 'change other same'],
    ['service-failed', 'change other same'],
    ['expired', 'same change'],
    ['abandoned', 'change other same'],
    ['answer-differs', 'supervisor elsewhere'],
  ])('after %s are: %s', (code, options) => {
    expect(optionsOf(refused(code)).join(' ')).toBe(options)
  })

  it.each<{ why: string; sale: Asked; options: string }>([
    {
      why: 'of an international top-up: another amount',
      sale: refused('service-101', { kind: 'international' }),
      options: 'other amount',
    },
    {
      why: 'of an international top-up: the country of the number',
      sale: refused('country-differs', { kind: 'international' }),
      options: 'change country',
    },
    {
      why: 'of a lost check abroad are in the tray',
      sale: refused('no-answer', { kind: 'international' }),
      options: '',
    },
    {
      why: 'never repeat a sale that is still watched',
      sale: refused('abandoned', { state: 'abandoned', confirmedAt: 1 }),
      options: 'change other',
    },
    {
      why: 'repeat one that was left before its confirm',
      sale: refused('abandoned', { state: 'abandoned' }),
      options: 'change other same',
    },
    { why: 'of a later line of a quantity are where its lines are', sale: lineOf(2), options: '' },
    { why: 'of the first line of a quantity do not repeat it alone', sale: lineOf(1), options: 'change other' },
  ])('$why', ({ sale, options }) => {
    expect(optionsOf(sale).join(' ')).toBe(options)
  })

  it('of the first line of a quantity that was never approved repeat all of it', () => {
    expect(optionsOf(lineOf(1), true).join(' ')).toBe('change other same')
  })
})

function lineOf(line: number): Pick<Sale, 'kind' | 'state' | 'problem' | 'batch'> {
  return refused('service-failed', { kind: 'voucher', batch: { id: 'b', line, of: 3 } })
}
