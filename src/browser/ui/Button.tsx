import { ArrowLeft, ArrowRight, LoaderCircle, type LucideIcon } from 'lucide-react'
import {
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { Link } from 'react-router-dom'

import { Kbd } from './Kbd.tsx'

type ButtonVariant = 'primary' | 'tint' | 'secondary' | 'quiet' | 'danger'
/** `icon`: use IconButton, which requires a label. `key`: fills its cell, with its lines and its icon below each other. `row`: inside a `@container`, with the icon above the label if narrow. */
export type ButtonSize = 'md' | 'lg' | 'xl' | 'row' | 'key' | 'icon'

const BASE =
  'inline-flex items-center justify-center gap-2 border-1 text-center transition duration-1 active:translate-y-px aria-busy:opacity-60'
const BLOCKED = 'cursor-default border-dashed border-line-strong font-medium text-ink-2'
const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-act bg-act text-act-on active:border-act-press active:bg-act-press',
  tint: 'border-act bg-act-tint text-act-ink active:border-act-press',
  secondary: 'border-line-strong bg-surface text-ink active:bg-sunken',
  quiet: 'border-transparent text-ink-2 active:bg-sunken',
  danger: 'border-bad bg-surface text-bad active:bg-bad-tint',
}
const SIZES: Record<ButtonSize, string> = {
  md: 'min-h-hit rounded-2 px-4 text-2 font-medium whitespace-nowrap',
  lg: 'min-h-bar rounded-2 px-4 text-3 font-medium',
  xl: 'min-h-key w-full rounded-3 px-4 text-4 font-semibold lg:px-5',
  row: 'min-h-bar rounded-2 px-4 text-3 font-medium @max-[37.5rem]:flex-col @max-[37.5rem]:gap-1 @max-[37.5rem]:px-1 @max-[37.5rem]:py-2 @max-[37.5rem]:text-1 @max-[37.5rem]:leading-4',
  key: 'size-full min-h-bar min-w-0 flex-col gap-0 rounded-2 px-1 py-1 text-3 leading-5 font-semibold',
  icon: 'size-hit shrink-0 rounded-2',
}
const classOf = (looks: string, size: ButtonSize) => `${BASE} ${looks} ${SIZES[size]}`

type Looks = {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon | undefined
  /** Usually an amount. Shown at the end side, which moves the label to the start side. */
  amount?: ReactNode
  keyCap?: string | undefined
  children?: ReactNode
}

type ButtonProps = Looks &
  Omit<ComponentProps<'button'>, 'className' | 'disabled' | 'children'> & {
    /** A request is pending. The button keeps its place and ignores presses. */
    pending?: boolean
    /** Why it cannot be pressed yet ("Finish the number"), shown instead of the label. Stays focusable. */
    blocked?: string | undefined
    /** What must be done first, in small type. Describes the button and is not part of its name. */
    note?: string | undefined
    /** Cannot be pressed now, for a reason shown beside it. */
    isOff?: boolean
    onBlocked?: () => void
    /** Ignores presses for this time (ms) after it appears, because they were meant for the previous page. Never pressed by a held Enter. */
    armDelayMs?: number
  }

