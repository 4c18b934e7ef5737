import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import { isRecord, persistIn } from './storage.ts'
import { useMedia } from './use-media.ts'

export type Theme = 'system' | 'light' | 'dark'

type ThemePreference = { theme: Theme; choose: (theme: Theme) => void }

/** The color of the browser's own bar: `--rail` of tokens.css. */
export const BROWSER_BAR = { light: '#0a2a32', dark: '#050c0e' } as const

const SYSTEM_DARK = '(prefers-color-scheme: dark)'

export const useTheme = create<ThemePreference>()(
  persist((set) => ({ theme: 'system', choose: (theme) => set({ theme }) }), {
    name: 'theme',
    storage: persistIn('theme', readTheme),
    partialize: ({ theme }) => ({ theme }),
  }),
)

export function useIsDark(): boolean {
  const theme = useTheme((state) => state.theme)
  const isSystemDark = useMedia(SYSTEM_DARK)
  return theme === 'system' ? isSystemDark : theme === 'dark'
}

/** Now and whenever it or the system's theme changes. Returns a function that stops this. */
export function followTheme(): () => void {
  const system = window.matchMedia(SYSTEM_DARK)
  const show = () => showTheme(useTheme.getState().theme)
  show()
  system.addEventListener('change', show)
  const stop = useTheme.subscribe(show)
  return () => {
    system.removeEventListener('change', show)
    stop()
  }
}

const FORCED_COLORS = '(forced-colors: active)'

/** Loads the styles for forced colors only once they are active. */
export function followForcedColors(): void {
  const forced = window.matchMedia(FORCED_COLORS)
  const load = () => void (forced.matches && import('../styles/forced-colors.css').catch(() => {}))
  load()
  forced.addEventListener('change', load)
}

function showTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  // CSS resolves what `system` means.
  const isDark = getComputedStyle(root).colorScheme === 'dark'
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BROWSER_BAR[isDark ? 'dark' : 'light'])
}

function readTheme(stored: unknown): { theme: Theme } | undefined {
  const theme = isRecord(stored) ? stored['theme'] : undefined
  return theme === 'light' || theme === 'dark' ? { theme } : undefined
}
