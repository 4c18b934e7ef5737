import type { ReactNode } from 'react'

import { decimal, formatDecimal } from '#domain/money.ts'
import { groupThousands } from '../i18n/formats.ts'

type ChartProps = {
  /** The values of the scale, from 0 at the foot to the top. */
  levels: readonly number[]
  /** Names below the drawing; `at` in per cent from its start. */
  ticks: readonly { id: string; text: string; at: number; isNow: boolean; isWide?: boolean }[]
  /** Time runs from left to right in every language. */
  isLeftToRight?: true
  /** SVG in a box of 100 by 100, `y` from the top. */
  children: ReactNode
  over?: ReactNode
}

/** The drawing of figures over time; who does not see it has a table that says the same. */
export function Chart({ levels, ticks, isLeftToRight, children, over }: ChartProps) {
  const top = levels.at(-1) ?? 1
  const yOf = (level: number) => round(100 * (1 - level / top))
  return (
    <div
      className="grid min-h-[180px] flex-1 grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-1 text-ink-2"
      style={{ gridTemplateRows: 'minmax(0, 1fr) auto' }}
      dir={isLeftToRight && 'ltr'}
      aria-hidden="true"
    >
      <div className="relative">
        {/* As wide as its widest. */}
        <span className="invisible">{formatLevel(top)}</span>
        {levels.map((level) => (
          <span key={level} className="absolute end-0 -translate-y-1/2" style={{ top: `${yOf(level)}%` }}>
            {formatLevel(level)}
          </span>
        ))}
      </div>
      <div className="relative">
        <svg
          className={`absolute inset-0 size-full overflow-visible ${isLeftToRight ? '' : 'rtl:-scale-x-100'}`}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          fill="none"
        >
          {levels.map((level) => (
            <path key={level} className="stroke-line" vectorEffect="non-scaling-stroke" d={`M0 ${yOf(level)} H100`} />
          ))}
          {children}
        </svg>
        {over}
      </div>
      {/* Each name stands around its place, whatever its width. */}
      <div className="relative col-start-2 h-6 pt-2">
        {ticks.map(({ id, text, at, isNow, isWide }) => (
          <span
            key={id}
            className={`absolute flex justify-center ${isNow ? 'font-semibold text-ink' : ''} ${isWide ? 'max-lg:hidden' : ''}`}
            style={{ inlineSize: 0, insetInlineStart: `${at}%` }}
          >
            {text}
          </span>
        ))}
      </div>
    </div>
  )
}

const formatLevel = (level: number) => groupThousands(formatDecimal(decimal(String(round(level)))))

/** To two digits behind the point: of a place on the screen no eye sees more. */
export const round = (value: number): number => Math.round(value * 100) / 100

/** A part of a whole, in per cent; whoever does not see it has it in words. */
export const ShareBar = ({ percent }: { percent: number }) => (
  <span className="block h-2 overflow-hidden rounded-full bg-sunken forced-color-adjust-none" aria-hidden="true">
    <span className="block h-full bg-act" style={{ inlineSize: `${percent}%` }} />
  </span>
)