/** One `primary` button per page. */
export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  amount,
  keyCap,
  note,
  pending = false,
  blocked,
  isOff: isOffNow = false,
  onBlocked,
  armDelayMs,
  autoFocus = false,
  children,
  onClick,
  onKeyDown,
  ref,
  ...rest
}: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useImperativeHandle(ref, () => button.current!)
  const isArmed = useArmed(armDelayMs)
  const noteId = useId()
  useEffect(() => {
    // Does not scroll, because the page's result comes first.
    if (autoFocus) button.current?.focus({ preventScroll: true })
  }, [autoFocus])

  const isOff = pending || blocked !== undefined || isOffNow || !isArmed
  const ignore = (event: MouseEvent) => {
    // Also prevents submitting a form.
    event.preventDefault()
    if (blocked !== undefined) onBlocked?.()
  }
  return (
    <button
      type="button"
      {...rest}
      ref={button}
      className={classOf(blocked === undefined && !isOffNow ? VARIANTS[variant] : BLOCKED, size)}
      aria-busy={pending || !isArmed}
      aria-disabled={isOff || rest['aria-disabled'] === true}
      {...(note !== undefined && blocked === undefined && { 'aria-describedby': noteId })}
      onClick={isOff ? ignore : onClick}
      onKeyDown={(event) => {
        if (armDelayMs !== undefined && event.repeat && event.key === 'Enter') event.preventDefault()
        onKeyDown?.(event)
      }}
    >
      {blocked ?? (
        <Content
          icon={icon}
          amount={amount}
          keyCap={keyCap}
          note={note !== undefined && <Note id={noteId}>{note}</Note>}
          pending={pending}
        >
          {children}
        </Content>
      )}
    </button>
  )
}

type ButtonLinkProps = Looks & Omit<ComponentProps<typeof Link>, 'className' | 'children'>

export function ButtonLink({
  variant = 'secondary',
  size = 'md',
  icon,
  amount,
  keyCap,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link {...rest} className={classOf(VARIANTS[variant], size)}>
      <Content icon={icon} amount={amount} keyCap={keyCap}>
        {children}
      </Content>
    </Link>
  )
}

/** Mirrored in right-to-left languages. */
const MIRRORED: readonly LucideIcon[] = [ArrowLeft, ArrowRight]
type ButtonAnchorProps = Looks & Omit<ComponentProps<'a'>, 'className' | 'children'>

export const ButtonAnchor = ({
  variant = 'secondary',
  size = 'md',
  icon,
  amount,
  keyCap,
  children,
  ...rest
}: ButtonAnchorProps) => (
  <a {...rest} className={classOf(VARIANTS[variant], size)}>
    <Content icon={icon} amount={amount} keyCap={keyCap}>
      {children}
    </Content>
  </a>
)

const Note = ({ id, children }: { id: string; children: string }) => (
  <span id={id} aria-hidden className="block text-1 leading-4 font-medium whitespace-nowrap">
    {children}
  </span>
)

type ContentProps = Omit<Looks, 'variant' | 'size'> & { note?: ReactNode; pending?: boolean }

function Content({ icon: Icon, amount, keyCap, note, children, pending = false }: ContentProps) {
  const mark = pending ? (
    <Spinner />
  ) : (
    Icon && <Icon size={20} className={MIRRORED.includes(Icon) ? 'rtl:-scale-x-100' : ''} aria-hidden />
  )
  if (amount === undefined && keyCap === undefined && !note)
    return (
      <>
        {mark}
        {children}
      </>
    )
  return (
    <>
      {/* Balanced lines break between words rather than after a hyphen. */}
      <span className="min-w-0 flex-1 text-start text-balance">
        {children}
        {note}
      </span>{' '}
      {amount !== undefined && <span className="whitespace-nowrap">{amount}</span>}
      {mark}
      {keyCap !== undefined && (
        <span aria-hidden>
          <Kbd>{keyCap}</Kbd>
        </span>
      )}
    </>
  )
}

function useArmed(delayMs: number | undefined): boolean {
  const [delay] = useState(delayMs)
  const [isArmed, setIsArmed] = useState(delay === undefined)
  useEffect(() => {
    if (delay === undefined) return
    const timer = setTimeout(() => setIsArmed(true), delay)
    return () => clearTimeout(timer)
  }, [delay])
  return isArmed
}

type IconButtonProps = Omit<ComponentProps<typeof Button>, 'size' | 'amount' | 'children' | 'aria-label' | 'icon'> & {
  icon: LucideIcon
  label: string
}

export function IconButton({ label, variant = 'quiet', ...rest }: IconButtonProps) {
  return <Button {...rest} variant={variant} size="icon" aria-label={label} />
}

export const Spinner = ({ size = 20 }: { size?: number }) => (
  <LoaderCircle className="animate-spin" size={size} aria-hidden />
)
