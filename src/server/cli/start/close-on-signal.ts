/** In ms. A confirm in flight may take 60 s to be answered; cutting it off would leave its sale unknown. */
export const CLOSING_MS = 75_000
const NOTICE_MS = 1_000

export function closeOnSignal(close: (signal: NodeJS.Signals) => Promise<unknown>): void {
  let isClosing = false
  const end = (signal: NodeJS.Signals) => {
    if (isClosing) process.exit(1)
    isClosing = true
    setTimeout(
      () => process.stderr.write('Stopping: finishing what is in progress. Press Ctrl+C again to force quit.\n'),
      NOTICE_MS,
    ).unref()
    setTimeout(() => process.exit(1), CLOSING_MS).unref()
    close(signal).then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
}
