/** Runs in the page, before anything of its own: notes when the first tile was painted, and what the browser says of the load. */
export function watchLoad() {
  const load = { tilesMs: 0, largestMs: 0, shift: 0, blockedMs: 0 }
  Object.assign(globalThis, { load })
  const observe = (/** @type {string} */ type, /** @type {(entry: any) => void} */ note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => (load.largestMs = startTime))
  observe('layout-shift', ({ value, hadRecentInput }) => (load.shift += hadRecentInput ? 0 : value))
  // Of each long task what is over 50 ms: until then a press would not have been noticed to wait.
  observe('longtask', ({ duration }) => (load.blockedMs += duration - 50))

  const look = () => {
    if (!document.querySelector('.shelves .tile')) return requestAnimationFrame(look)
    // The frame after the one it stands in: by then it is painted.
    return requestAnimationFrame(() => (load.tilesMs = performance.now()))
  }
  requestAnimationFrame(look)
}
