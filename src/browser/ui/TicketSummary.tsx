import { useLayoutEffect, useRef, type ReactNode } from 'react'

type TicketSummaryProps = {
  /** The name of the region, which without one is not a landmark. */
  label?: string
  /** The paper comes out of its slot. */
  isFed?: boolean
  children: ReactNode
}

export function TicketSummary({ label, isFed = false, children }: TicketSummaryProps) {
  const paper = useRef<HTMLElement>(null)
  useLayoutEffect(() => printNewLines(paper.current))
  return (
    <div className="shrink-0">
      <div className="relative z-1 -mx-1 h-2 rounded-1 bg-slot" />
      <div className={`perforated-shadow -mt-1 ${isFed ? 'animate-feed' : ''}`} data-slip>
        <section
          ref={paper}
          className="paper perforated px-4 pt-3 pb-5 low:pb-4"
          aria-label={label}
          onAnimationEnd={({ target }) => (target as Element).classList.remove(PRINT)}
        >
          {children}
        </section>
      </div>
    </div>
  )
}

const PRINT = 'animate-print'
/** What was on the slip last, also on the page before. */
let printed = new Set<string>()

function printNewLines(paper: HTMLElement | null): void {
  const lines = [...(paper?.querySelectorAll('dl > div') ?? [])]
  for (const line of lines) if (!printed.has(line.textContent)) line.classList.add(PRINT)
  printed = new Set(lines.map(({ textContent }) => textContent))
}

type SummaryHeadProps = { picture?: ReactNode; title: ReactNode; note?: ReactNode; end?: ReactNode }

export function SummaryHead({ picture, title, note, end }: SummaryHeadProps) {
  return (
    <div className="flex min-h-bar flex-wrap items-center gap-x-3 gap-y-1 low:min-h-hit">
      {picture}
      {/* At least as wide as a word; the end part wraps first. */}
      <div className="min-w-[96px] flex-1 wrap-anywhere">
        <div className="text-3 leading-5 font-semibold">{title}</div>
        {note && <div className="text-1 text-paper-ink">{note}</div>}
      </div>
      {end !== undefined && <div className="-me-2 ms-auto flex items-center gap-1">{end}</div>}
    </div>
  )
}

/** Breaks lines only between words, not after a hyphen. */
export const WholeWords = ({ children }: { children: string }) =>
  children.split(' ').map((word, at) => (
    <span key={at}>
      {at > 0 && ' '}
      <span className="inline-block">{word}</span>
    </span>
  ))

export const SummaryRule = () => <hr className="my-2 border-t border-dashed border-paper-line-strong" />

type SummaryLineProps = {
  label: ReactNode
  isOpen?: boolean
  children: ReactNode
}

/** For use inside `<dl>`. */
export function SummaryLine({ label, isOpen = false, children }: SummaryLineProps) {
  return (
    <div className="flex min-h-6 items-baseline gap-2 py-1 before:order-1 before:min-w-3 before:flex-1 before:-translate-y-1 before:border-b before:border-dotted before:border-paper-line-strong">
      <dt className="text-paper-ink">{label}</dt>
      <dd className="order-2 min-w-0 text-end font-medium wrap-anywhere">
        {isOpen ? <span className="font-normal text-paper-ink">{children}</span> : children}
      </dd>
    </div>
  )
}

/** For use inside `<dl>`. */
export function SummaryTotal({ label, children }: Pick<SummaryLineProps, 'label' | 'children'>) {
  return (
    <div className="flex min-h-hit flex-wrap items-center justify-between gap-x-2">
      <dt className="text-3 font-semibold">{label}</dt>
      <dd className="ms-auto text-end">{children}</dd>
    </div>
  )
}
