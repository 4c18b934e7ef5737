import { expect, it } from 'vitest'

import { NoAnswer, ServerFailure } from '#browser/api/request.ts'
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
import { Secret } from '#browser/lib/secret.ts'
import type { Failure } from '#api/failure.ts'
import type { ProblemCode } from '#domain/sale/problem.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { Exceeded } from '#domain/sales-limits.ts'
import { aed, aSale } from '../../../support/a-shop.ts'

const LIMITS: readonly Exceeded[] = [{ of: 'person', kind: 'perDay', limit: aed('100'), used: aed('80') }]
const OTHER_LIMITS: readonly Exceeded[] = [{ of: 'shop', kind: 'perDay', limit: aed('500'), used: aed('490') }]

const approver = { staffId: 'h', pin: new Secret('135791') }
const failed = (error: unknown, at = 20): TabEvent => ({ type: 'failed', error, at })
const refusedFor = (code: Failure['code'], more: Partial<Failure> = {}): TabEvent =>
  failed(new ServerFailure({ code, message: '', moneyMoved: 'no', ...more }))
const sent: TabEvent = { type: 'sent', options: {}, at: 10 }
const approved: TabEvent = { type: 'sent', options: { approver }, at: 15 }
const left: TabEvent = { type: 'left' }
const replied: TabEvent = { type: 'replied' }
const unanswered = failed(new NoAnswer(new Error('lost')))
const unclear = failed(new ServerFailure({ code: 'internal-error', message: '', moneyMoved: 'unknown' }))
const stale = refusedFor('stale-version')
const above = refusedFor('above-limit', { limits: LIMITS })
const aboveOthers = refusedFor('above-limit', { limits: OTHER_LIMITS })
const accepted: TabEvent = { type: 'operator-accepted' }
const acceptSent: TabEvent = { type: 'sent', options: { accept: 'operator' }, at: 10 }

const after = (...events: TabEvent[]): Tab => events.reduce(stepTab, newTab(undefined))

it.each<[string, TabEvent[], Partial<Tab> & { failure?: unknown; lostAt?: number }]>([
  ['nothing, at first', [], { kind: 'idle', options: {} }],
  ['the time since which it is being sent', [sent], { kind: 'sending', sentAt: 10 }],
  ['nothing more once a reply came', [sent, replied], { kind: 'idle' }],
  ['no reply, when the server is silent', [sent, unanswered], { kind: 'no-reply', sentAt: 10, lostAt: 20 }],
  ['no reply, when money may have moved', [sent, unclear], { kind: 'no-reply', lostAt: 20 }],
  ['no reply, when our server failed', [sent, failed(new TypeError('of our own'))], { kind: 'no-reply', lostAt: 20 }],
  [
    'the reason of a rejection before anything was sent',
    [sent, stale],
    { kind: 'rejected', failure: { code: 'stale-version', message: '', moneyMoved: 'no' } },
  ],
  ['no rejection that was left or is sent again', [sent, stale, left], { kind: 'idle', timesBack: 0 }],
  ['what was confirmed with it', [accepted, acceptSent], { kind: 'sending', options: { accept: 'operator' } }],
  ['the limits that it exceeds', [sent, above], { kind: 'rejected', limits: LIMITS }],
  ['the limits while an approval is being sent', [sent, above, approved], { kind: 'sending', limits: LIMITS }],
  [
    'the limits after a wrong PIN',
    [sent, above, approved, refusedFor('wrong-pin')],
    { kind: 'rejected', limits: LIMITS },
  ],
  [
    'the other limits that an approval did not cover',
    [sent, above, approved, aboveOthers],
    { kind: 'rejected', limits: OTHER_LIMITS },
  ],
  [
    'no limits once it is rejected for another reason',
    [sent, above, approved, refusedFor('selling-stopped')],
    { kind: 'rejected', limits: undefined },
  ],
  [
    'no limits, and the number of times that a person went back from them',
    [sent, above, left],
    { kind: 'idle', timesBack: 1, limits: undefined },
  ],
  ['no limits that were answered', [sent, above, approved, replied], { kind: 'idle', limits: undefined }],
  ['no reply, when none came to an approval', [sent, above, approved, unanswered], { kind: 'no-reply' }],
])('the tab state of a sale has %s', (_, events, tab) => {
  expect({ limits: undefined, ...after(...events) }).toMatchObject(tab)
})

it('the tab state of a sale never contains the PIN of an approver', () => {
  expect(after(sent, above, approved).options).not.toHaveProperty('approver')
})

const idle = newTab(undefined)
const lost = after(sent, failed(new NoAnswer(new Error('lost')), 1_000))
const other = aSale({ state: 'succeeded' })
const duplicate = after(sent, refusedFor('confirm-duplicate', { sale: other }))
const mismatch = { chosen: { id: '401', name: 'Islanet' }, detected: { id: '9403', name: 'LAKBAY' } }

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
  ['canceled', 'ask-supervisor'],
  ['replaced', 'ask-supervisor'],
  ['abandoned', 'not-sold'],
])('the view of a sale in state %s is %s', (state, view) => {
  expect(viewOf(aSale({ state }), idle, 0)).toBe(view)
})

