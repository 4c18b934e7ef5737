export type Opening = { opened: Promise<void>; open: () => void }

/** Something to wait for until the test opens it. */
export function createOpening(): Opening {
  let open!: () => void
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
