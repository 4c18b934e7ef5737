const SOON_MS = 200
/** So long a browser waits that cannot say how long it may. */
const SLICE_MS = 8

/** Runs when nothing else is to be done, and says how many milliseconds are left for it. */
export function whenIdle(run: (timeLeft: () => number) => void): void {
  if (typeof requestIdleCallback === 'function') {
    requestIdleCallback((deadline) => run(() => deadline.timeRemaining()))
    return
  }
  setTimeout(() => {
    const end = performance.now() + SLICE_MS
    run(() => end - performance.now())
  }, SOON_MS)
}
