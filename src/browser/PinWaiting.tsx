import { useText } from './i18n/use-text.ts'
import type { PinWait } from './pin-wait.ts'

type PinWaitingProps = { wait: PinWait | undefined; secondsLeft: number }

/** Why no PIN is taken now, and for how long. What counts down is not read out each second. */
export function PinWaiting({ wait, secondsLeft }: PinWaitingProps) {
  const t = useText()
  return (
    <p className="text-bad font-semibold" role="alert">
      {t(wait?.personId === undefined ? 'signIn.tooMany' : 'signIn.locked')}{' '}
      <span aria-hidden="true">{t('signIn.goOnIn', { time: tellSeconds(secondsLeft) })}</span>
    </p>
  )
}

/** `0:28` */
const tellSeconds = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
