// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'

import { BROWSER_BAR, followTheme, useTheme } from '#browser/lib/theme.ts'

beforeEach(() => {
  localStorage.clear()
  useTheme.setState({ theme: 'system' })
  vi.stubGlobal('matchMedia', () => new EventTarget())
  document.head.innerHTML =
    '<meta name="theme-color" content="#ffffff"><style>[data-theme="dark"]{color-scheme:dark}</style>'
  return () => vi.unstubAllGlobals()
})

const bar = () => document.querySelector('meta')?.content

it("a chosen theme applies to the page and the browser's bar, and stays on this till", () => {
  const stop = followTheme()
  expect(document.documentElement).not.toHaveAttribute('data-theme')
  expect(bar()).toBe(BROWSER_BAR.light)
  useTheme.getState().choose('dark')
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
  expect(bar()).toBe(BROWSER_BAR.dark)
  expect(localStorage.getItem('toptill-theme')).toContain('dark')
  useTheme.getState().choose('system')
  expect(document.documentElement).not.toHaveAttribute('data-theme')
  expect(bar()).toBe(BROWSER_BAR.light)
  stop()
})

it('an unknown stored theme counts as that of the system', async () => {
  localStorage.setItem('toptill-theme', JSON.stringify({ state: { theme: 'pink' }, version: 0 }))
  await useTheme.persist.rehydrate()
  expect(useTheme.getState().theme).toBe('system')
})
