import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'

import { onlyDigits } from '#domain/text/digits.ts'
import { useHotkeys } from '../lib/hotkeys.ts'
import { useText, type Text } from '../i18n/use-text.ts'
import { Button } from './Button.tsx'
import { Keypad } from './Keypad.tsx'
import { TicketSummary } from './TicketSummary.tsx'
import { useNow } from './use-now.ts'

/** Why the last PIN was rejected, and until when (epoch ms) all PINs will be rejected. */
export type PinRefusal = { text: string; until?: number }

type PinFormProps = {
  /** Fewest and most digits (`PIN_LENGTH` of the domain). */
  length: { min: number; max: number }
  action: string
  label?: string | undefined
  lead: ReactNode
  head?: ReactNode
  refusal?: PinRefusal | undefined
  pending: boolean
  /** Why no PIN can be typed yet ("Choose your name"). */
  blocked?: string | undefined
  /** Shows large keys at the top of a side panel, as at sign-in. */
  isPanel?: boolean
  cancel?: ReactNode
  onSubmit: (pin: string) => void
}

/** Never submits automatically, because only the PIN's owner knows its length. The PIN is passed on once and cleared. */
export function PinForm(props: PinFormProps) {
  const { length, action, label, lead, head, refusal, pending, blocked, isPanel = false, cancel, onSubmit } = props
  const t = useText()
  const [pin, setPin] = useState('')
  // The next digit starts a new attempt.
  const [isRefusalRead, setIsRefusalRead] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const now = useNow(1_000)
  const secondsLeft = Math.max(0, Math.ceil(((refusal?.until ?? 0) - now) / 1_000))
  const isOff = blocked !== undefined || secondsLeft > 0
  const missing =
    secondsLeft > 0 ? t('signIn.waits') : (blocked ?? (pin.length < length.min ? t(tooShort(length.min)) : undefined))

  // A surrounding dialog must already be open.
  useEffect(() => {
    if (!isOff) field.current?.focus()
  }, [isOff])

  const type = (typed: string) => {
    const digits = onlyDigits(typed).slice(0, length.max)
    if (digits && !pending) setIsRefusalRead(true)
    setPin(digits)
  }
  const isRefused = refusal && !pending && (secondsLeft > 0 || (refusal.until === undefined && !isRefusalRead))
  const top = (
    <div className={`flex flex-col gap-3 text-center ${isPanel ? 'py-4' : ''}`}>
      {head !== undefined && <p className="text-4 font-semibold">{head}</p>}
      {isRefused ? (
        <p className="font-semibold text-bad" role="alert">
          {refusal.text}
          {secondsLeft > 0 && (
            <span aria-hidden="true"> {t('signIn.goOnIn', { time: formatSeconds(secondsLeft) })}</span>
          )}
        </p>
      ) : (
        <p className="text-ink-2">{lead}</p>
      )}
      <PinDots ref={field} label={label ?? t('signIn.pin')} pin={pin} isDisabled={isOff} onType={type} />
    </div>
  )
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (pending || missing !== undefined) return
        onSubmit(pin)
        setPin('')
        setIsRefusalRead(false)
      }}
    >
      {isPanel ? <TicketSummary>{top}</TicketSummary> : top}
      <div className={isPanel ? '[--hit-key:88px] md:[--hit-key:96px] low:[--hit-key:72px]' : ''}>
        <Keypad
          isDisabled={isOff}
          onDigit={(digit) => type(pin + digit)}
          onDelete={() => type(pin.slice(0, -1))}
          onClear={() => type('')}
        />
      </div>
      <div className="grid auto-cols-fr grid-flow-col items-stretch gap-3">
        {cancel}
        <Button
          type="submit"
          variant="primary"
          size={isPanel ? 'xl' : 'lg'}
          pending={pending}
          blocked={pending ? undefined : missing}
          onBlocked={() => field.current?.focus()}
        >
          {action}
        </Button>
      </div>
    </form>
  )
}

/** A supervisor's PIN has at least six digits, others four. */
export const tooShort = (min: number): 'signIn.tooShort' | 'signIn.tooShortSupervisor' =>
  min > 4 ? 'signIn.tooShortSupervisor' : 'signIn.tooShort'

/** `0:28` */
const formatSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

type PinDotsProps = {
  ref: RefObject<HTMLInputElement | null>
  label: string
  pin: string
  isDisabled: boolean
  onType: (typed: string) => void
}

/** One dot per digit, over an invisible input that gets digits typed anywhere on the page or in its dialog. */
function PinDots({ ref, label, pin, isDisabled, onType }: PinDotsProps) {
  const t = useText()
  useHotkeys(
    [
      {
        key: ({ key, target }) => target !== ref.current && /^(\p{Nd}|Backspace)$/u.test(key),
        isForFields: true,
        isAlways: true,
        keepsDefault: true,
        run: () => ref.current?.focus(),
      },
    ],
    { within: ref },
  )
  return (
    <div className="relative flex min-h-7 items-center justify-center gap-3 rounded-2 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-focus">
      {[...pin].map((_, place) => (
        <span key={place} className="size-[20px] rounded-full border-2 border-ink bg-ink forced-color-adjust-none" />
      ))}
      <input
        ref={ref}
        className="absolute inset-0 w-full cursor-default opacity-0"
        type="password"
        inputMode="none"
        autoComplete="one-time-code"
        aria-label={label}
        disabled={isDisabled}
        value={pin}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onType('')}
      />
      <span className="sr-only" role="status">
        {t('signIn.digits', { count: pin.length })}
      </span>
    </div>
  )
}

/** Locked until `until` (epoch ms): this person, or everyone if `personId` is absent. */
export type PinWait = { personId?: string; until: number }

type Refused = { code: string; retryAfterMs?: number }

const SOON_MS = 5_000

export function readPinWait({ code, retryAfterMs }: Refused, personId: string): PinWait | undefined {
  // The attempt that triggers the lock also returns its duration.
  const isLocked = code === 'pin-locked' || (code === 'wrong-pin' && retryAfterMs !== undefined)
  if (!isLocked && code !== 'rate-limited') return undefined
  return { until: Date.now() + (retryAfterMs ?? SOON_MS), ...(isLocked ? { personId } : {}) }
}

export const waitOf = (wait: PinWait | undefined, personId: string | undefined): PinWait | undefined =>
  wait && (wait.personId ?? personId) === personId ? wait : undefined

export const refusalOfWait = ({ personId, until }: PinWait, t: Text): PinRefusal => ({
  text: t(personId === undefined ? 'signIn.tooMany' : 'signIn.locked'),
  until,
})

/** The wait if there is one, otherwise `text`. */
export function pinRefusalOf(refused: Refused | undefined, text: string, t: Text): PinRefusal {
  // Any id will do: the wait is shown to this person only.
  const wait = refused && readPinWait(refused, '')
  return wait ? refusalOfWait(wait, t) : { text }
}
