import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CopyCheck, Hand } from 'lucide-react'
import { useNavigate } from 'react-router-dom'

import type { SaleId } from '#domain/sale/id.ts'
import { isVisibleAtKiosk } from '#domain/sale/kiosk.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { isSummary, type SaleSummary } from '#domain/sale/summary.ts'
import { sessionQuery } from '../../api/session.ts'
import { useSellingStop, useServerNow } from '../../api/status.ts'
import { useCurrentUser, shortName } from '../../lib/current-user.ts'
import { formatAge, formatSaleNumber, useFormats } from '../../i18n/formats.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { formatSaleAccount, productOfSale, productOfSummary } from '../../sale/sale-naming.ts'
import type { SaleRequest } from '../../sale/sale-request.ts'
import { SaleChip, SalePicture } from '../../sale/SaleRowParts.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { contentOfRequest, contentOfSale, type Content, useEditSale } from './use-sale-options.ts'
import type { DuplicateFailure } from './sale-view.ts'
import { ARM_MS, EnterButton, InstructionBar, SalePageLayout } from './SaleParts.tsx'
import { ContentSummary } from './SaleSummary.tsx'

type DuplicateAtReviewProps = { request: SaleRequest; failure: DuplicateFailure; onSellAgain: (other: SaleId) => void }

export function DuplicateAtReview({ request, failure, onSellAgain }: DuplicateAtReviewProps) {
  const content = contentOfRequest(request)
  const change = useEditSale(content, request.tileId)
  return (
    <DuplicateSale
      content={content}
      failure={failure}
      onSellAgain={() => onSellAgain(failure.sale.id)}
      onCancel={() => change()}
    />
  )
}

type DuplicateAtSendProps = {
  sale: Sale
  tileId: string | undefined
  count: number | undefined
  failure: DuplicateFailure
  onSellAgain: () => void
  onStay: () => void
  onGiveUp: () => void
}

/** A duplicate made between review and send. A sale sent before stays as it is; a new one is abandoned. */
export function DuplicateAtSend(props: DuplicateAtSendProps) {
  const { sale, tileId, count, failure, onSellAgain, onStay, onGiveUp } = props
  const content = contentOfSale(sale, count)
  const change = useEditSale(content, tileId)
  const leave = () => {
    onGiveUp()
    change()
  }
  return (
    <DuplicateSale
      content={content}
      failure={failure}
      onSellAgain={onSellAgain}
      onCancel={sale.state === 'checked' ? leave : onStay}
    />
  )
}

type DuplicateSaleProps = {
  content: Content
  /** The conflicting sale: blocks while it is open; otherwise the cashier decides (rule 11). */
  failure: DuplicateFailure
  onSellAgain: () => void
  onCancel: () => void
}

function DuplicateSale({ content, failure, onSellAgain, onCancel }: DuplicateSaleProps) {
  const t = useText()
  const navigate = useNavigate()
  const stop = useSellingStop()
  const { sale: other } = failure
  const isBlocked = failure.code === 'duplicate-blocked'
  const isOpenHere = useIsVisibleHere(other)
  const words = useOtherSaleWords(other, content.kind === 'voucher')
  const canOpen = isBlocked && isOpenHere
  const openOther = () => void navigate(paths.sale(other.id))
  // Cancel has the focus, so pressing Enter out of habit does not sell the same thing twice.
  const cancel = (
    <Button
      {...(isBlocked ? { size: 'lg' } : { size: 'xl', variant: 'primary', amount: '' })}
      icon={ArrowLeft}
      autoFocus={!canOpen}
      onClick={onCancel}
    >
      {t('ticket.cancel')}
    </Button>
  )

  return (
    <SalePageLayout
      panel={<ContentSummary content={content} />}
      remark={t(isBlocked && !isOpenHere ? 'kiosk.elsewhere' : 'sale.duplicate.nothing')}
      foot={
        <>
          {canOpen && <EnterButton onClick={openOther}>{t('sale.duplicate.openThat')}</EnterButton>}
          {!isBlocked && (
            <Button size="lg" armDelayMs={ARM_MS} blocked={stop && t(stop)} onClick={onSellAgain}>
              {t('sale.duplicate.again')}
            </Button>
          )}
          {cancel}
        </>
      }
    >
      <Banner tone="wait" icon={CopyCheck} heading={t(isBlocked ? 'sale.duplicate.open' : 'sale.duplicate.ask')}>
        <p>{words}</p>
      </Banner>
      <InstructionBar tone="wait" icon={Hand} heading={t(isBlocked ? 'sale.stop' : 'sale.duplicate.askCustomer')}>
        {t(isBlocked ? 'sale.duplicate.openHint' : 'sale.duplicate.askHint')}
      </InstructionBar>
      <OtherSale sale={other} onOpen={isBlocked || !isOpenHere ? undefined : openOther} />
    </SalePageLayout>
  )
}

