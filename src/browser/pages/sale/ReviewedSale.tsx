import { useQuery } from '@tanstack/react-query'
import { CircleAlert, PencilLine, Printer, ShieldAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'

import type { FailureCode } from '#api/failure.ts'
import { findFixedAmount } from '#domain/amount-rule.ts'
import { readNumber, readPhoneMask } from '#domain/phone-mask.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { timesMoney, type Money } from '#domain/money.ts'
import { catalogQuery, arrangeCatalog } from '../../api/catalog.ts'
import { KEYS, useHotkeys } from '../../hotkeys.ts'
import { useSellingStop } from '../../api/status.ts'
import { useFormats, splitMoney } from '../../i18n/formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { ShiftNeeded, useShiftStop } from '../../shift/ShiftNeeded.tsx'
import { CustomerAnswer } from '../../sale/CustomerAnswer.tsx'
import { useCustomerDisplay } from '../../sale/customer-display.ts'
import { rememberCountry, rememberOperator } from '../../sale/international-habits.ts'
import { useLimitNote } from '../../sale/limit-note.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { ONE_COLUMN, PHONE, useMedia } from '../../use-media.ts'
import { contentOfSale, useEditSale, useGoToStep, useNewSale } from './use-sale-options.ts'
import { CustomerPayment, type CounterPayment } from './CustomerPayment.tsx'
import { InternationalReadBack, InternationalReviewHead } from './InternationalReadBack.tsx'
import { ReadBack } from './ReadBack.tsx'
import { ARM_LATE_MS, ARM_MS, SalePageLayout } from './SaleParts.tsx'
import type { SendOptions } from './sale-view.ts'
import { ReviewSummary } from './SaleSummary.tsx'

type ReviewedSaleProps = {
  sale: Sale
  tileId: string | undefined
  /** The size of the batch whose first line this is; the review counts for all lines. */
  count: number | undefined
  /** Why the last *Send* was refused. */
  refusal: FailureCode | undefined
  /** The cashier accepted the detected operator as the chosen one. */
  isOperatorAccepted: boolean
  payment: CounterPayment | undefined
  onSend: (options?: SendOptions) => void
  onGiveUp: () => void
}

/** A checked sale before its confirm: what is read to the customer, and the one button that moves money. */
export function ReviewedSale(props: ReviewedSaleProps) {
  const { sale, tileId, count, refusal, isOperatorAccepted, payment, onSend, onGiveUp } = props
  const t = useText()
  const formats = useFormats()
  const stop = useSellingStop(false)
  const shiftStop = useShiftStop()
  const content = contentOfSale(sale, count)
  const change = useEditSale(content, tileId)
  const newSale = useNewSale()
  const goTo = useGoToStep(content)
  const editLabel = useEditLabel(sale)
  const leave = (go: () => void) => {
    onGiveUp()
    go()
  }
  const cancel = () => leave(newSale)
  useHotkeys([{ ...KEYS.escape, isOnce: true, run: cancel }])
  useRememberChecked(sale)
  const sendButton = useRef<HTMLButtonElement>(null)
  const paysHint = usePaysHint(payment)
  const limit = useLimitNote(sale.kind, sale.pays, count)

  const verb = (() => {
    if (sale.kind !== 'voucher') return t('sale.send')
    return count === undefined ? t('sale.sell') : t('sale.sellCodes', { count })
  })()
  const isPhone = useMedia(PHONE)
  const isOneColumn = useMedia(ONE_COLUMN)
  const goBack = () => leave(() => change())
  const edit = isPhone ? (
    <IconButton variant="secondary" icon={PencilLine} label={editLabel} onClick={goBack} />
  ) : (
    <Button icon={PencilLine} onClick={goBack}>
      {editLabel}
    </Button>
  )
  const slip = <ReviewSummary sale={sale} count={count} payment={payment} onCancel={cancel} />
  // The server decides. Until the display's state has been read, the server's refusal counts.
  const isAwaited = useCustomerDisplay(({ reply }) =>
    reply ? reply.isAwaited === true : refusal === 'number-unconfirmed',
  )
  const choice = sale.international
  const missing = payment?.missing && t('payment.missing', { amount: formats.money(payment.missing) })
  const blocked = stop ? t(stop === 'ticket.offline' ? 'sale.offline' : stop) : shiftStop ? t('sale.noShift') : missing
  const awaited = isAwaited ? t('display.awaited') : undefined
  const sending = {
    amount: formats.money(timesMoney(sale.pays, count ?? 1)),
    // Above a limit, the customer pays only once a supervisor is present; the notice and the dialog say so.
    note: limit ? undefined : t('sale.collectFirst'),
    armDelayMs: isOperatorAccepted ? ARM_LATE_MS : ARM_MS,
  }

  return (
    <SalePageLayout
      panel={
        <>
          {!isOneColumn && slip}
          <CustomerAnswer onChange={() => leave(() => (choice ? goTo('number') : change()))} />
          {payment && (
            <CustomerPayment payment={payment} onTapped={() => sendButton.current?.focus({ preventScroll: true })} />
          )}
          <ShiftNeeded />
          {limit && (
            <Notice tone="wait" role="status" icon={<ShieldAlert size={24} aria-hidden />}>
              {t(`ticket.aboveLimit.${limit}`)}
            </Notice>
          )}
          {refusal &&
            refusal !== 'number-unconfirmed' &&
            refusal !== 'shift-needed' &&
            refusal !== 'drawer-counting' && (
              <Notice
                tone="info"
                role="alert"
                icon={<CircleAlert size={24} aria-hidden />}
                heading={t(`failure.${refusal}`)}
              >
                {t('failure.money.no')}
              </Notice>
            )}
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
        <>
          {!isOneColumn && <PrintSwitch />}
          <Button
            ref={sendButton}
            variant="primary"
            size="xl"
            {...sending}
            keyCap="Enter"
            autoFocus={!isOperatorAccepted}
            blocked={blocked ?? awaited}
            onClick={() => onSend()}
          >
            {verb}
          </Button>
          {awaited !== undefined && blocked === undefined && (
            <Button size="lg" {...sending} onClick={() => onSend({ skipCustomerConfirmation: true })}>
              {t('display.goOn')}
            </Button>
          )}
        </>
      }
    >
      {choice ? (
        <>
          <InternationalReviewHead onGo={(step) => leave(() => goTo(step))} />
          <InternationalReadBack
            sale={sale}
            choice={choice}
            tileId={tileId}
            isOperatorAccepted={isOperatorAccepted}
            paysHint={paysHint}
            edit={edit}
          />
        </>
      ) : (
        <ReadBack sale={sale} tileId={tileId} count={count} paysHint={paysHint} edit={edit} />
      )}
    </SalePageLayout>
  )
}

function usePaysHint(payment: CounterPayment | undefined): string {
  const t = useText()
  const locale = useLocale()
  const isPhone = useMedia(PHONE)
  if (!payment) return t('sale.paysHint')
  const { paymentMethod, cashTendered, change } = payment
  // On a phone, the change is shown beside the cash; more lines here would push it out of reach.
  if (!cashTendered || !change || isPhone) return t(`payment.hint.${paymentMethod}`)
  const amountOf = (money: Money) => splitMoney(money, locale).amount
  return t('payment.hint.change', { change: amountOf(change), cashTendered: amountOf(cashTendered) })
}

function useEditLabel({ kind, serviceId }: Sale): string {
  const t = useText()
  const { data: shop } = useQuery({ ...catalogQuery, select: arrangeCatalog })
  const service = shop?.services.get(serviceId)
  if (kind === 'direct') return t('sale.edit')
  if (kind === 'international') return t('sale.changeAmount')
  return t(service && !findFixedAmount(service.rule) ? 'sale.changeAmount' : 'sale.changeVoucher')
}

/** Turns automatic printing on or off and links to the printer settings. Hidden if this terminal never prints. */
function PrintSwitch() {
  const t = useText()
  const { mode, choose } = useTerminalPrinter()
  if (mode === 'never') return null
  return (
    <div className="px-1">
      <Switch icon={Printer} isOn={mode === 'auto'} onChange={(isOn) => choose({ mode: isOn ? 'auto' : 'ask' })}>
        <span className="block text-start">{t('sale.printWhenSold')}</span>
      </Switch>
      {/* In one column, the review needs the space; a kiosk has no settings. */}
      <Link className="-mb-2 flex min-h-hit w-fit items-center text-1 max-md:hidden kiosk:hidden" to={paths.printer()}>
        {t('printer.settings')}
      </Link>
    </div>
  )
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
