import type { ReactNode } from 'react'

type SignInPanelProps = {
  label: string
  children: ReactNode
  /** The action. It stays in sight: what is above it scrolls. */
  foot: ReactNode
  onSubmit: () => void
}

/** What is typed beside a page of set-up: a form on a white card, with its action at the foot. */
export function SignInPanel({ label, children, foot, onSubmit }: SignInPanelProps) {
  return (
    <form
      className="flex min-h-0 flex-col bg-tray md:overflow-hidden"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <div className="flex min-h-0 flex-1 flex-col px-4 pt-4 pb-2 sm:px-6 md:overflow-y-auto lg:px-7 lg:pt-6">
        <div className="flex flex-col gap-4 rounded-3 bg-surface p-4 sm:p-5">{children}</div>
      </div>
      <div className="sticky bottom-0 bg-tray px-4 pt-2 pb-4 sm:px-6 md:pb-6 lg:px-7">{foot}</div>
    </form>
  )
}