export const OtherSaleWords = ({ sale, isVoucher }: { sale: Sale | SaleSummary; isVoucher: boolean }) =>
  useOtherSaleWords(sale, isVoucher)

/** A summary has no amount. */
function useOtherSaleWords(other: Sale | SaleSummary, isVoucher: boolean): string {
  const t = useText()
  const locale = useLocale()
  const formats = useFormats()
  const now = useServerNow()
  const name = shortName(other.cashier.name)
  const isSold = other.state === 'succeeded'
  if (isSummary(other)) {
    return isSold
      ? t('sale.duplicate.soldBy', { name, age: formatAge(other.openedAt, now, locale) })
      : t('sale.duplicate.waitingBy', { name })
  }
  const amount = formats.money(other.pays)
  if (!isSold) return t(isVoucher ? 'sale.duplicate.waitingForAccount' : 'sale.duplicate.waiting', { amount, name })
  const age = formatAge(other.finalAt ?? other.openedAt, now, locale)
  return t(isVoucher ? 'sale.duplicate.soldToAccount' : 'sale.duplicate.sold', { age, amount })
}

type OtherSaleProps = { sale: Sale | SaleSummary; onOpen: (() => void) | undefined }

function OtherSale({ sale, onOpen }: OtherSaleProps) {
  const t = useText()
  const formats = useFormats()
  return (
    <section
      className="flex flex-wrap items-center gap-4 rounded-3 border-1 border-line bg-surface p-4 md:px-5"
      aria-label={t('sale.duplicate.other')}
    >
      <SalePicture sale={sale} size={40} />
      <div className="min-w-[12rem] flex-1">
        <b>{t('sale.saleNumber', { number: formatSaleNumber(sale) })}</b>
        <div>
          {isSummary(sale) ? (
            <bdi>{productOfSummary(sale)}</bdi>
          ) : (
            <>
              <bdi>{productOfSale(sale, t)}</bdi>
              {t('shell.comma')}
              {sale.international && formats.money(sale.amount) + t('shell.comma')}
              {formats.money(sale.pays)}
            </>
          )}
          {sale.account !== undefined && (
            <>
              {t('shell.comma')}
              <bdi dir="ltr">{formatSaleAccount(sale)}</bdi>
            </>
          )}
        </div>
        <div className="text-1 text-ink-2">
          <bdi>{shortName(sale.cashier.name)}</bdi>
          {t('shell.comma')}
          <bdi dir="ltr">{formatTime(sale.openedAt)}</bdi>
          {!isSummary(sale) && (
            <>
              {t('shell.comma')}
              <bdi>{sale.terminal.name}</bdi>
            </>
          )}
        </div>
      </div>
      <SaleChip sale={sale} />
      {onOpen && (
        <Button size="lg" onClick={onOpen}>
          {t('sale.duplicate.openThat')}
        </Button>
      )}
    </section>
  )
}

/** The server applies the same rule. */
function useIsVisibleHere(sale: Sale | SaleSummary): boolean {
  const { person } = useCurrentUser()
  const { data: terminal } = useQuery({ ...sessionQuery, select: (session) => session.terminal })
  const now = useServerNow()
  if (isSummary(sale)) return false
  return !terminal?.isKiosk || isVisibleAtKiosk(sale, { person, terminal }, now)
}
