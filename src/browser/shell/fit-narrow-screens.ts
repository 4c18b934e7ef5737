const NARROW = '(max-width: 959px)'

/** Fetches the layout of phones and portrait tablets once the screen is as narrow: a till at a counter never needs it. */
export function fitNarrowScreens(): void {
  const narrow = window.matchMedia(NARROW)
  const fit = () => {
    if (narrow.matches) void import('../styles/narrow.css')
  }
  narrow.addEventListener('change', fit)
  fit()
}
