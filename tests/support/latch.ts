export type Latch = { opened: Promise<void>; open: () => void }

/** A latch: callers wait until the test opens it. */
export function createLatch(): Latch {
  let open!: () => void
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
