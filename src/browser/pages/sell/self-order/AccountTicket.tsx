import { findContact } from '#domain/contact.ts'
import { money } from '#domain/money.ts'
import { writeContact } from '#domain/phone.ts'
import { useTypingAnywhere } from '../../../hotkeys.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Keypad } from '../../../ui/Keypad.tsx'
import { SummaryLine, TicketSummary } from '../../../ui/TicketSummary.tsx'
import { needsPoint } from '../ticket-entry.ts'
import { AmountChips, AmountField } from '../TicketFields.tsx'
import { ContactField } from '../ContactField.tsx'
import { ProductHead } from '../TicketParts.tsx'
import { useVoucherTicket } from '../use-voucher-ticket.ts'
import { OrderSheet } from './OrderSheet.tsx'
import type { OrderTicketProps } from './OrderTicket.tsx'

/** The order of a voucher that is for an account: a phone number by the keys, or an e-mail address by the keyboard that a tap into the field brings up. */
export function AccountTicket({ service, tile, currency, onCancel, onChosen }: OrderTicketProps) {
  const t = useText()
  const formats = useFormats()
  const ticket = useVoucherTicket(service)
  const { fixed, amount, account, fields, fed, blockReason, inputs } = ticket
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
  useTypingAnywhere({ onDigit: ticket.press, onDelete: ticket.erase, onEnter: goOn, onEscape: onCancel })
  return (
    <OrderSheet
      pays={pays}
      blocked={blockReason && t(blockReason.message)}
      onNext={goOn}
      keys={
        <>
          {!fixed && <AmountChips entry={amount} quick={ticket.quick} currency={currency} onPick={ticket.pickAmount} />}
          <Keypad
            onDigit={ticket.press}
            onDelete={ticket.erase}
            onClear={ticket.empty}
            onDecimal={fed === 'amount' && needsPoint(service.rule) ? () => ticket.press('.') : undefined}
          />
        </>
      }
    >
      <TicketSummary label={t('selfOrder.order')}>
        <ProductHead service={service} tile={tile} onCancel={onCancel} />
        <div className="mt-1 flex flex-col gap-2">
          {account && (
            <ContactField
              ref={inputs.account}
              label={t('ticket.contact')}
              text={fields.account.text}
              contact={account}
              isActive={fed === 'account'}
              onType={fields.account.type}
              onFocus={() => ticket.setActive('account')}
              onEnter={goOn}
            />
          )}
          {fixed ? (
            <dl>
              <SummaryLine label={t('money.faceValue')}>{formats.money(money(fixed, currency))}</SummaryLine>
            </dl>
          ) : (
            <AmountField
              ref={inputs.amount}
              text={fields.amount.text}
              entry={amount}
              rule={service.rule}
              currency={currency}
              isActive={fed === 'amount'}
              onType={fields.amount.type}
              onFocus={() => ticket.setActive('amount')}
              onEnter={goOn}
            />
          )}
        </div>
      </TicketSummary>
    </OrderSheet>
  )
}
