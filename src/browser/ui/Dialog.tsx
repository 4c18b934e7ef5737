import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'

/** `sheet` slides up from the bottom of a phone at full width. */
type Size = 'md' | 'wide' | 'sheet'

const BASE =
  'flex-col bg-surface text-start text-2 font-normal whitespace-normal text-ink shadow-2 backdrop:bg-scrim open:flex tiny:open:block tiny:overflow-y-auto'
const CENTERED = 'm-auto max-h-[calc(100dvh-2*theme(spacing.4))] max-w-[calc(100%-2*theme(spacing.4))] rounded-3'
const SIZES: Record<Size, string> = {
  md: `${CENTERED} w-dialog`,
  wide: `${CENTERED} w-[37.5rem]`,
  sheet: 'mx-auto mt-auto mb-0 max-h-[calc(100dvh-theme(spacing.4))] w-full max-w-full rounded-t-3',
}

type DialogProps = {
  heading: string
  size?: Size
  children: ReactNode
  /** Buttons at the foot, which never scroll: cancel first, the verb last. */
  actions?: ReactNode
  foot?: ReactNode
  onClose: () => void
}

export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Closed while mounted, so that the browser restores the focus.
    return () => element?.close()
  }, [])
  return dialog
}

/** A native modal dialog, open while rendered. Esc closes it; the browser traps and restores the focus. */
export function Dialog({ heading, size = 'md', children, actions, foot, onClose }: DialogProps) {
  const dialog = useModal()
  const headingId = useId()
  return (
    <dialog
      ref={dialog}
      className={`${BASE} ${SIZES[size]}`}
      aria-labelledby={headingId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={headingId} className="px-5 pt-5 pb-2 text-5">
        {heading}
      </h2>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-5 pb-4">{children}</div>
      {(actions || foot) && (
        <div className="px-5 pb-5">
          {actions ? <div className="grid auto-cols-fr gap-3 sm:grid-flow-col">{actions}</div> : foot}
        </div>
      )}
    </dialog>
  )
}
