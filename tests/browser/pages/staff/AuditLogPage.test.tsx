// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { AuditLogTable } from '#browser/pages/staff/AuditLogPage.tsx'
import type { AuditLine } from '#contract/proxy/audit.ts'
import { AUDIT_KINDS } from '#domain/audit.ts'
import { renderPage } from '../../../support/render-page.tsx'

const by = { id: 'h', name: 'Hamad Saleh' }
const about = { id: 'a', name: 'Amal Rahman' }
const terminal = { id: 't', name: 'Counter' }
const told = (line: Partial<AuditLine> & Pick<AuditLine, 'kind'>) => {
  const lines = [{ number: 1, at: 0, ...line }]
  const { unmount } = renderPage(<AuditLogTable lines={lines} isNarrowed={false} />, {
    at: '/audit-log',
    proxy: () => undefined,
  })
  const words = within(screen.getAllByRole('row')[1]!).getAllByRole('cell')[1]?.textContent
  unmount()
  return words
}

describe('a line of the log', () => {
  it.each([...AUDIT_KINDS])('of the kind %s is a sentence, without a word that was not filled in', (kind) => {
    expect(told({ kind, by, about, terminal })).toMatch(/^[^{}]{8,}$/)
  })

  it('says who did what to whom, and what it was before', () => {
    const detail = { limits: 'perSale 300, perDay 2000 AED', before: 'none' }
    expect(told({ kind: 'staff-limits-changed', by, about, detail })).toBe(
      'Hamad Saleh changed the limits of Amal RahmanLimits: Largest single sale 300, Total in one day 2000 AEDBefore: none',
    )
  })

  it('tells the command line from a person', () => {
    expect(told({ kind: 'staff-added', about })).toBe("The shop's computer added Amal Rahman")
  })

  it('tells a session that ended by itself from one that somebody ended', () => {
    expect(told({ kind: 'session-ended', by: about, detail: { reason: 'idle' } })).toBe(
      'Amal Rahman was signed outReason: nobody was at the till',
    )
    expect(told({ kind: 'session-ended', by, about })).toContain('Hamad Saleh signed Amal Rahman out')
  })

  it('says what selling was stopped for when somebody resumed it', () => {
    expect(told({ kind: 'selling-retried', by, detail: { reason: 'contradiction' } })).toBe(
      'Hamad Saleh resumed sellingReason: The service contradicted itself',
    )
  })

  it('leaves what somebody typed as it is', () => {
    expect(
      told({ kind: 'code-revealed', by, about: { id: '1', name: '483' }, detail: { reason: 'shop limit none' } }),
    ).toBe('Hamad Saleh viewed the code of sale 0483Reason: shop limit none')
  })

  it('says that a receipt was shown where the sale had no code', () => {
    expect(told({ kind: 'code-revealed', by, about: { id: '1', name: '21' }, detail: { as: 'receipt' } })).toBe(
      'Hamad Saleh was shown the receipt of sale 0021',
    )
  })

  it('says what it can of a kind that is newer than the page', () => {
    expect(told({ kind: 'teleported' as 'shop-set-up', by, detail: { to: 'Mars' } })).toContain('Hamad Saleh')
  })
})
