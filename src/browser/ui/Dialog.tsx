import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'

type DialogProps = { heading: string; children: ReactNode; onClose: () => void }

/** A native modal dialog, open as long as it is rendered. Esc closes it. */
export function Dialog({ heading, children, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  useEffect(() => dialog.current?.showModal(), [])
  // While it is still in the page: the focus goes back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={headingId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={headingId}>{heading}</h2>
      {children}
    </dialog>
  )
}
