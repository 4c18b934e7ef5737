// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'

import { forgetLeft, keepHandAt, keepLeft } from '#browser/api/left.ts'
import { useDraft } from '#browser/draft.ts'
import { forgetWhenOld } from '#browser/forget-typed.ts'

/** A tab that the browser had discarded comes back: it noted nothing when its person left, and heard nothing. */
describe('what was typed in a tab that comes back while nobody is at the till', () => {
  beforeEach(() => {
    sessionStorage.clear()
    localStorage.clear()
    keepHandAt(Date.now())
    useDraft.getState().setNumber('501234567')
  })

  it('is gone when its person had signed out in another tab', () => {
    keepLeft({ how: 'locked', personId: 'amal' })
    expect(forgetWhenOld()).toBe(true)
    expect(useDraft.getState().number).toBe('')
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('501234567')
  })

  it.each(['idle', 'ended'] as const)('waits for its person when the till was left otherwise: %s', (how) => {
    keepLeft({ how, personId: 'amal' })
    expect(forgetWhenOld()).toBe(false)
    expect(useDraft.getState().number).toBe('501234567')
  })

  it('waits for its person where nothing is known of how they left', () => {
    forgetLeft()
    expect(forgetWhenOld()).toBe(false)
    expect(useDraft.getState().number).toBe('501234567')
  })
})
