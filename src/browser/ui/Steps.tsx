import { Check } from 'lucide-react'

/** `onGo` returns to a completed step. */
type Step = { name: string; onGo?: (() => void) | undefined }

type StepsProps = {
  label: string
  steps: readonly Step[]
  current: number
}

const STEP =
  'inline-flex min-h-hit min-w-hit items-center justify-center gap-2 rounded-full px-2 font-medium whitespace-nowrap text-ink-2 sm:max-md:px-3 lg:px-3'
const CURRENT =
  'inline-flex min-h-hit items-center gap-2 rounded-full bg-ink px-3 font-semibold whitespace-nowrap text-surface'
const MARK =
  'grid size-5 shrink-0 place-items-center rounded-full border-[1.5px] border-current text-1 leading-none font-semibold'

export function Steps({ label, steps, current }: StepsProps) {
  return (
    <nav aria-label={label}>
      <ol className="flex items-center gap-1">
        {steps.map(({ name, onGo }, at) => {
          const isCurrent = at === current
          const content = (
            <>
              <span className={MARK}>{at < current ? <Check size={14} aria-hidden /> : at + 1}</span>{' '}
              <span className={isCurrent ? '' : 'max-sm:sr-only'}>{name}</span>
            </>
          )
          return (
            <li key={name} className="relative">
              {at < current && onGo ? (
                <button type="button" className={`${STEP} active:bg-sunken`} onClick={onGo}>
                  {content}
                </button>
              ) : (
                <span className={isCurrent ? CURRENT : STEP} aria-current={isCurrent ? 'step' : undefined}>
                  {content}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
