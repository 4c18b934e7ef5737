/** Time that moves from event to event, in whole ms since the world began. */
export type World = {
  now: () => number
  after: (ms: number, run: () => void) => Cancel
  sleep: (ms: number) => Promise<void>
  /** Runs everything that is due until `end`. Between two events, all work that is ready has run. */
  runUntil: (end: number) => Promise<void>
}
type Cancel = () => void
type Event = { at: number; order: number; run: (() => void) | undefined }

const BATCH = 128

export function createWorld(): World {
  const queue = createQueue()
  let now = 0
  let order = 0

  function after(ms: number, run: () => void): Cancel {
    const event: Event = { at: now + Math.max(0, Math.ceil(ms)), order: (order += 1), run }
    queue.push(event)
    return () => {
      event.run = undefined
    }
  }

  function doNext(end: number): boolean {
    for (;;) {
      const event = queue.peek()
      if (!event || event.at > end) return false
      queue.pop()
      if (!event.run) continue
      now = event.at
      event.run()
      return true
    }
  }

  return {
    now: () => now,
    after,
    sleep: (ms) => new Promise((resolve) => void after(ms, resolve)),
    runUntil: (end) =>
      new Promise((resolve, reject) => {
        let isOver = false
        const step = () => {
          if (isOver) return
          try {
            if (doNext(end)) return
            isOver = true
            now = end
            resolve()
          } catch (error) {
            isOver = true
            reject(error instanceof Error ? error : new Error(String(error)))
          }
        }
        const beginBatch = () => {
          if (isOver) return
          for (let index = 0; index < BATCH; index += 1) setImmediate(step)
          setImmediate(beginBatch)
        }
        beginBatch()
      }),
  }
}

/** A heap with the earliest event first; events of the same time are in the order in which they were added. */
function createQueue() {
  const heap: Event[] = []
  const isBefore = (a: Event, b: Event) => a.at < b.at || (a.at === b.at && a.order < b.order)
  return {
    peek: () => heap[0],
    push: (event: Event) => {
      let index = heap.length
      heap.push(event)
      while (index > 0) {
        const above = (index - 1) >> 1
        const parent = heap[above]!
        if (!isBefore(event, parent)) break
        heap[index] = parent
        index = above
      }
      heap[index] = event
    },
    pop: () => {
      const last = heap.pop()
      if (!last || heap.length === 0) return
      let index = 0
      for (;;) {
        let below = 2 * index + 1
        if (below >= heap.length) break
        if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below += 1
        const child = heap[below]!
        if (!isBefore(child, last)) break
        heap[index] = child
        index = below
      }
      heap[index] = last
    },
  }
}
