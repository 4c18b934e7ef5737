import { Lock, Printer, RotateCcw, Scale } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import type { Comparison, OpenShiftAnswer, ZReport } from '#api/shifts.ts'
import { DIFFERENCE_REASONS, type CashDifference, type DifferenceReason } from '#domain/reports/shift.ts'
import { findHiddenCharacter, isReadable } from '#domain/text/typed-text.ts'
import { useCloseShift, useCountAgain } from '../../api/shifts.ts'
import { useServerNow } from '../../api/status.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { splitMoney } from '../../i18n/formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { type PrintContext, usePrintContext } from '../../sale/documents/print-context.ts'
import { ReportPaper } from '../../shift/ShiftDialogs.tsx'
import { formatZNumber, plainAmount, signedDifference, signedExpected, zDocument } from '../../shift/report-document.ts'
import { Problem } from '../../ui/Async.tsx'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { WordsField } from '../../ui/Field.tsx'
import { AmountAndUnit } from '../../ui/Money.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { CARD, MissingRefund, WhyExpected } from './WhyExpected.tsx'

const LONGEST_NOTE = 300

export function CloseSteps({ current }: { current: number }) {
  const t = useText()
  const steps = [t('shift.step.count'), t('shift.step.compare'), t('shift.step.print')].map((name) => ({ name }))
  return <Steps label={t('shift.steps')} steps={steps} current={current} />
}

type ComparePageProps = {
  shift: OpenShiftAnswer
  comparison: Comparison
  /** The number of the next Z report, if no other till closes first. */
  number: number
  terminal: string | undefined
  onClosed: (report: ZReport, words: PrintContext) => void
}

export function ComparePage({ shift, comparison, number, terminal, onClosed }: ComparePageProps) {
  const t = useText()
  const words = usePrintContext()
  const { person } = useCurrentUser()
  const now = useServerNow()
  const [reason, setReason] = useState<DifferenceReason>()
  const [note, setNote] = useState('')
  const close = useCloseShift((report) => onClosed(report, words))
  const again = useCountAgain(terminal)
  const { expected, counted, difference, needsReason } = comparison
  const isDifferent = difference.kind !== 'exact'
  const written = note.trim()
  const said = isDifferent ? { ...(reason && { reason }), ...(written === '' ? {} : { note: written }) } : {}
  const blocked = !needsReason
    ? undefined
    : reason === undefined
      ? t('shift.chooseReason')
      : reason === 'other' && !isReadable(note)
        ? t('shift.sayReason')
        : undefined
  const preview = zDocument(
    {
      ...shift,
      ...comparison,
      number,
      closedAt: now,
      closedBy: { id: person.id, name: person.name },
      count: { total: counted.amount },
      countedTimes: 1,
      ...said,
    },
    words,
  )
  const name = t('shift.zNumber', { number: formatZNumber(number) })

  return (
    <PageLayout
      title={t('shift.closeShift')}
      actions={<CloseSteps current={1} />}
      panel={
        <SidePanel
          label={name}
          foot={
            <>
              <Problem error={close.error ?? again.error} words={{ 'stale-version': 'shift.changed' }} />
              <Button size="lg" icon={RotateCcw} pending={again.isPending} onClick={() => again.mutate(shift.id)}>
                {t('shift.countAgain')}
              </Button>
              <Button
                variant="primary"
                size="xl"
                amount=""
                icon={Printer}
                pending={close.isPending}
                blocked={blocked}
                onClick={() =>
                  close.mutate({
                    shiftId: shift.id,
                    expected: expected.amount.amount,
                    counted: counted.amount,
                    ...said,
                  })
                }
              >
                {t('shift.closeAndPrint', { name })}
              </Button>
            </>
          }
        >
          <ReportPaper paper={preview} name={name} />
        </SidePanel>
      }
    >
      <div className="@container flex flex-col gap-3">
        <div className="grid gap-3 @[35rem]:grid-cols-3">
          <Figure label={t('shift.expected')} currency={counted.currency} amount={signedExpected(expected)} />
          <Figure label={t('shift.counted')} currency={counted.currency} amount={plainAmount(counted)} />
          <DifferenceFigure difference={difference} needsReason={needsReason && blocked !== undefined} />
        </div>
        <div className="grid items-start gap-3 @[35rem]:grid-cols-[8fr_5fr]">
          {isDifferent && (
            <section className={CARD} aria-labelledby="what-happened">
              <div className="mb-3 flex flex-wrap items-baseline justify-between gap-2">
                <h2 id="what-happened" className="text-3">
                  {t('shift.whatHappened')}
                </h2>
                <span className="text-1 text-ink-2">
                  {t('shift.neededAbove', {
                    amount: plainAmount({ ...counted, amount: comparison.varianceReasonThreshold }),
                  })}
                </span>
              </div>
              <div className="mb-3 flex flex-wrap gap-2" role="group" aria-labelledby="what-happened">
                {DIFFERENCE_REASONS.map((one) => (
                  <Chip
                    key={one}
                    isSelected={reason === one}
                    onClick={() => setReason(reason === one ? undefined : one)}
                  >
                    {t(`shift.reason.${one}`)}
                  </Chip>
                ))}
              </div>
              <WordsField
                label={t('shift.ownWords')}
                rows={4}
                longest={LONGEST_NOTE}
                text={note}
                problem={findHiddenCharacter(note) ? t('text.hidden') : undefined}
                onType={setNote}
              />
              {comparison.missingRefund && <MissingRefund payment={comparison.missingRefund} />}
            </section>
          )}
          <WhyExpected shift={shift} comparison={comparison} />
        </div>
      </div>
      <p className="mt-auto flex items-center gap-2 text-1 text-ink-2">
        <Lock size={20} className="shrink-0" aria-hidden />
        {t('shift.forGood')}
      </p>
    </PageLayout>
  )
}

type FigureProps = { label: ReactNode; currency: string; amount: string; isOff?: boolean }

/** A variance is yellow until it has a reason; the text says so too. */
function Figure({ label, currency, amount, isOff = false }: FigureProps) {
  const locale = useLocale()
  const unit = (
    <span className="text-3 font-medium">{splitMoney({ amount: '0' as never, currency }, locale).currency}</span>
  )
  return (
    <section
      className={`min-w-0 rounded-3 p-4 ${isOff ? 'border-s-4 border-dashed border-wait-edge bg-wait-tint text-wait' : 'border-1 border-line bg-surface'}`}
    >
      <h2 className={`flex items-center gap-2 text-2 ${isOff ? 'font-semibold' : 'font-medium text-ink-2'}`}>
        {label}
      </h2>
      <p className="text-6 font-semibold tracking-2 whitespace-nowrap">
        <AmountAndUnit amount={<bdi dir="ltr">{amount}</bdi>} unit={unit} />
      </p>
    </section>
  )
}

function DifferenceFigure({ difference, needsReason }: { difference: CashDifference; needsReason: boolean }) {
  const t = useText()
  const word = t(`shift.difference.${difference.kind}`)
  return (
    <Figure
      label={
        <>
          <Scale size={20} aria-hidden />
          {needsReason ? t('shift.needsReason', { difference: word }) : word}
        </>
      }
      currency={difference.amount.currency}
      amount={signedDifference(difference)}
      isOff={needsReason}
    />
  )
}
