import { useQuery } from '@tanstack/react-query'
import { PencilLine, ShieldAlert } from 'lucide-react'
import { useEffect } from 'react'

import type { FailureCode } from '#api/failure.ts'
import { findFixedAmount } from '#domain/money/amount-rule.ts'
import { readNumber, readPhoneMask } from '#domain/phone/phone-mask.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { timesMoney } from '#domain/money/money.ts'
import { catalogQuery, arrangeCatalog } from '../../api/catalog.ts'
import { KEYS, useHotkeys } from '../../lib/hotkeys.ts'
import { useText } from '../../i18n/use-text.ts'
import { writeRequest } from '../../sale/sale-request.ts'
import { ShiftNeeded } from '../../shift/ShiftNeeded.tsx'
import { AddToBasket } from '../../sale/AddToBasket.tsx'
import { CustomerAnswer } from '../../sale/CustomerAnswer.tsx'
import { rememberCountry, rememberOperator } from '../../sale/international/international-habits.ts'
import { useLimitNote } from '../../sale/limit-note.ts'
import { usePaymentRules } from '../../sale/PaymentMethodField.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ONE_COLUMN, PHONE, useMedia } from '../../lib/use-media.ts'
import { contentOfSale, useEditSale, useGoToStep, useNewSale } from './use-sale-options.ts'
import { InternationalReadBack } from './InternationalReadBack.tsx'
import { ReadBack } from './ReadBack.tsx'
import { ARM_LATE_MS, ARM_MS, SalePageLayout } from './SaleParts.tsx'
import { PrintSwitch, SendKeys, SendRefusal } from './SendKeys.tsx'
import type { SendOptions } from './sale-view.ts'
import { ReviewSlip } from './SaleSummary.tsx'

type ReviewedSaleProps = {
  sale: Sale
  tileId: string | undefined
  /** The size of the batch whose first line this is; the review counts for all lines. */
  count: number | undefined
  /** Why the last *Send* was refused. */
  refusal: FailureCode | undefined
  isOperatorAccepted: boolean
  onSend: (options?: SendOptions) => void
  onGiveUp: () => void
}

/** A checked sale before its confirm. */
export function ReviewedSale(props: ReviewedSaleProps) {
  const { sale, tileId, count, refusal, isOperatorAccepted, onSend, onGiveUp } = props
  const t = useText()
  const content = contentOfSale(sale, count)
  const change = useEditSale(content, tileId)
  const newSale = useNewSale()
  const goTo = useGoToStep(content)
  const choice = sale.international
  const editLabel = useEditLabel(sale)
  const leave = (go: () => void) => {
    onGiveUp()
    go()
  }
  const cancel = () => leave(newSale)
  useHotkeys([{ ...KEYS.escape, isOnce: true, run: cancel }])
  useRememberChecked(sale)
  const rules = usePaymentRules()
  const limit = useLimitNote(sale.kind, sale.pays, count)

  const verb = (() => {
    if (sale.kind !== 'voucher') return t('sale.send')
    return count === undefined ? t('sale.sell') : t('sale.sellCodes', { count })
  })()
  const isPhone = useMedia(PHONE)
  const isOneColumn = useMedia(ONE_COLUMN)
  const goBack = () => leave(() => (choice ? goTo('number') : change()))
  const edit = isPhone ? (
    <IconButton variant="secondary" icon={PencilLine} label={editLabel} onClick={goBack} />
  ) : (
    <Button icon={PencilLine} onClick={goBack}>
      {editLabel}
    </Button>
  )
  const slip = <ReviewSlip sale={sale} onCancel={cancel} />
  // The keys show how the customer pays.
  const paysHint = rules ? undefined : t('sale.paysHint')
  return (
    <SalePageLayout
      panel={
        <>
          {!isOneColumn && slip}
          {content.kind !== 'international' && content.orderId === undefined && (
            <AddToBasket
              name={sale.serviceName}
              content={writeRequest(content)}
              count={count}
              size="lg"
              onAdded={onGiveUp}
            />
          )}
          <CustomerAnswer onChange={goBack} />
          <ShiftNeeded />
          {limit && (
            <Notice tone="wait" role="status" icon={<ShieldAlert size={24} aria-hidden />}>
              {t(`ticket.aboveLimit.${limit}`)}
            </Notice>
          )}
          <SendRefusal code={refusal} />
          {/* In one column, controls come before the content that repeats the card above. */}
          {isOneColumn && (
            <>
              <PrintSwitch />
              {slip}
            </>
          )}
        </>
      }
      foot={
        <SendKeys
          pays={timesMoney(sale.pays, count ?? 1)}
          verb={verb}
          // Above a limit, the customer pays only once a supervisor is present; the notice and the dialog say so.
          note={limit ? undefined : t('sale.collectFirst')}
          armDelayMs={isOperatorAccepted ? ARM_LATE_MS : ARM_MS}
          autoFocus={!isOperatorAccepted}
          refusal={refusal}
          onSend={onSend}
        />
      }
    >
      {choice ? (
        <InternationalReadBack
          sale={sale}
          choice={choice}
          tileId={tileId}
          isOperatorAccepted={isOperatorAccepted}
          paysHint={paysHint}
          edit={edit}
          onGo={(step) => leave(() => goTo(step))}
        />
      ) : (
        <ReadBack sale={sale} tileId={tileId} count={count} paysHint={paysHint} edit={edit} />
      )}
    </SalePageLayout>
  )
}

function useEditLabel({ kind, serviceId }: Sale): string {
  const t = useText()
  const { data: shop } = useQuery({ ...catalogQuery, select: arrangeCatalog })
  const service = shop?.services.get(serviceId)
  if (kind !== 'voucher') return t('sale.edit')
  return t(service && !findFixedAmount(service.rule) ? 'sale.changeAmount' : 'sale.changeVoucher')
}

/** Remembers the country, and the operator for this number prefix, as suggestions for later sales. */
function useRememberChecked({ account, international, mismatch }: Sale): void {
  const isOther = mismatch !== undefined
  useEffect(() => {
    if (!international || account === undefined) return
    const { country, provider } = international
    rememberCountry(country.id)
    const { national } = readNumber(readPhoneMask(country.phoneCode, country.phoneMask), `+${account}`)
    if (!isOther) rememberOperator(country.id, national, provider.id)
  }, [account, international, isOther])
}
