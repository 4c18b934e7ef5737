// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { AuditLogTable } from '#browser/pages/staff/AuditLogPage.tsx'
import type { AuditLine } from '#contract/proxy/audit.ts'
import { AUDIT_KINDS } from '#domain/audit.ts'
import { renderPage } from '../../../support/render-page.tsx'

const by = { id: 'h', name: 'Hamad Saleh' }
const about = { id: 'a', name: 'Amal Rahman' }
const terminal = { id: 't', name: 'Counter' }
const sentenceOf = (line: Partial<AuditLine> & Pick<AuditLine, 'kind'>) => {
  const lines = [{ number: 1, at: 0, ...line }]
  const { unmount } = renderPage(<AuditLogTable lines={lines} isNarrowed={false} />, {
    at: '/audit-log',
    proxy: () => undefined,
  })
  const words = within(screen.getAllByRole('row')[1]!).getAllByRole('cell')[1]?.textContent
  unmount()
  return words
}

it.each([...AUDIT_KINDS])(
  'a line of the log of the kind %s is a sentence, without a word that was not filled in',
  (kind) => {
    expect(sentenceOf({ kind, by, about, terminal })).toMatch(/^[^{}]{8,}$/)
  },
)

const detailOf = (reason: string) => ({ detail: { reason } })
it.each<[string, Parameters<typeof sentenceOf>[0], string]>([
  [
    'says who did what to whom, and what it was before',
    { kind: 'staff-limits-changed', by, about, detail: { limits: 'perSale 300, perDay 2000 AED', before: 'none' } },
    'Hamad Saleh changed the limits of Amal RahmanLimits: Largest single sale 300, Total in one day 2000 AEDBefore: none',
  ],
  ['tells the command line from a person', { kind: 'staff-added', about }, "The shop's computer added Amal Rahman"],
  [
    'tells a session that ended by itself',
    { kind: 'session-ended', by: about, ...detailOf('idle') },
    'Amal Rahman was signed outReason: nobody was at the till',
  ],
  [
    'says what selling was stopped for when somebody resumed it',
    { kind: 'selling-retried', by, ...detailOf('contradiction') },
    'Hamad Saleh resumed sellingReason: The service contradicted itself',
  ],
  [
    'leaves what somebody typed as it is',
    { kind: 'code-revealed', by, about: { id: '1', name: '483' }, ...detailOf('shop limit none') },
    'Hamad Saleh viewed the code of sale 0483Reason: shop limit none',
  ],
  [
    'says that a receipt was shown where the sale had no code',
    { kind: 'code-revealed', by, about: { id: '1', name: '21' }, detail: { as: 'receipt' } },
    'Hamad Saleh was shown the receipt of sale 0021',
  ],
])('a line of the log %s', (_, line, sentence) => {
  expect(sentenceOf(line)).toBe(sentence)
})

it('a line of the log names who ended the session of another, and says what it can of a newer kind', () => {
  expect(sentenceOf({ kind: 'session-ended', by, about })).toContain('Hamad Saleh signed Amal Rahman out')
  expect(sentenceOf({ kind: 'teleported' as 'shop-set-up', by, detail: { to: 'Mars' } })).toContain('Hamad Saleh')
})
