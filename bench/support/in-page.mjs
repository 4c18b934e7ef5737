// Each of these functions runs alone in the page and cannot use anything outside it. They are plain JavaScript, because a compiled function would
// call the compiler's helpers.

/** Runs before the page's own code. Records when the first tile was painted. */
export function watchLoad() {
  const load = { tilesMs: 0, largestMs: 0, shift: 0, blockedMs: 0 }
  Object.assign(globalThis, { load })
  const observe = (/** @type {string} */ type, /** @type {(entry: any) => void} */ note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => (load.largestMs = startTime))
  observe('layout-shift', ({ value, hadRecentInput }) => (load.shift += hadRecentInput ? 0 : value))
  // Counts only the part of each long task above 50 ms, because a shorter delay after a press is not noticed.
  observe('longtask', ({ duration }) => (load.blockedMs += duration - 50))

  const look = () => {
    if (!document.querySelector('main [role="listitem"]')) return requestAnimationFrame(look)
    // The tile is painted in the frame after the one in which it was added.
    return requestAnimationFrame(() => (load.tilesMs = performance.now()))
  }
  requestAnimationFrame(look)
}

/** Counts the frames until `frames.stop()`, and those that showed a gap in place of rows. */
export function watchFrames() {
  const box = document.querySelector('main [role="list"]')?.parentElement
  const begun = performance.now()
  let frames = 0
  let longestMs = 0
  let last = begun
  let missing = 0
  let isOn = true
  const onFrame = (/** @type {number} */ now) => {
    if (!isOn) return
    frames += 1
    longestMs = Math.max(longestMs, now - last)
    last = now
    const { left, width, top, height } = /** @type {Element} */ (box).getBoundingClientRect()
    const isThere = (/** @type {number} */ y) => {
      const [one, other] = [0, 14].map((off) => document.elementFromPoint(left + width / 8, y + off))
      return [one, other].some((element) => element?.closest('[role="listitem"]'))
    }
    if (!isThere(top + 20) || !isThere(top + height - 40)) missing += 1
    requestAnimationFrame(onFrame)
  }
  requestAnimationFrame(onFrame)
  Object.assign(window, {
    frames: {
      stop: () => {
        isOn = false
        return { frames, ms: performance.now() - begun, longestMs, missing }
      },
    },
  })
}

/** Sets `opening` to the time (ms) from the next press to the frame that shows tiles under this heading. */
export function watchOpening(/** @type {string} */ heading) {
  /** @param {number} pressedAt @param {(ms: number) => void} tell */
  const lookAgain = (pressedAt, tell) => {
    requestAnimationFrame(() => {
      const isThere =
        document.querySelector('main nav h1')?.textContent === heading &&
        document.querySelectorAll('main [role="listitem"]').length >= 20
      if (!isThere) return lookAgain(pressedAt, tell)
      // The message arrives after this frame was drawn.
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => tell(performance.now() - pressedAt))
      port1.start()
      return port2.postMessage(undefined)
    })
  }
  const opening = new Promise((tell) => {
    const onPress = (/** @type {Event} */ { timeStamp }) => lookAgain(timeStamp, tell)
    document.addEventListener('pointerup', onPress, { capture: true, once: true })
  })
  Object.assign(window, { opening })
}

/** `interactions.take()` returns the longest interaction since its last call, in ms from the event to the next paint. */
export function watchInteractions() {
  // The browser does not report shorter interactions.
  const SHORTEST_MS = 16
  let longest = SHORTEST_MS
  const read = (/** @type {PerformanceEntryList} */ entries) => {
    for (const entry of entries) {
      if ('interactionId' in entry && entry.interactionId) longest = Math.max(longest, entry.duration)
    }
  }
  const observer = new PerformanceObserver((list) => read(list.getEntries()))
  observer.observe(/** @type {PerformanceObserverInit} */ ({ type: 'event', durationThreshold: SHORTEST_MS }))
  Object.assign(window, {
    interactions: {
      take: () => {
        read(observer.takeRecords())
        const taken = longest
        longest = SHORTEST_MS
        return taken
      },
    },
  })
}
