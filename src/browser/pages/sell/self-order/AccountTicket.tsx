import { findContact } from '#domain/phone/contact.ts'
import { money } from '#domain/money/money.ts'
import { writeContact } from '#domain/phone/phone.ts'
import { useTypingAnywhere } from '../../../lib/hotkeys.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Keypad } from '../../../ui/Keypad.tsx'
import { TicketSummary } from '../../../ui/TicketSummary.tsx'
import { AmountChips } from '../TicketFields.tsx'
import { ContactField } from '../ContactField.tsx'
import { AmountRow } from '../RechargeTicket.tsx'
import { ProductHead } from '../TicketParts.tsx'
import { useVoucherTicket } from '../use-voucher-ticket.ts'
import { OrderSheet } from './OrderSheet.tsx'
import type { OrderTicketProps } from './OrderTicket.tsx'

/** An order for an account: a phone number by keypad, or an email address by keyboard. */
export function AccountTicket({ service, tile, currency, onCancel, onChosen }: OrderTicketProps) {
  const t = useText()
  const ticket = useVoucherTicket(service)
  const { fixed, amount, account, fields, blockReason } = ticket
  const pays = amount.status === 'legal' ? money(amount.amount, currency) : undefined

  const goOn = () => {
    if (blockReason) {
      ticket.setActive(blockReason.field)
      if (blockReason.field === 'amount') ticket.focus('amount')
      return
    }
    const text = findContact(fields.account.text)
    if (pays && text !== undefined) onChosen({ account: writeContact(text), amount: pays })
  }
  useTypingAnywhere({ ...ticket.keys, onEnter: goOn, onEscape: onCancel })
  return (
    <OrderSheet
      pays={pays}
      blocked={blockReason && t(blockReason.message)}
      onNext={goOn}
      keys={
        <>
          {!fixed && <AmountChips entry={amount} quick={ticket.quick} currency={currency} onPick={ticket.pickAmount} />}
          <Keypad {...ticket.keys} />
        </>
      }
    >
      <TicketSummary label={t('selfOrder.order')}>
        <ProductHead service={service} tile={tile} onCancel={onCancel} />
        <div className="mt-1 flex flex-col gap-2">
          {account && <ContactField {...fields.account} label={t('ticket.contact')} contact={account} onEnter={goOn} />}
          <AmountRow ticket={ticket} label="money.faceValue" rule={service.rule} currency={currency} onEnter={goOn} />
        </div>
      </TicketSummary>
    </OrderSheet>
  )
}
