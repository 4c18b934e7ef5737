// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'

import { clearSignOut, forgetWhenOld, storeLastActivityAt, storeSignOut } from '#browser/presence.ts'
import { useDraft } from '#browser/sale/draft.ts'

/** A tab that the browser had discarded comes back: it noted nothing when its person left, and heard nothing. */
describe('what was typed in a tab that comes back while nobody is at the till', () => {
  beforeEach(() => {
    sessionStorage.clear()
    localStorage.clear()
    storeLastActivityAt(Date.now())
    useDraft.getState().setNumber('501234567')
  })

  it('is gone when its person had signed out in another tab', () => {
    storeSignOut({ how: 'locked', personId: 'amal' })
    expect(forgetWhenOld()).toBe(true)
    expect(useDraft.getState().number).toBe('')
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('501234567')
  })

  it.each(['idle', 'ended'] as const)('waits for its person when the till was left otherwise: %s', (how) => {
    storeSignOut({ how, personId: 'amal' })
    expect(forgetWhenOld()).toBe(false)
    expect(useDraft.getState().number).toBe('501234567')
  })

  it('waits for its person where nothing is known of how they left', () => {
    clearSignOut()
    expect(forgetWhenOld()).toBe(false)
    expect(useDraft.getState().number).toBe('501234567')
  })
})
