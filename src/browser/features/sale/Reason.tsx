import type { Sale } from '#domain/sale.ts'
import { useText } from '../../i18n/use-text.ts'
import { problemClass } from './problem-class.ts'

/** The wholesaler's own sentence where there is one; ours, by what can be done about it, where there is none. */
export function Reason({ problem }: { problem: NonNullable<Sale['problem']> }) {
  const t = useText()
  return (
    <section className="card reason">
      <div className="label">{problem.text ? t('sale.serviceMessage') : t('sale.why')}</div>
      <p dir="auto">{problem.text ?? t(`sale.problem.${problemClass(problem.code)}`)}</p>
    </section>
  )
}
