import { useQuery } from '@tanstack/react-query'
import { PencilLine } from 'lucide-react'
import { useState } from 'react'

import type { BatchAnswer, BatchLineAnswer } from '#api/batches.ts'
import { needsScamQuestions } from '#domain/money/payment.ts'
import { arrangeCatalog, catalogQuery } from '../../../api/catalog.ts'
import { sessionQuery } from '../../../api/session.ts'
import { KEYS, useHotkeys } from '../../../lib/hotkeys.ts'
import { useText } from '../../../i18n/use-text.ts'
import { CustomerAnswer } from '../../../sale/CustomerAnswer.tsx'
import { useShowSale } from '../../../sale/customer-display.ts'
import { CustomerWarning } from '../../../sale/CustomerWarning.tsx'
import { findSaleRequest } from '../../../sale/sale-request.ts'
import { ShiftNeeded } from '../../../shift/ShiftNeeded.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SummaryHead, SummaryLine, SummaryRule, SummaryTotal, TicketSummary } from '../../../ui/TicketSummary.tsx'
import { ONE_COLUMN, useMedia } from '../../../lib/use-media.ts'
import { ScamQuestions } from '../CheckingSale.tsx'
import { ReadBackCard } from '../ReadBack.tsx'
import { ARM_MS, EnterButton, SalePageLayout } from '../SaleParts.tsx'
import { CancelButton } from '../SaleSummary.tsx'
import { PrintSwitch, SendKeys, SendRefusal, type CheckoutOptions } from '../SendKeys.tsx'
import { useNewSale } from '../use-sale-options.ts'
import { checkOfLine, contentOfLine, sumOf, type LineCheck } from './batch-state.ts'
import { CheckChip, LineContent, LineReason } from './LineContent.tsx'
import { useEditBasket } from './use-edit-basket.ts'
import type { ShownBatch, StepFailure, UsedBatch } from './use-batch.ts'

type LinesReviewProps = {
  batch: BatchAnswer
  used: UsedBatch
  failure: StepFailure | undefined
}

/** What interrupts the checks. The lines can be approved all the same, and are then checked as they are sold. */
const INTERRUPTIONS = ['restarted', 'selling-stopped', 'service-unreachable', 'disk-full', 'unreadable'] as const

/** The lines were never approved, and this person is their cashier. */
export const isUnderReview = ({ batch, step, silent }: ShownBatch, me: string): boolean =>
  batch.cashier.id === me &&
  batch.approvedAt === undefined &&
  step === 'stopped' &&
  silent.length === 0 &&
  (!batch.stop || ['not-sold', ...INTERRUPTIONS].includes(batch.stop.reason))

/** The checked lines of a basket or list. */
export function LinesReview({ batch, used, failure }: LinesReviewProps) {
  const t = useText()
  const isOneColumn = useMedia(ONE_COLUMN)
  const newSale = useNewSale()
  const [isWarned, setIsWarned] = useState(false)
  const { data: fraudWarning } = useQuery({ ...sessionQuery, select: ({ settings }) => settings?.fraudWarning ?? null })
  useShowSale('batch', batch.id, undefined)
  const { checks, checked, lines, again, toggleAgain } = useLinesToSell(batch)
  const leave = (go: () => void) => () => {
    used.stopHere()
    go()
  }
  const cancel = leave(newSale)
  const edit = useEditBasket(findSaleRequest(batch.id))
  useHotkeys([{ ...KEYS.escape, isOnce: true, run: cancel }])

  const stopped = INTERRUPTIONS.find((reason) => reason === batch.stop?.reason)
  const isChecking = checked < batch.count
  const slip = <LinesSlip batch={batch} lines={lines} checks={checks} onCancel={cancel} />
  const codes = batch.lines.filter((line) => contentOfLine(batch, line).kind === 'voucher').map(({ line }) => line)
  const warned = { kind: 'voucher', count: codes.length, pays: sumOf(batch, codes) } as const
  const mustWarn = codes.length > 0 && (needsScamQuestions(warned, fraudWarning) || failure?.code === 'scam-questions')
  if (mustWarn && !isWarned && !isChecking)
    return <ScamQuestions panel={() => slip} onAsked={() => setIsWarned(true)} onGiveUp={used.stopHere} />

  const send = (said: CheckoutOptions = {}) =>
    used.sell({
      ...said,
      lines,
      ...(again.length > 0 && { again: [...again] }),
      ...(isWarned && { fraudWarningShown: true }),
      // No display asks about several numbers at once.
      ...(numbersIn(batch) > 1 && { skipCustomerConfirmation: true }),
    })
  const nothing = !isChecking && lines.length === 0
  return (
    <SalePageLayout
      label={t('batch.region')}
      panel={
        <>
          {!isOneColumn && slip}
          <CustomerAnswer onChange={edit ? leave(edit) : cancel} />
          <ShiftNeeded />
          {stopped && (
            <Notice tone="wait" role="status">
              {t(`batch.reason.${stopped}`)}
            </Notice>
          )}
          <SendRefusal code={failure?.code} />
          {isOneColumn && (
            <>
              {!nothing && <PrintSwitch />}
              {slip}
            </>
          )}
        </>
      }
      foot={
        nothing ? (
          <EnterButton onClick={cancel}>{t('sale.nextCustomer')}</EnterButton>
        ) : (
          <SendKeys
            // Once everything is checked, the keys wait again before they accept presses.
            key={String(isChecking)}
            pays={sumOf(batch, lines)}
            verb={t('lines.sell', { count: lines.length })}
            note={t('sale.collectFirst')}
            armDelayMs={ARM_MS}
            autoFocus
            blocked={isChecking ? t('lines.checking', { checked, of: batch.count }) : undefined}
            refusal={failure?.code}
            onSend={send}
          />
        )
      }
    >
      <ReadBackCard
        heading={nothing ? t('lines.none') : t('sale.readThis')}
        end={
          edit && (
            <Button icon={PencilLine} onClick={leave(edit)}>
              {t('basket.edit')}
            </Button>
          )
        }
      >
        <ol aria-label={t('batch.lines')}>
          {batch.lines.map((line, at) => (
            <ReviewedLine
              key={line.line}
              line={line}
              batch={batch}
              check={checks[at] ?? 'out'}
              isIn={lines.includes(line.line)}
              onAgain={() => toggleAgain(line.line)}
            />
          ))}
        </ol>
        <LinesWarning batch={batch} lines={lines} />
      </ReadBackCard>
    </SalePageLayout>
  )
}

