import type { ReactNode, Ref } from 'react'

type ActionButtonProps = {
  /** The verb, at the start side. */
  children: ReactNode
  /** At the end side: what it is about, mostly the amount. */
  amount?: ReactNode
  icon?: ReactNode
  /** Why it cannot be pressed: shown instead of the verb. */
  notReady?: string | undefined
  isBusy?: boolean
  onPress: () => void
  /** Leads to what is missing. */
  onNotReady?: () => void
  ref?: Ref<HTMLButtonElement>
}

/** The one filled button of a screen. Not ready it is a dashed outline with the reason. */
export function ActionButton({
  children,
  amount,
  icon,
  notReady,
  isBusy = false,
  onPress,
  onNotReady,
  ref,
}: ActionButtonProps) {
  if (notReady !== undefined) {
    return (
      <button
        ref={ref}
        type="button"
        className="btn btn--xl btn--block btn--notready"
        aria-disabled="true"
        onClick={onNotReady}
      >
        {notReady}
      </button>
    )
  }
  return (
    <button
      ref={ref}
      type="button"
      className="btn btn--xl btn--act btn--block"
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={() => !isBusy && onPress()}
    >
      <span className="grow text-start">{children}</span>
      {amount !== undefined && <span>{amount}</span>}
      {icon}
    </button>
  )
}
