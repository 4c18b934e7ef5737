import { expect, it } from 'vitest'

import { findUnknownByRestart } from '../../tools/crash-test/close-shop.ts'
import { NAMED, NAMED_INTERNATIONAL } from '../../tools/crash-test/till.ts'

type Sale = Parameters<typeof findUnknownByRestart>[0][number]

const aSale = (kinds: string[], record: { account?: string; serviceId?: string } = {}): Sale =>
  ({
    columns: { number: 7 },
    record: { account: '971501234567', serviceId: 'qamra-rc', ...record },
    events: kinds.map((kind, at) => ({ kind, at })),
  }) as Sale

it.each([
  { what: 'a sale that was confirming at a restart', kinds: ['opened', 'checked', 'approved', 'restarted', 'final'] },
  {
    what: 'a sale whose repeated confirm was under way',
    kinds: ['opened', 'checked', 'approved', 'confirm-lost', 'not-executed', 'confirm-repeated', 'restarted'],
    account: NAMED[3],
  },
  { what: 'a sale whose confirm was cut off', kinds: ['opened', 'checked', 'approved', 'confirm-lost', 'final'] },
])('$what counts as unknown because of a restart', ({ kinds, account }) => {
  expect(findUnknownByRestart([aSale(kinds, account === undefined ? {} : { account })])).toEqual([7])
})

it.each([
  { what: 'a sale that was checked at a restart', kinds: ['opened', 'checked', 'restarted', 'approved', 'final'] },
  { what: 'a sale that was pending at a restart', kinds: ['opened', 'checked', 'approved', 'pending', 'restarted', 'final'] }, // prettier-ignore
  {
    what: 'a sale whose answer the sandbox lost, as it does for this number',
    kinds: ['opened', 'checked', 'approved', 'confirm-lost', 'restarted', 'final'],
    record: { account: NAMED[5] ?? '' },
  },
  {
    what: 'an international sale whose answer the sandbox lost',
    kinds: ['opened', 'checked', 'approved', 'confirm-lost', 'final'],
    record: { account: NAMED_INTERNATIONAL[0] ?? '' },
  },
  {
    what: 'a voucher whose answer the sandbox lost',
    kinds: ['opened', 'checked', 'approved', 'confirm-lost', 'final'],
    record: { serviceId: 'quillo-answer-lost-after' },
  },
])('$what does not count as unknown because of a restart', ({ kinds, record }) => {
  expect(findUnknownByRestart([aSale(kinds, record)])).toEqual([])
})