/** What the customer must know about the products that can be sold, each once. */
function LinesWarning({ batch, lines }: Pick<LinesSlipProps, 'batch' | 'lines'>) {
  const { data: shop } = useQuery({ ...catalogQuery, select: arrangeCatalog })
  const warnings = batch.lines.flatMap((line) => {
    const tile = lines.includes(line.line) && shop?.tileSelling(contentOfLine(batch, line).serviceId)
    return (tile && shop?.storefront.warningOf(tile.id)) || []
  })
  return <CustomerWarning>{[...new Set(warnings)].join('\n') || undefined}</CustomerWarning>
}

function useLinesToSell(batch: BatchAnswer) {
  const [again, setAgain] = useState<readonly number[]>([])
  const checks = batch.lines.map((line) => checkOfLine(batch, line))
  const isToSell = ({ line }: BatchLineAnswer, at: number) =>
    checks[at] === 'ready' || (checks[at] === 'again' && again.includes(line))
  return {
    checks,
    checked: checks.filter((check) => check !== 'checking').length,
    lines: batch.lines.filter(isToSell).map(({ line }) => line),
    again,
    toggleAgain: (line: number) =>
      setAgain(again.includes(line) ? again.filter((one) => one !== line) : [...again, line]),
  }
}

const numbersIn = (batch: BatchAnswer): number =>
  new Set(
    batch.lines.flatMap((line) => {
      const { kind, account } = contentOfLine(batch, line)
      return kind === 'direct' && account !== undefined ? [account] : []
    }),
  ).size

type ReviewedLineProps = {
  line: BatchLineAnswer
  batch: BatchAnswer
  check: LineCheck
  isIn: boolean
  onAgain: () => void
}

function ReviewedLine({ line: each, batch, check, isIn, onAgain }: ReviewedLineProps) {
  const t = useText()
  const { line } = each
  return (
    <li className="flex min-h-bar flex-wrap items-center gap-x-3 gap-y-1 border-paper-line py-2 not-first:border-t">
      <bdi className="min-w-[2ch] text-end font-semibold text-paper-ink">{line}</bdi>
      <LineContent content={contentOfLine(batch, each)} isLarge />
      <CheckChip check={check} />
      {(check === 'again' || check === 'out') && (
        <div className="flex w-full flex-wrap items-center justify-between gap-2">
          <p className="flex-1 text-paper-ink">
            <LineReason line={each} />
          </p>
          {check === 'again' && (
            <Button variant={isIn ? 'tint' : 'secondary'} aria-pressed={isIn} onClick={onAgain}>
              {t('sale.duplicate.again')} <span className="sr-only">{t('batch.openLine', { line })}</span>
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

type LinesSlipProps = {
  batch: BatchAnswer
  lines: readonly number[]
  checks: readonly LineCheck[]
  onCancel: () => void
}

function LinesSlip({ batch, lines, checks, onCancel }: LinesSlipProps) {
  const t = useText()
  const left = checks.filter((check, at) => check === 'out' || (check === 'again' && !lines.includes(at + 1))).length
  return (
    <TicketSummary>
      <SummaryHead
        title={t('lines.count', { count: batch.count })}
        note={t('state.opened.next')}
        end={<CancelButton onCancel={onCancel} />}
      />
      <SummaryRule />
      <dl>
        <SummaryLine label={t('lines.toSell')}>{t('lines.count', { count: lines.length })}</SummaryLine>
        {left > 0 && <SummaryLine label={t('lines.leftOut')}>{t('lines.count', { count: left })}</SummaryLine>}
      </dl>
      <SummaryRule />
      <dl>
        <SummaryTotal label={t('money.customerPays')}>
          <Money money={sumOf(batch, lines)} size="total" />
        </SummaryTotal>
      </dl>
    </TicketSummary>
  )
}
