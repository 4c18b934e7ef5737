import type { MouseEvent } from 'react'

/** Ignores the second press of a double tap, which is on the row that moved up. For buttons that remove a row. */
export const onFirstTap =
  (run: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail < 2) run()
  }
