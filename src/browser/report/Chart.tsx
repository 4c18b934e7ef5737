import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'

import { sorted } from '#domain/in-order.ts'
import { decimal, formatDecimal } from '#domain/money/money.ts'
import { groupThousands } from '../i18n/formats.ts'

/** A value that a person can choose by touch, pointer or arrow keys; `at` in percent from the start. */
export type ChartPoint = { id: string; at: number; name: string; text: string; isNow?: boolean }

type ChartProps = {
  label: string
  levels: readonly number[]
  /** Labels below the chart; `at` in percent from the start. */
  ticks: readonly { id: string; text: string; at: number; isNow: boolean; isWide?: boolean }[]
  /** From the start to the end. */
  points: readonly ChartPoint[]
  /** SVG in a 100 by 100 box, `y` from the top. It is mirrored where text runs right to left. */
  children: ReactNode
  over?: ReactNode
}

/** The line above the chart has the chosen value, at first the current or the last one. */
export function Chart({ label, levels, ticks, points, children, over }: ChartProps) {
  const [chosenId, setChosenId] = useState<string>()
  const indexOf = (isWanted: (point: ChartPoint) => boolean) => points.findIndex(isWanted)
  const [chosen, current] = [indexOf(({ id }) => id === chosenId), indexOf(({ isNow }) => isNow === true)]
  const index = chosen >= 0 ? chosen : current >= 0 ? current : points.length - 1
  const shown = points[index]
  const top = levels.at(-1) ?? 1
  const yOf = (level: number) => round(100 * (1 - level / top))
  const pointAt = (event: PointerEvent) => setChosenId(nearest(points, shareAt(event))?.id)
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-3">
      {/* The height of two lines on a narrow screen, so another value moves nothing. */}
      <p className="min-h-[24px] text-ink-2 max-sm:min-h-[48px]" aria-hidden="true">
        {shown && (
          <>
            <span className="me-2 font-semibold text-ink">
              <bdi>{shown.name}</bdi>
            </span>
            <bdi>{shown.text}</bdi>
          </>
        )}
      </p>
      <div
        className="grid min-h-[180px] flex-1 grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-1 text-ink-2"
        style={{ gridTemplateRows: 'minmax(0, 1fr) auto' }}
      >
        <div className="relative" aria-hidden="true">
          <span className="invisible">{formatLevel(top)}</span>
          {levels.map((level) => (
            <span key={level} className="absolute end-0 -translate-y-1/2" style={{ top: `${yOf(level)}%` }}>
              {formatLevel(level)}
            </span>
          ))}
        </div>
        <div
          className="relative touch-pan-y rounded-1"
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={1}
          aria-valuemax={points.length}
          aria-valuenow={index + 1}
          aria-valuetext={shown && `${shown.name} ${shown.text}`}
          onPointerDown={pointAt}
          onPointerMove={pointAt}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChosenId(undefined)}
          onKeyDown={(event) => {
            const next = points[stepOf(event, index, points.length - 1)]
            if (!next) return
            event.preventDefault()
            setChosenId(next.id)
          }}
        >
          <svg
            className="absolute inset-0 size-full overflow-visible rtl:-scale-x-100"
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            fill="none"
          >
            {levels.map((level) => (
              <path key={level} className="stroke-line" vectorEffect="non-scaling-stroke" d={`M0 ${yOf(level)} H100`} />
            ))}
            {chosen >= 0 && shown && (
              <path className="stroke-ink-2" vectorEffect="non-scaling-stroke" d={`M${round(shown.at)} 0 V100`} />
            )}
            {children}
          </svg>
          {over}
        </div>
        {/* Centers each label on its position. */}
        <div className="relative col-start-2 h-6 pt-2" aria-hidden="true">
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
    </div>
  )
}

const isMirrored = (element: Element) => getComputedStyle(element).direction === 'rtl'

/** In percent from the start. */
function shareAt({ clientX, currentTarget }: PointerEvent): number {
  const { left, right, width } = currentTarget.getBoundingClientRect()
  return (100 * (isMirrored(currentTarget) ? right - clientX : clientX - left)) / width
}

function nearest(points: readonly ChartPoint[], at: number): ChartPoint | undefined {
  return points.reduce<ChartPoint | undefined>(
    (best, point) => (best && Math.abs(best.at - at) <= Math.abs(point.at - at) ? best : point),
    undefined,
  )
}

/** The index that a key leads to. An arrow moves to where it points. */
function stepOf({ key, currentTarget }: KeyboardEvent, index: number, last: number): number {
  const right = isMirrored(currentTarget) ? -1 : 1
  if (key === 'ArrowRight') return Math.min(last, Math.max(0, index + right))
  if (key === 'ArrowLeft') return Math.min(last, Math.max(0, index - right))
  return key === 'Home' ? 0 : key === 'End' ? last : -1
}

/** Axis labels have no more decimals. */
const LEAST_STEP = 0.01
const INTERVALS = [3, 4, 5]

/** Steps of 1, 2, 2.5 or 5 times a power of ten from 0 to just above `most`. Floats, because they are only places. */
export function levelsFor(most: number): number[] {
  if (!(most > 0) || !Number.isFinite(most)) return []
  const power = 10 ** Math.floor(Math.log10(most))
  const steps = [power / 10, power].flatMap((unit) => [1, 2, 2.5, 5].map((factor) => factor * unit))
  const isFitting = (step: number) => INTERVALS.includes(Math.ceil(most / step)) && round(step) === step
  const topOf = (step: number) => step * Math.ceil(most / step)
  const [step = LEAST_STEP] = sorted(steps.filter(isFitting), (a, b) => topOf(a) - topOf(b) || b - a)
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step)
}

const formatLevel = (level: number) => groupThousands(formatDecimal(decimal(String(round(level)))))

/** Finer differences are not visible. */
export const round = (value: number): number => Math.round(value * 100) / 100

/** A share in percent. The text beside it says the same. */
export const ShareBar = ({ percent }: { percent: number }) => (
  <span className="block h-2 overflow-hidden rounded-full bg-sunken forced-color-adjust-none" aria-hidden="true">
    <span className="block h-full bg-act" style={{ inlineSize: `${percent}%` }} />
  </span>
)
