// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import AuditLogPage, { AuditLogTable } from '#browser/pages/staff/AuditLogPage.tsx'
import type { AuditLine } from '#api/audit.ts'
import { GROUPED_KINDS } from '#browser/pages/staff/audit-groups.ts'
import { DEFAULT_SETTINGS } from '#api/settings.ts'
import { AUDIT_DETAILS, AUDIT_KINDS } from '#domain/audit.ts'
import type { MessageId } from '#browser/i18n/locale.ts'
import { hamad, proxyWith } from '../../../support/fake-proxy.ts'
import { text } from '../../../support/texts.ts'
import { renderPage } from '../../../support/render-page.tsx'

const by = { id: 'h', name: 'Hamad Saleh' }
const about = { id: 'a', name: 'Amal Rahman' }
const terminal = { id: 't', name: 'Counter' }
type Line = Partial<AuditLine> & Pick<AuditLine, 'kind'>
const sentencesOf = (some: Line[]) => {
  const lines = some.map((line, number) => ({ number, at: 0, ...line }))
  const page = <AuditLogTable lines={lines} isNarrowed={false} />
  const { unmount, container } = renderPage(page, { at: '/audit-log', proxy: () => undefined })
  const words = [...container.querySelectorAll('tbody tr')].map((row) => row.querySelectorAll('td')[1]?.textContent)
  unmount()
  return words
}
const sentenceOf = (line: Line) => sentencesOf([line])[0]

it('an audit log entry of each kind is a sentence with all its values filled in', () => {
  const sentences = sentencesOf(AUDIT_KINDS.map((kind) => ({ kind, by, about, terminal })))
  expect(sentences).toHaveLength(AUDIT_KINDS.length)
  for (const sentence of sentences) expect(sentence).toMatch(/^[^{}]{8,}$/)
})

const detailOf = (reason: string) => ({ detail: { reason } })
it.each<[string, Line, string]>([
  [
    'says who did what to whom, and the value before',
    { kind: 'staff-limits-changed', by, about, detail: { limits: 'perSale 300, perDay 2000 AED', before: 'none' } },
    'Hamad Saleh changed the limits for Amal RahmanLimits: Largest single sale 300, Total per day 2000 AEDPrevious value: none',
  ],
  [
    'distinguishes the command line from a person',
    { kind: 'staff-added', about },
    'The administrator added Amal Rahman',
  ],
  [
    'says why a session ended automatically',
    { kind: 'session-ended', by: about, ...detailOf('idle') },
    'Amal Rahman was signed outReason: the till was idle',
  ],
  [
    'says why selling was stopped when a person resumed it',
    { kind: 'selling-retried', by, ...detailOf('contradiction') },
    'Hamad Saleh resumed sellingReason: The provider sent two different results for one sale',
  ],
  [
    'says what was exported, and of which days',
    { kind: 'exported', by, detail: { what: 'sales', from: '2026-11-27', to: '2026-11-28' } },
    'Hamad Saleh exported dataData: salesFrom: 2026-11-27To: 2026-11-28',
  ],
  [
    'says which shops were exported',
    { kind: 'exported', by, detail: { what: 'sales of shops', shops: 'all' } },
    'Hamad Saleh exported dataData: sales of all shopsShops: all',
  ],
  [
    'says the value of a setting in words',
    {
      kind: 'settings-changed',
      by,
      detail: { requiresCustomerConfirmation: 'true', requiresCustomerConfirmationBefore: 'false' },
    },
    "Hamad Saleh changed the shop's settingsCustomer confirms the number: yesCustomer confirms the number (before): no",
  ],
  [
    'says which wallet transaction was explained, and how',
    {
      kind: 'wallet-movement-explained',
      by,
      detail: { kind: 'deposit', direction: 'in', amount: '400.00', currency: 'AED', slip: '77', note: 'in cash' },
    },
    'Hamad Saleh explained a wallet transactionType: DepositDirection: addedAmount: 400.00Currency: AEDDeposit slip number: 77Note: in cash',
  ],
  [
    'says what is unexplained after a restore',
    { kind: 'restore-confirmed', by, detail: { missing: '0–120.50 AED out' } },
    'Hamad Saleh resumed selling after a restore from a backupUnexplained wallet amount: 0–120.50 AED deducted',
  ],
  [
    'shows typed text unchanged',
    { kind: 'code-revealed', by, about: { id: '1', name: '483' }, ...detailOf('shop limit none') },
    'Hamad Saleh viewed the code for sale 0483Reason: shop limit none',
  ],
  [
    'says that a receipt was shown where the sale had no code',
    { kind: 'code-revealed', by, about: { id: '1', name: '21' }, detail: { as: 'receipt' } },
    'Hamad Saleh viewed the receipt for sale 0021',
  ],
])('an audit log entry %s', (_, line, sentence) => {
  expect(sentenceOf(line)).toBe(sentence)
})

it('every setting and its previous value have a name in the audit log', () => {
  const pathsOf = (path: string, value: unknown): string[] =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.entries(value).flatMap(([key, part]) => pathsOf(`${path}.${key}`, part))
      : [path]
  const keys = Object.entries(DEFAULT_SETTINGS).flatMap(([key, value]) => pathsOf(key, value))
  for (const key of keys.flatMap((each) => [each, `${each}Before`])) {
    const id = `auditLog.detail.${key}` as MessageId
    expect(text(id)).not.toBe(id)
  }
})

it('every detail of an audit log entry has a name', () => {
  const names = AUDIT_DETAILS.map((key) => text(`auditLog.detail.${key}`))
  for (const name of names) expect(name).not.toMatch(/^auditLog/)
})

it('the filter of the audit log names every kind once, group by group', () => {
  expect(GROUPED_KINDS.map(({ kind }) => kind).toSorted()).toEqual([...AUDIT_KINDS].toSorted())
})

it("an audit log entry names who ended another person's session, and says what it can about a newer kind", () => {
  expect(sentenceOf({ kind: 'session-ended', by, about })).toContain('Hamad Saleh signed Amal Rahman out')
  expect(sentenceOf({ kind: 'teleported' as 'shop-set-up', by, detail: { to: 'Mars' } })).toContain('Hamad Saleh')
})

it('the audit log says that no one changed it, and lists only a chosen kind', async () => {
  const answer = (_: string, path: string) =>
    path.startsWith('/api/audit') ? { body: { lines: [], isIntact: true } } : undefined
  const { seen } = renderPage(<AuditLogPage />, { at: '/audit-log', proxy: proxyWith(answer, { person: hamad }) })
  expect(await screen.findByText(text('auditLog.verified'))).toBeVisible()
  fireEvent.change(screen.getByLabelText(text('auditLog.filter')), { target: { value: 'exported' } })
  expect(await screen.findByText(text('auditLog.noneOfKind'))).toBeVisible()
  expect(seen.map(({ path }) => path)).toContain('/api/audit?kind=exported')
})
