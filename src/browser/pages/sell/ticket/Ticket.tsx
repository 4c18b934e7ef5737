import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Tile } from '#domain/frontview.ts'
import { formatDecimal, money } from '#domain/money.ts'
import type { Service } from '#domain/service.ts'
import { useSellingStop } from '../../../api/status.ts'
import { useFormats } from '../../../i18n/use-formats.ts'
import { useText } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { useReview } from '../../../sale/sale-request.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Keypad } from '../../../ui/Keypad.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { Slip, SlipHead, SlipLine } from '../../../ui/Slip.tsx'
import { AmountChips } from './AmountChips.tsx'
import { needsPoint } from './amount-entry.ts'
import { AmountField } from './AmountField.tsx'
import { NumberField } from './NumberField.tsx'
import { findHindrance } from './readiness.ts'
import { useTicket } from './use-ticket.ts'
import { useIsCurrentPage } from '../../../lazy-part.tsx'
import { useTypingAnywhere } from '../../../hotkeys.ts'

type TicketProps = {
  service: Service
  /** The tile it was picked from. */
  tile: Tile | undefined
  currency: string
  /** Keeps what is typed as a favorite. */
  star?: ReactNode
}

/** The slip while a direct recharge is typed: number, amount, review. */
export function Ticket({ service, tile, currency, star }: TicketProps) {
  const t = useText()
  const formats = useFormats()
  const navigate = useNavigate()
  const stop = useSellingStop()
  const ticket = useTicket(service)
  const { number, amount, account, fixed, active, inputs } = ticket
  const hindrance = findHindrance(number, amount)

  const openReview = useReview()
  const isStillHere = useIsCurrentPage()
  const review = () => {
    if (!isStillHere()) return
    if (hindrance) return ticket.focus(hindrance.field)
    if (stop || account === undefined || amount.status !== 'legal') return
    const content = { kind: 'direct', serviceId: service.id, amount: formatDecimal(amount.amount), account } as const
    openReview({ content, tileId: tile?.id })
  }
  const cancel = () => {
    ticket.discard()
    void navigate(tile?.parentId === undefined ? paths.sell() : paths.category(tile.parentId))
  }
  const next = () => (active === 'number' && !fixed && amount.status !== 'legal' ? ticket.focus('amount') : review())

  useTypingAnywhere({ onDigit: ticket.press, onDelete: ticket.erase, onEnter: review, onEscape: cancel })

  return (
    <>
      <Slip label={t('ticket.region')}>
        <SlipHead
          picture={<Picture src={tile?.imageSmall} srcInstead={tile?.imageLarge} name={service.name} size={40} />}
          title={<bdi>{service.name}</bdi>}
          sub={[service.category, service.subcategory].filter(Boolean).join(t('shell.comma'))}
          end={
            <>
              {star}
              <button type="button" className="btn" onClick={cancel}>
                {t('ticket.cancel')} <kbd className="kbd">Esc</kbd>
              </button>
            </>
          }
        />
        <div className="mt-2">
          <NumberField
            ref={inputs.number}
            entry={number}
            brand={service.brand}
            isActive={active === 'number'}
            onType={ticket.typeNumber}
            onFocus={() => ticket.setActive('number')}
            onEnter={next}
          />
          {fixed ? (
            <dl className="lines mt-2">
              <SlipLine label={t('ticket.amount')}>{formats.money(money(fixed, currency))}</SlipLine>
            </dl>
          ) : (
            <AmountField
              ref={inputs.amount}
              text={ticket.amountText}
              entry={amount}
              rule={service.rule}
              currency={currency}
              isActive={active === 'amount'}
              onType={ticket.typeAmount}
              onFocus={() => ticket.setActive('amount')}
              onEnter={review}
            />
          )}
        </div>
      </Slip>
      <div className="tray__gap" />
      <div className="stack">
        {!fixed && <AmountChips entry={amount} quick={ticket.quick} currency={currency} onPick={ticket.pickAmount} />}
        <Keypad
          onDigit={ticket.press}
          onDelete={ticket.erase}
          onClear={ticket.empty}
          onDecimal={active === 'amount' && needsPoint(service.rule) ? () => ticket.press('.') : undefined}
        />
        <ActionButton
          amount={amount.status === 'legal' ? formats.money(money(amount.amount, currency)) : undefined}
          icon={<ArrowRight className="ic flip" size={24} />}
          notReady={hindrance ? t(hindrance.message) : stop && t(stop)}
          onPress={review}
          onNotReady={review}
        >
          {t('ticket.review')}
        </ActionButton>
      </div>
    </>
  )
}
