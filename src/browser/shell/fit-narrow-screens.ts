import { NARROW } from './narrow.ts'

/**
 * Fetches the layout of phones and portrait tablets once the screen is as narrow: a till at a counter never needs it. Resolves when this
 * screen has its layout, or cannot have it.
 */
export async function fitNarrowScreens(): Promise<void> {
  const narrow = window.matchMedia(NARROW)
  const fit = async () => {
    if (narrow.matches) await import('../styles/narrow.css').catch(() => {})
  }
  narrow.addEventListener('change', () => void fit())
  await fit()
}
