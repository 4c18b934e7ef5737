import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react'
import { Navigate, useParams } from 'react-router-dom'

import type { FailureCode } from '#api/failure.ts'
import { needsScamQuestions } from '#domain/money/payment.ts'
import { findSaleId, type SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { timesMoney } from '#domain/money/money.ts'
import { useAbandonSale } from '../../api/sale-steps.ts'
import { sessionQuery } from '../../api/session.ts'
import { batchQuery } from '../../api/batch.ts'
import { NotFound } from '../../NotFound.tsx'
import { paths } from '../../paths.ts'
import { useDraft } from '../../sale/draft.ts'
import { useInternationalDraft } from '../../sale/international/international.ts'
import { CheckingSale, NoSale, OutdatedPage, ScamQuestions } from './CheckingSale.tsx'
import { contentOfRequest, contentOfSale, type Content, type ReviewedBatch, useEditSale } from './use-sale-options.ts'
import { DuplicateAtReview, DuplicateAtSend } from './DuplicateSale.tsx'
import { NotSold, SupervisorNeeded } from './NotSold.tsx'
import { OperatorDiffers, RejectedInternational } from './InternationalProblems.tsx'
import { ReviewedSale } from './ReviewedSale.tsx'
import { isDuplicate, linesOfTab, paidAs, paymentOf, viewOf, type SendOptions, type View } from './sale-view.ts'
import { ContentSummary, ReviewSummary } from './SaleSummary.tsx'
import { SoldSale } from './SoldSale.tsx'
import { NoReplySale, NotExecutedSale, UnknownSale } from './UnknownSale.tsx'
import { useShowSale } from '../../sale/customer-display.ts'
import { useAcknowledgeShown, useSale, type OpenedSale } from './use-sale.ts'
import { WaitingSale } from './WaitingSale.tsx'

export const AboveLimitDialog = lazy(async () => ({
  default: (await import('../../sale/AboveLimitDialog.tsx')).AboveLimitDialog,
}))

export default function SalePage() {
  const { saleId = '' } = useParams()
  const id = findSaleId(saleId)
  return id ? <SaleById key={id} id={id} /> : <NotFound />
}

function SaleById({ id }: { id: SaleId }) {
  return <OpenedSaleView opened={useSale(id)} />
}

type OpenedSaleProps = {
  opened: OpenedSale
  /** The sale is the first line of a batch, and actions apply to the whole batch. */
  quantity?: ReviewedBatch | undefined
}

export function OpenedSaleView({ opened, quantity }: OpenedSaleProps) {
  const { known, tab, open, openAgain, openAtPrice, readAgain } = opened
  switch (known.kind) {
    case 'sale':
      return <KnownSaleView sale={known.sale} readAt={known.readAt} opened={opened} quantity={quantity} />
    case 'opening':
      return <CheckingSale content={contentOfRequest(known.request)} tileId={known.request.tileId} />
    case 'open-lost':
      return <CheckingSale content={contentOfRequest(known.request)} tileId={known.request.tileId} onAskAgain={open} />
    case 'rejected': {
      const { failure, request } = known
      const content = contentOfRequest(request)
      if (failure.code === 'page-outdated') return <OutdatedPage panel={<ContentSummary content={content} />} />
      if (isDuplicate(failure)) return <DuplicateAtReview request={request} failure={failure} onSellAgain={openAgain} />
      return content.kind === 'international' ? (
        <RejectedInternational content={content} failure={failure} onAgain={open} onAtPrice={openAtPrice} />
      ) : (
        <BackToTicket content={content} tileId={request.tileId} code={failure.code} />
      )
    }
    case 'no-response':
      return <NoReplySale content={contentOfRequest(known.request)} lines={linesOfTab(tab)} onReadAgain={readAgain} />
    default:
      return <NoSale why={known.kind} onReadAgain={readAgain} />
  }
}

type BackToTicketProps = { content: Content; tileId: string | undefined; code: FailureCode }

/** No sale was opened. Returns to the ticket, which shows the reason and keeps all input. */
function BackToTicket({ content, tileId, code }: BackToTicketProps) {
  const change = useEditSale(content, tileId)
  const leave = useEffectEvent(() => change(code))
  useEffect(() => leave(), [])
  return null
}

type ViewProps = {
  sale: Sale
  opened: OpenedSale
  /** The size of the batch whose first line this is. */
  count: number | undefined
  tileId: string | undefined
  /** Sends the sale with all choices made so far. */
  onSend: (options?: SendOptions) => void
  /** Abandons a checked sale. Not awaited, because the check expires anyway. */
  onGiveUp: () => void
}

const VIEWS: Record<View, ComponentType<ViewProps>> = {
  checking: ({ sale, count, tileId }) => <CheckingSale content={contentOfSale(sale, count)} tileId={tileId} />,
  'operator-differs': ({ opened, ...rest }) => <OperatorDiffers {...rest} onKeep={opened.acceptOperator} />,
  duplicate: ({ opened: { tab, leaveSend }, onSend, ...rest }) =>
    tab.kind === 'rejected' && isDuplicate(tab.failure) ? (
      <DuplicateAtSend
        {...rest}
        failure={tab.failure}
        onSellAgain={() => isDuplicate(tab.failure) && onSend({ duplicateOf: tab.failure.sale.id })}
        onStay={leaveSend}
      />
    ) : null,
  'scam-questions': ({ sale, count, opened, onGiveUp }) => (
    <ScamQuestions
      panel={(onStop) => <ReviewSummary sale={sale} count={count} onCancel={onStop} />}
      onAsked={opened.askedQuestions}
      onGiveUp={onGiveUp}
    />
  ),
  review: ({ opened: { tab }, ...rest }) => (
    <ReviewedSale {...rest} refusal={refusalOf(tab)} isOperatorAccepted={tab.options.accept !== undefined} />
  ),
  sending: ({ sale, count = 1, opened: { tab } }) => (
    <WaitingSale
      sale={{ ...sale, pays: timesMoney(sale.pays, count), ...(sale.state === 'checked' && paidAs(tab, sale.pays)) }}
      isSending
    />
  ),
  'no-reply': ({ sale, opened: { tab, readAgain }, count }) => (
    <NoReplySale
      sale={sale}
      content={count === undefined ? undefined : contentOfSale(sale, count)}
      lines={linesOfTab(tab)}
      onReadAgain={readAgain}
    />
  ),
  waiting: ({ sale }) => <WaitingSale sale={sale} />,
  'not-known': ({ sale, opened: { readAgain } }) => <UnknownSale sale={sale} onReadAgain={readAgain} />,
  'not-executed': ({ sale, opened: { tab }, onSend }) => (
    <NotExecutedSale sale={sale} refusal={refusalOf(tab)} onSendAgain={() => onSend()} />
  ),
  succeeded: SucceededSale,
  'not-sold': NotSold,
  'ask-supervisor': ({ sale }) => <SupervisorNeeded sale={sale} />,
}

/** A limit is not included, because the dialog explains it. */
const refusalOf = (tab: OpenedSale['tab']) => (tab.kind === 'rejected' && !tab.limits ? tab.failure.code : undefined)

function SucceededSale({ sale }: ViewProps) {
  const isComing = sale.voucher === 'coming' && !sale.resolution
  const [sawItComing, setSawItComing] = useState(isComing)
  if (isComing && !sawItComing) setSawItComing(true)
  return isComing ? <WaitingSale sale={sale} /> : <SoldSale sale={sale} cameJustNow={sawItComing} />
}

type KnownSaleViewProps = OpenedSaleProps & { sale: Sale; readAt: number }

function KnownSaleView({ sale, readAt, opened, quantity }: KnownSaleViewProps) {
  useAcknowledgeShown(sale)
  const { tab, send, leaveSend } = opened
  const abandon = useAbandonSale(sale.id)
  const count = quantity?.count
  const pays = timesMoney(sale.pays, count ?? 1)
  const [kind, id] = quantity && sale.batch ? (['batch', sale.batch.id] as const) : (['sale', sale.id] as const)
  // Until the sale is sent, the display knows no parts.
  useShowSale(kind, id, tab.options.split ? undefined : tab.options.cashTendered)
  const { data: fraudWarning } = useQuery({ ...sessionQuery, select: ({ settings }) => settings?.fraudWarning ?? null })
  const step = viewOf(sale, tab, readAt)
  const mustAsk =
    refusalOf(tab) === 'scam-questions' ||
    (!tab.options.fraudWarningShown && needsScamQuestions({ kind: sale.kind, count: count ?? 1, pays }, fraudWarning))
  const view = step === 'review' && mustAsk ? 'scam-questions' : step
  const View = VIEWS[view]
  const onSend = (options: SendOptions = {}) => {
    if (sale.kind === 'international') useInternationalDraft.getState().clear()
    else useDraft.getState().clear()
    const { accept, fraudWarningShown, skipCustomerConfirmation } = tab.options
    send(sale, {
      ...(skipCustomerConfirmation && { skipCustomerConfirmation }),
      // When the sale is sent again, the payment recorded first is kept.
      ...(sale.state === 'checked' && paymentOf(tab)),
      ...options,
      ...(accept && { accept }),
      ...(fraudWarningShown && { fraudWarningShown }),
    })
  }
  const shown = (
    <>
      <View
        // A new key focuses the action again after the dialog was closed.
        key={`${view} ${tab.timesBack}`}
        sale={sale}
        opened={opened}
        count={count}
        tileId={opened.request?.tileId}
        onSend={onSend}
        onGiveUp={() => (quantity ? quantity.onLeave() : abandon.mutate())}
      />
      {tab.limits && (
        <Suspense fallback={null}>
          <AboveLimitDialog
            sale={{ ...sale, pays }}
            count={count}
            limits={tab.limits}
            isAsking={tab.kind === 'sending'}
            refusal={tab.kind === 'rejected' ? tab.failure : undefined}
            onApprove={(approver) => send(sale, { ...tab.options, approver })}
            onBack={leaveSend}
          />
        </Suspense>
      )}
    </>
  )
  return sale.state === 'checked' && sale.batch && !quantity ? (
    <CheckedLine sale={sale} batchId={sale.batch.id}>
      {shown}
    </CheckedLine>
  ) : (
    shown
  )
}

type CheckedLineProps = { sale: Sale; batchId: string; children: ReactNode }

/** Sold with its batch. Once a colleague took it over, it is an ordinary sale. */
function CheckedLine({ sale, batchId, children }: CheckedLineProps) {
  const { data: batch, isPending, refetch } = useQuery(batchQuery(batchId))
  if (isPending) return <NoSale why="loading" onReadAgain={() => void refetch()} />
  return batch?.cashier.id === sale.cashier.id ? <Navigate to={paths.batch(batchId)} replace /> : children
}
