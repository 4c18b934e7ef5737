import { Link } from 'react-router-dom'

import { groupThousands } from '../../i18n/format-money.ts'
import { useText } from '../../i18n/use-text.ts'

export type Bar = {
  id: string
  label: string
  /** What customers paid, for the height of the bar, and as it is read. */
  paid: number
  text: string
  count: number
  /** What is usual there. */
  usual?: number
  usualText?: string
  /** It is not over yet. */
  isRunning?: true
  to: string
}

const WIDTH = 420
const HEIGHT = 190
const [LEFT, TOP, FOOT] = [44, 8, 22]

type SalesChartProps = { title: string; columnName: string; bars: readonly Bar[]; usualName: string | undefined }

/** What customers paid over time as bars, and a dash for what is usual; the same figures are in a table below, which has the links. */
export function SalesChart({ title, columnName, bars, usualName }: SalesChartProps) {
  const t = useText()
  const most = niceCeiling(Math.max(0, ...bars.map(({ paid, usual = 0 }) => Math.max(paid, usual))))
  const slot = (WIDTH - LEFT) / Math.max(1, bars.length)
  const width = Math.min(slot * 0.7, 32)
  const yOf = (value: number) => TOP + (HEIGHT - TOP - FOOT) * (1 - value / most)
  const every = Math.ceil(bars.length / 8)
  return (
    <section className="min-w-0 rounded-3 border-1 border-line bg-surface p-4" aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-3">{title}</h2>
        {usualName !== undefined && (
          <span className="flex items-center gap-2 text-1 text-ink-2">
            <span className="h-[3px] w-4 bg-ink" aria-hidden="true" />
            {usualName}
          </span>
        )}
      </div>
      {/* Time runs from left to right in a chart of every language; who does not see it has the table. */}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="mt-2 w-full" direction="ltr" aria-hidden="true">
        {[0, most / 2, most].map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={WIDTH} y1={yOf(value)} y2={yOf(value)} className="stroke-line" />
            <text x={LEFT - 6} y={yOf(value) + 4} textAnchor="end" className="fill-ink-2 text-[11px]">
              {groupThousands(String(value))}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => {
          const x = LEFT + slot * index + (slot - width) / 2
          const y = yOf(bar.paid)
          return (
            <g key={bar.id}>
              <rect
                x={x}
                y={y}
                width={width}
                height={HEIGHT - FOOT - y}
                rx={2}
                className="fill-act"
                opacity={bar.isRunning ? 0.55 : 1}
              />
              {bar.usual !== undefined && (
                <line
                  x1={x - 2}
                  x2={x + width + 2}
                  y1={yOf(bar.usual)}
                  y2={yOf(bar.usual)}
                  strokeWidth={2.5}
                  className="stroke-ink"
                />
              )}
              {index % every === 0 && (
                <text x={x + width / 2} y={HEIGHT - 6} textAnchor="middle" className="fill-ink-2 text-[11px]">
                  {bar.label}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <details>
        <summary className="flex min-h-hit cursor-pointer items-center text-1 text-ink-2">{t('reports.asTable')}</summary>
        <table className="w-full text-2">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="text-1 text-ink-2">
              <th className="text-start font-medium">{columnName}</th>
              <th className="text-end font-medium">{t('reports.sold')}</th>
              <th className="text-end font-medium">{t('reports.paid')}</th>
              {usualName !== undefined && <th className="text-end font-medium">{usualName}</th>}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ id, label, count, text, usualText, to }) => (
              <tr key={id} className="border-t border-line">
                <td>
                  {count > 0 ? (
                    <Link className="inline-flex min-h-hit items-center" to={to}>
                      <bdi>{label}</bdi>
                    </Link>
                  ) : (
                    <bdi>{label}</bdi>
                  )}
                </td>
                <td className="text-end">{count}</td>
                <td className="text-end">
                  <bdi>{text}</bdi>
                </td>
                {usualName !== undefined && (
                  <td className="text-end">
                    <bdi>{usualText}</bdi>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}

/** The next of 1, 2, 5, 10, 20 and so on: the top of the scale, half of which is drawn, too. */
function niceCeiling(value: number): number {
  if (value <= 0) return 10
  const power = 10 ** Math.floor(Math.log10(value))
  return (([1, 2, 4, 6, 8, 10].find((factor) => factor * power >= value) ?? 10) * power)
}
