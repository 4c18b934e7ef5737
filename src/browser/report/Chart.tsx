import type { ReactNode } from 'react'

import { decimal, formatDecimal } from '#domain/money.ts'
import { groupThousands } from '../i18n/formats.ts'

type ChartProps = {
  levels: readonly number[]
  /** Labels below the chart; `at` in percent from the start. */
  ticks: readonly { id: string; text: string; at: number; isNow: boolean; isWide?: boolean }[]
  /** Time runs left to right in every language. */
  isLeftToRight?: true
  /** SVG in a 100 by 100 box, `y` from the top. */
  children: ReactNode
  over?: ReactNode
}

/** A chart over time. It is hidden from screen readers, which get a table instead. */
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
      {/* Centers each label on its position. */}
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

/** Rounds to two decimals, because finer differences are not visible. */
export const round = (value: number): number => Math.round(value * 100) / 100

/** A share in percent. The text beside it says the same. */
export const ShareBar = ({ percent }: { percent: number }) => (
  <span className="block h-2 overflow-hidden rounded-full bg-sunken forced-color-adjust-none" aria-hidden="true">
    <span className="block h-full bg-act" style={{ inlineSize: `${percent}%` }} />
  </span>
)