const note = { note: '', at: 1, by: 'Hamad Saleh' }
const proven = { state: 'not-executed' } as const
const agreed = { mismatch: { ...mismatch, accepted: { at: 1, by: 'Amal Rahman' } } }
it.each<[string, Partial<Sale>, Tab, number, View]>([
  ['sending while this tab sends it', {}, after(sent), 0, 'sending'],
  ['sending while it is sent again', proven, after(sent), 0, 'sending'],
  [
    'the review below the dialog for a supervisor while their PIN is sent',
    {},
    after(sent, above, approved),
    0,
    'review',
  ],
  ['that of the stored sale, once it is newer than this tab', { state: 'pending' }, after(sent), 0, 'waiting'],
  ['the missing reply, after one was lost', {}, lost, 900, 'no-reply'],
  [
    'the missing reply, as long as a read may have overtaken the lost one',
    {},
    lost,
    1_000 + OVERTAKEN_MS - 1,
    'no-reply',
  ],
  ['the review once a later read says so', {}, lost, 1_000 + OVERTAKEN_MS, 'review'],
  ['the missing reply to a sale that was sent again', proven, lost, 1_000, 'no-reply'],
  ['the state of a sale that continued although the reply was lost', { state: 'unknown' }, lost, 0, 'not-known'],
  ['the other sale of a duplicate', {}, duplicate, 0, 'duplicate'],
  ['the state of a duplicate that continued', { state: 'pending' }, duplicate, 0, 'waiting'],
  ['the question about the operator', { mismatch }, idle, 0, 'operator-differs'],
  ['the review of a detected operator that was accepted here', { mismatch }, after(accepted), 0, 'review'],
  ['the review of a detected operator that was accepted before', agreed, idle, 0, 'review'],
])('the view of a sale is %s', (_, sale, tab, readAt, view) => {
  expect(viewOf(aSale(sale), tab, readAt)).toBe(view)
})

it.each<[string, Partial<Sale>, View]>([
  ['their resolution, when answers disagree', { state: 'succeeded', conflicting: true }, 'ask-supervisor'],
  [
    'their resolution, when it differs from the state',
    { state: 'unknown', resolution: { outcome: 'not-sold', ...note } },
    'ask-supervisor',
  ],
  [
    'their resolution, when they decided against the state',
    { state: 'succeeded', resolution: { outcome: 'not-sold', ...note } },
    'ask-supervisor',
  ],
  [
    'the state, once their resolution agrees with it',
    { state: 'succeeded', resolution: { outcome: 'sold', ...note } },
    'succeeded',
  ],
])('the view of a sale for a supervisor is %s', (_, sale, view) => {
  expect(viewOf(aSale(sale), idle, 0)).toBe(view)
})

it('the timeline shows what this tab did while the server is silent', () => {
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

it.each<[ProblemCode, string]>([
  // There was no connection, so another number or operator would fail as well.
  ['no-answer', 'same'],
  ['offline', 'same supervisor'],
  ['busy', 'same'],
  ['service-unreadable', 'same supervisor'],
  // The provider does not sell to this shop: this sale cannot be fixed here and now.
  ['service-1', 'later supervisor elsewhere'],
  ['service-5', 'later supervisor elsewhere'],
  ['service-1000', 'later supervisor elsewhere'],
  ['service-1001', 'later supervisor elsewhere'],
  // The same sale would be rejected again.
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
])('the options for a sale that was not sold after %s are: %s', (code, options) => {
  expect(optionsOf(refused(code)).join(' ')).toBe(options)
})

it.each<[string, Asked, string]>([
  ['abroad include another amount', refused('service-101', { kind: 'international' }), 'other amount'],
  ['abroad include the country of the number', refused('country-differs', { kind: 'international' }), 'change country'],
  ['abroad are in the open items after a lost check', refused('no-answer', { kind: 'international' }), ''],
  [
    'never repeat a sale that is still rechecked',
    refused('abandoned', { state: 'abandoned', confirmedAt: 1 }),
    'change other',
  ],
  ['repeat a sale that was left before its confirm', refused('abandoned', { state: 'abandoned' }), 'change other same'],
  ['are on the page of its quantity for a later line', lineOf(2), ''],
  ['do not repeat the first line of a quantity alone', lineOf(1), 'change other'],
])('the options for a sale that was not sold %s', (_, sale, options) => {
  expect(optionsOf(sale).join(' ')).toBe(options)
})

it('the options for the first line of a quantity that was never approved include repeating all of it', () => {
  expect(optionsOf(lineOf(1), true).join(' ')).toBe('change other same')
})

function lineOf(line: number): Pick<Sale, 'kind' | 'state' | 'problem' | 'batch'> {
  return refused('service-failed', { kind: 'voucher', batch: { id: 'b', line, of: 3 } })
}
