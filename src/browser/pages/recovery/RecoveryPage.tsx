import { useQuery } from '@tanstack/react-query'
import { DatabaseBackup } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Recovery } from '#api/recovery.ts'
import { onlyDigits } from '#domain/text/digits.ts'
import { recoveryQuery, useConfirmRecovery } from '../../api/day.ts'
import { ServerFailure } from '../../api/request.ts'
import { formatMoney } from '../../i18n/formats.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Async } from '../../ui/Async.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormProblem } from '../../ui/DialogForm.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { useFormatDate } from '../../lib/shop-days.ts'

const MAX_DIGITS = 9

/** After a database restore: what is known about the time since the backup, and how the shop resumes. */
export default function RecoveryPage() {
  const t = useText()
  const recovery = useQuery(recoveryQuery)
  const isOver = recovery.error instanceof ServerFailure && recovery.error.failure.code === 'not-found'
  if (isOver)
    return (
      <PageLayout title={t('recovery.title')}>
        <Notice>{t('recovery.none')}</Notice>
      </PageLayout>
    )
  return (
    <PageLayout
      title={t('recovery.title')}
      panel={recovery.data && <Numbers key={recovery.data.id} known={recovery.data} />}
    >
      <Async query={recovery} loading="recovery.reading">
        {(known) => <Known known={known} />}
      </Async>
    </PageLayout>
  )
}

function Known({ known }: { known: Recovery }) {
  const t = useText()
  const formatWhen = useFormatDate()
  const { backupAt, toAsk, open, undecidable, unreadable, undelivered, refundsDue, openShifts } = known
  return (
    <>
      <Notice tone="bad" icon={<DatabaseBackup size={24} aria-hidden />}>
        {backupAt === undefined ? t('recovery.leadEmpty') : t('recovery.lead', { backup: formatWhen(backupAt) })}
      </Notice>
      <Part heading="recovery.sales">
        <p role="status">{toAsk > 0 ? t('recovery.asking', { count: toAsk }) : t('recovery.asked')}</p>
        {open > 0 && <p>{t('recovery.open', { count: open })}</p>}
        {undecidable > 0 && <p>{t('recovery.undecidable', { count: undecidable })}</p>}
        {unreadable > 0 && <p>{t('recovery.unreadableSales', { count: unreadable })}</p>}
      </Part>
      <Part heading="recovery.wallet">
        <Missing known={known} />
      </Part>
      <Part heading="recovery.look">
        <p>{t('recovery.undelivered', { count: undelivered })}</p>
        <p>{t('recovery.refunds', { count: refundsDue })}</p>
        <p>{t('recovery.shifts', { count: openShifts })}</p>
        <p>{t('recovery.people')}</p>
      </Part>
    </>
  )
}

function Part({ heading, children }: { heading: MessageId; children: ReactNode }) {
  const t = useText()
  return (
    <section className="flex flex-col gap-2 rounded-3 border-1 border-line bg-surface p-5" aria-label={t(heading)}>
      <h2 className="text-3">{t(heading)}</h2>
      {children}
    </section>
  )
}

function Missing({ known: { missing, mayBeMissing, reading, comparedWith, problem } }: { known: Recovery }) {
  const t = useText()
  const locale = useLocale()
  const formatWhen = useFormatDate()
  if (!reading) return <p>{t(problem === 'unreadable' ? 'recovery.unreadable' : 'recovery.noReading')}</p>
  if (comparedWith === undefined) return <p>{t('recovery.notCompared')}</p>
  return (
    <>
      {missing.map(({ direction, amount, least }, at) => {
        const most = formatMoney(amount, locale)
        const said = least ? t('wallet.range', { least: formatMoney(least, locale), most }) : most
        return (
          <b key={at} className="text-4 font-semibold">
            {t(`recovery.missing.${direction}`, { amount: said })}
          </b>
        )
      })}
      <p>
        {mayBeMissing
          ? t('recovery.mayBeMissing', { amount: formatMoney(mayBeMissing, locale) })
          : t(missing.length > 0 ? 'recovery.missingHint' : 'recovery.nothingMissing')}
      </p>
      <p className="text-ink-2">
        {t('recovery.compared', {
          balance: formatMoney(reading.balance, locale),
          time: formatWhen(reading.at),
          before: formatWhen(comparedWith),
        })}
      </p>
    </>
  )
}

/** The two numbers that a supervisor confirms: higher than any on printed documents. */
function Numbers({ known }: { known: Recovery }) {
  const t = useText()
  const navigate = useNavigate()
  const confirm = useConfirmRecovery()
  const [sale, setSale] = useState(String(known.proposed.firstSaleNumber))
  const [report, setReport] = useState(String(known.proposed.firstZNumber))
  const isSaleWrong = Number(sale) <= known.lastSaleNumber
  const isReportWrong = Number(report) <= known.lastZNumber
  const submit = () => {
    const numbers = { id: known.id, firstSaleNumber: Number(sale), firstZNumber: Number(report) }
    confirm.mutate(numbers, { onSuccess: () => void navigate(paths.openItems()) })
  }
  const blocked = isSaleWrong || isReportWrong ? t('recovery.numbersHint') : undefined
  return (
    <SidePanel
      label={t('recovery.numbers')}
      foot={
        <>
          <FormProblem
            error={confirm.error}
            words={{ 'stale-version': 'recovery.stale', 'wrong-state': 'recovery.wait' }}
          />
          <Button
            variant="primary"
            size="xl"
            pending={confirm.isPending}
            blocked={known.canConfirm ? blocked : t('recovery.wait')}
            onClick={submit}
          >
            {t('recovery.confirm')}
          </Button>
        </>
      }
    >
      <h2 className="text-3">{t('recovery.numbers')}</h2>
      <p>{t('recovery.numbersHint')}</p>
      <NumberField
        label="recovery.firstSale"
        value={sale}
        last={known.lastSaleNumber}
        isWrong={isSaleWrong}
        onType={setSale}
      />
      <NumberField
        label="recovery.firstZ"
        value={report}
        last={known.lastZNumber}
        isWrong={isReportWrong}
        onType={setReport}
      />
    </SidePanel>
  )
}

type NumberFieldProps = {
  label: MessageId
  value: string
  last: number
  isWrong: boolean
  onType: (value: string) => void
}

function NumberField({ label, value, last, isWrong, onType }: NumberFieldProps) {
  const t = useText()
  return (
    <Field
      label={t(label)}
      inputMode="numeric"
      dir="ltr"
      hint={t('recovery.last', { number: String(last) })}
      problem={isWrong ? t('recovery.tooLow', { number: String(last) }) : undefined}
      value={value}
      onChange={(event) => onType(onlyDigits(event.target.value).slice(0, MAX_DIGITS))}
    />
  )
}
