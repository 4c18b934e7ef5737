// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'

import { arrive, clearSignOut, forgetWhenOld, storeLastActivityAt, storeSignOut } from '#browser/lib/presence.ts'
import { useDraft } from '#browser/sale/draft.ts'
import { useInternationalDraft } from '#browser/sale/international/international.ts'
import { beginRequest, findSaleRequest } from '#browser/sale/sale-request.ts'
import { NOW } from '../../support/now.ts'

const here = () => JSON.stringify({ ...sessionStorage })

describe('the draft at a till', () => {
  beforeEach(() => {
    sessionStorage.clear()
    arrive('nobody')
    arrive('amal')
    useDraft.getState().setNumber('501234567')
    useInternationalDraft.getState().setNumber('+639175550142')
  })

  it('a draft is there when the person who typed it comes back, and deleted with its requests when another person signs in', () => {
    const recharge = { kind: 'direct', serviceId: 'qamra', amount: '50', account: '971501234567' } as const
    const voucher = { kind: 'voucher', serviceId: 'pixelplay', amount: '20', account: 'huda@example.org' } as const
    const id = beginRequest({ content: recharge })
    beginRequest({ content: voucher, count: 2 })
    arrive('amal')
    expect(useDraft.getState().number).toBe('501234567')
    for (const typed of ['639175550142', 'huda@example.org']) expect(here()).toContain(typed)
    expect(findSaleRequest(id)?.content.account).toBe('971501234567')
    arrive('joseph')
    expect(useDraft.getState().number).toBe('')
    for (const typed of ['639175550142', 'huda@example.org', '501234567']) expect(here()).not.toContain(typed)
    expect(findSaleRequest(id)).toBeUndefined()
  })
})

/**
 * The browser discarded the tab and opens it again: the tab recorded nothing when its person left, and received no
 * message.
 */
describe('the draft of a tab that is restored with no one signed in', () => {
  beforeEach(() => {
    sessionStorage.clear()
    localStorage.clear()
    storeLastActivityAt(NOW)
    useDraft.getState().setNumber('501234567')
  })

  it('a draft in a restored tab is deleted when its person had signed out in another tab', () => {
    storeSignOut({ how: 'locked', personId: 'amal' })
    expect(forgetWhenOld()).toBe(true)
    expect(useDraft.getState().number).toBe('')
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('501234567')
  })

  it.each(['idle', 'ended', undefined] as const)(
    'a draft in a restored tab waits for its person when the till was left in another way: %s',
    (how) => {
      if (how) storeSignOut({ how, personId: 'amal' })
      else clearSignOut()
      expect(forgetWhenOld()).toBe(false)
      expect(useDraft.getState().number).toBe('501234567')
    },
  )
})
