import { Check } from 'lucide-react'

/** `onGo` leads back to a step that is done; without it the step is only named. */
export type Step = { name: string; onGo?: (() => void) | undefined }

type StepsProps = {
  /** What the row of steps is, for who cannot see it. */
  label: string
  steps: readonly Step[]
  /** Which of them is on screen, from 0; those before it are done. */
  current: number
}

/** How far one is on a way of several steps. */
export function Steps({ label, steps, current }: StepsProps) {
  return (
    <nav className="wsteps" aria-label={label}>
      <ol>
        {steps.map(({ name, onGo }, at) => {
          const look = at === current ? 'wstep wstep--now' : 'wstep'
          const mark = <i>{at < current ? <Check className="ic" size={14} aria-hidden="true" /> : at + 1}</i>
          return (
            <li key={name}>
              {at < current && onGo ? (
                <button type="button" className={look} onClick={onGo}>
                  {mark} <span className="wstep__name">{name}</span>
                </button>
              ) : (
                <span className={look} {...(at === current && { 'aria-current': 'step' })}>
                  {mark} <span className="wstep__name">{name}</span>
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
