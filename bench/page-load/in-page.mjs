/** Runs in the page before its own code. Records when the first tile was painted, and what the browser reports about the load. */
export function watchLoad() {
  const load = { tilesMs: 0, largestMs: 0, shift: 0, blockedMs: 0 }
  Object.assign(globalThis, { load })
  const observe = (/** @type {string} */ type, /** @type {(entry: any) => void} */ note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => (load.largestMs = startTime))
  observe('layout-shift', ({ value, hadRecentInput }) => (load.shift += hadRecentInput ? 0 : value))
  // The part of each long task above 50 ms; a shorter delay after a press is not noticed.
  observe('longtask', ({ duration }) => (load.blockedMs += duration - 50))

  const look = () => {
    if (!document.querySelector('main [role="listitem"]')) return requestAnimationFrame(look)
    // The tile is painted by the frame after the one in which it was added.
    return requestAnimationFrame(() => (load.tilesMs = performance.now()))
  }
  requestAnimationFrame(look)
}
