import type { Tile } from '#domain/catalog/frontview.ts'
import { money, type Money as Amount } from '#domain/money/money.ts'
import type { Service } from '#domain/catalog/service.ts'
import { useTypingAnywhere } from '../../../lib/hotkeys.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Keypad } from '../../../ui/Keypad.tsx'
import { TicketSummary } from '../../../ui/TicketSummary.tsx'
import { findAmountBlockReason } from '../ticket-entry.ts'
import { AmountChips, NumberField } from '../TicketFields.tsx'
import { ProductHead } from '../TicketParts.tsx'
import { AmountRow, findBlockReason, useRechargeTicket } from '../RechargeTicket.tsx'
import { OrderSheet } from './OrderSheet.tsx'

/** The account, if the product asks for one, and the amount. */
export type Chosen = { account: string | undefined; amount: Amount }

export type OrderTicketProps = {
  service: Service
  tile: Tile | undefined
  currency: string
  onCancel: () => void
  onChosen: (chosen: Chosen) => void
}

/** Sends nothing to the wholesaler. */
export function OrderTicket({ service, tile, currency, onCancel, onChosen }: OrderTicketProps) {
  const t = useText()
  const hasNumber = service.kind === 'direct'
  const ticket = useRechargeTicket(service, hasNumber)
  const { number, amount, account, fixed } = ticket
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
    ...(hasKeys ? ticket.keys : { onDigit: ignore, onDelete: ignore }),
    onEnter: goOn,
    onEscape: onCancel,
  })
  return (
    <OrderSheet
      pays={pays}
      blocked={blockReason && t(blockReason.message)}
      onNext={goOn}
      keys={
        <>
          {!fixed && <AmountChips entry={amount} quick={ticket.quick} currency={currency} onPick={ticket.pickAmount} />}
          {hasKeys && <Keypad {...ticket.keys} />}
        </>
      }
    >
      <TicketSummary label={t('selfOrder.order')}>
        <ProductHead service={service} tile={tile} onCancel={onCancel} />
        <div className="mt-1 flex flex-col gap-2">
          {hasNumber && (
            <NumberField
              {...ticket.fields.number}
              entry={number}
              rule={t('ticket.uaeOnly', { brand: service.brand })}
              onEnter={next}
            />
          )}
          <AmountRow ticket={ticket} rule={service.rule} currency={currency} onEnter={goOn} />
        </div>
      </TicketSummary>
    </OrderSheet>
  )
}
