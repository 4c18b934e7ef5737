import type { Sale } from '#domain/sale/sale.ts'
import { useText } from '../../i18n/use-text.ts'
import { problemClass } from '../../problem-class.ts'

type ProblemReasonProps = {
  problem: NonNullable<Sale['problem']>
  /** The country that was chosen, where there is one. */
  chosen?: string | undefined
}

/** The wholesaler's own sentence where there is one; ours, by what can be done about it, where there is none. */
export function ProblemReason({ problem, chosen }: ProblemReasonProps) {
  const t = useText()
  const isElsewhere = chosen !== undefined && problem.code === 'country-differs' && problem.detected !== undefined
  const ours = isElsewhere
    ? t('sale.international.countryDiffers', { chosen, detected: problem.detected ?? '' })
    : t(`sale.problem.${problemClass(problem.code)}`)
  return (
    <section className="card reason">
      <div className="label">{problem.text ? t('sale.serviceMessage') : t('sale.why')}</div>
      <p dir="auto">{problem.text ?? ours}</p>
    </section>
  )
}
