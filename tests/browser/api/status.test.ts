// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { isOutdated, takeUpdate } from '#browser/api/status.ts'

const TEN_MINUTES = 10 * 60_000

beforeEach(() => {
  document.head.innerHTML = '<meta name="build" content="aaaaaaaa">'
})
afterEach(() => {
  document.head.replaceChildren()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

it('a page is outdated when the server names another build, and not when no build is named', () => {
  expect(['bbbbbbbb', 'aaaaaaaa', undefined].map(isOutdated)).toEqual([true, false, false])
  document.head.replaceChildren()
  expect(isOutdated('bbbbbbbb')).toBe(false)
})

it('a page loads a new build once, and again only later or for another build, so that two builds never cause a reload loop', () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  takeUpdate('b', 0)
  takeUpdate('b', TEN_MINUTES - 1)
  expect(reload).toHaveBeenCalledTimes(1)
  takeUpdate('c', TEN_MINUTES - 1)
  expect(reload).toHaveBeenCalledTimes(2)
  takeUpdate('c', 2 * TEN_MINUTES)
  expect(reload).toHaveBeenCalledTimes(3)
})
