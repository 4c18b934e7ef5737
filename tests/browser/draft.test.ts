// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'

import { arrive } from '#browser/presence.ts'
import { beginRequest, findSaleRequest } from '#browser/sale/sale-request.ts'
import { useDraft } from '#browser/sale/draft.ts'
import { useInternationalDraft } from '#browser/sale/international.ts'

const here = () => JSON.stringify({ ...sessionStorage })

describe('what was typed at a till', () => {
  beforeEach(() => {
    sessionStorage.clear()
    arrive('nobody')
    arrive('amal')
    useDraft.getState().setNumber('501234567')
    useInternationalDraft.getState().setNumber('+639175550142')
  })

  it('is there for the one who typed it, who comes back', () => {
    const id = beginRequest({ content: { kind: 'direct', serviceId: 'qamra', amount: '50', account: '971501234567' } })
    arrive('amal')
    expect(useDraft.getState().number).toBe('501234567')
    expect(here()).toContain('639175550142')
    expect(findSaleRequest(id)?.content.account).toBe('971501234567')
  })

  it('is gone from the browser when another person arrives, with what was asked for', () => {
    const id = beginRequest({ content: { kind: 'direct', serviceId: 'qamra', amount: '50', account: '971501234567' } })
    beginRequest({
      content: { kind: 'voucher', serviceId: 'pixelplay', amount: '20', account: 'huda@example.org' },
      count: 2,
    })
    expect(here()).toContain('huda@example.org')
    arrive('joseph')
    expect(here()).not.toContain('huda@example.org')
    expect(useDraft.getState().number).toBe('')
    expect(here()).not.toContain('639175550142')
    expect(here()).not.toContain('501234567')
    expect(findSaleRequest(id)).toBeUndefined()
  })
})
