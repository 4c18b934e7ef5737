/** Asks at once, then again and again until the answer is yes. One asking at a time; starting a running one changes nothing. */
export type Probe = { start: (afterMs?: number) => void; stop: () => void }

type ProbeOptions = { ask: () => Promise<boolean>; firstMs: number; longestMs: number }

const GROWTH = 1.6

export function createProbe({ ask, firstMs, longestMs }: ProbeOptions): Probe {
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isStopped = false

  function askAfter(ms: number, nextMs: number): void {
    timer = setTimeout(() => void askNow(nextMs), ms)
    timer.unref()
  }

  async function askNow(nextMs: number): Promise<void> {
    const isAnswered = await ask()
    if (isAnswered || isStopped) isRunning = false
    else askAfter(nextMs, Math.min(nextMs * GROWTH, longestMs))
  }

  return {
    start: (afterMs = 0) => {
      if (isRunning || isStopped) return
      isRunning = true
      if (afterMs > 0) askAfter(afterMs, Math.min(afterMs * GROWTH, longestMs))
      else void askNow(firstMs)
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
