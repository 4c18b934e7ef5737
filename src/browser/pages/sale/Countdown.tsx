import { formatCountdown } from '../../sale/next-poll.ts'

const RADIUS = 54
const LENGTH = 2 * Math.PI * RADIUS

type CountdownProps = { seconds: number; from: number; to: number; now: number }

/** The time to the next check as a ring that empties. The words beside it say the same. */
export function Countdown({ seconds, from, to, now }: CountdownProps) {
  const left = to > from ? Math.min(1, Math.max(0, (to - now) / (to - from))) : 0
  return (
    <div className="countdown" aria-hidden="true">
      <svg width="128" height="128" viewBox="0 0 128 128">
        <circle className="countdown__track" cx="64" cy="64" r={RADIUS} />
        <circle
          className="countdown__left"
          cx="64"
          cy="64"
          r={RADIUS}
          strokeDasharray={`${(left * LENGTH).toFixed(1)} ${LENGTH.toFixed(1)}`}
          transform="rotate(-90 64 64)"
        />
      </svg>
      <span className="num">{formatCountdown(seconds)}</span>
    </div>
  )
}
