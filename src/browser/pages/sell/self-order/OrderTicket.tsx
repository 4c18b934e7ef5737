import { ArrowRight } from 'lucide-react'

import type { Tile } from '#domain/frontview.ts'
import { money, type Money as Amount } from '#domain/money.ts'
import type { Service } from '#domain/service.ts'
import { useTypingAnywhere } from '../../../hotkeys.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Keypad } from '../../../ui/Keypad.tsx'
import { SummaryLine, TicketSummary } from '../../../ui/TicketSummary.tsx'
import { findAmountBlockReason, needsPoint } from '../ticket-entry.ts'
import { AmountChips, AmountField, NumberField } from '../TicketFields.tsx'
import { ProductHead } from '../TicketParts.tsx'
import { findBlockReason, useRechargeTicket } from '../RechargeTicket.tsx'

/** What a customer typed: who it is for, where that is asked for, and how much. */
export type Chosen = { account: string | undefined; amount: Amount }

type OrderTicketProps = {
  service: Service
  tile: Tile | undefined
  currency: string
  onCancel: () => void
  onChosen: (chosen: Chosen) => void
}

/** Number and amount of an order, typed as on the ticket of a till. Nothing is asked of the service. */
export function OrderTicket({ service, tile, currency, onCancel, onChosen }: OrderTicketProps) {
  const t = useText()
  const formats = useFormats()
  const hasNumber = service.kind === 'direct'
  const { number, amount, account, fixed, amountText, ...ticket } = useRechargeTicket(service, hasNumber)
  const blockReason = hasNumber ? findBlockReason(number, amount) : findAmountBlockReason(amount)
  const pays = amount.status === 'legal' ? money(amount.amount, currency) : undefined
  const hasKeys = hasNumber || !fixed

  const goOn = () => {
    if (blockReason) return ticket.focus(blockReason.field)
    if (pays) onChosen({ account: hasNumber ? account : undefined, amount: pays })
  }
  const next = () => {
    if (ticket.active === 'number' && !fixed && amount.status !== 'legal') ticket.focus('amount')
    else goOn()
  }
  const ignore = () => {}
  useTypingAnywhere({
    onDigit: hasKeys ? ticket.press : ignore,
    onDelete: hasKeys ? ticket.erase : ignore,
    onEnter: goOn,
    onEscape: onCancel,
  })
  return (
    // Beside each other where the screen is wide, so that the keys cover nothing of what is typed.
    <main className="grid min-h-0 flex-1 grid-rows-[1fr_auto] bg-tray md:grid-cols-[minmax(0,1fr)_440px] md:grid-rows-1 lg:grid-cols-[minmax(0,1fr)_480px]">
      <h1 className="sr-only">{t('selfOrder.order')}</h1>
      <div className="min-h-0 overflow-y-auto px-4 pt-3">
        <TicketSummary label={t('selfOrder.order')}>
          <ProductHead service={service} tile={tile} onCancel={onCancel} />
          <div className="mt-1 flex flex-col gap-2">
            {hasNumber && (
              <NumberField
                ref={ticket.inputs.number}
                entry={number}
                brand={service.brand}
                isActive={ticket.active === 'number'}
                onType={ticket.typeNumber}
                onFocus={() => ticket.setActive('number')}
                onEnter={next}
              />
            )}
            {fixed ? (
              <dl>
                <SummaryLine label={t('ticket.amount')}>{formats.money(money(fixed, currency))}</SummaryLine>
              </dl>
            ) : (
              <AmountField
                ref={ticket.inputs.amount}
                text={amountText}
                entry={amount}
                rule={service.rule}
                currency={currency}
                isActive={ticket.active === 'amount'}
                onType={ticket.typeAmount}
                onFocus={() => ticket.setActive('amount')}
                onEnter={goOn}
              />
            )}
          </div>
        </TicketSummary>
      </div>
      <div className="flex flex-col gap-2 px-4 pt-2 pb-4 md:justify-center">
        {!fixed && <AmountChips entry={amount} quick={ticket.quick} currency={currency} onPick={ticket.pickAmount} />}
        {hasKeys && (
          <Keypad
            onDigit={ticket.press}
            onDelete={ticket.erase}
            onClear={ticket.empty}
            onDecimal={ticket.active === 'amount' && needsPoint(service.rule) ? () => ticket.press('.') : undefined}
          />
        )}
        <Button
          variant="primary"
          size="xl"
          amount={
            <span className="inline-flex items-center gap-2">
              {pays && formats.money(pays)} <ArrowRight className="rtl:-scale-x-100" size={24} aria-hidden />
            </span>
          }
          blocked={blockReason && t(blockReason.message)}
          onClick={goOn}
          onBlocked={goOn}
        >
          {t('selfOrder.goOn')}
        </Button>
      </div>
    </main>
  )
}
