import { CircleAlert, Printer } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import type { FailureCode } from '#api/failure.ts'
import type { Money } from '#domain/money/money.ts'
import { useSellingStop } from '../../api/status.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { useCustomerDisplay } from '../../sale/customer-display.ts'
import { usePaymentRules } from '../../sale/PaymentMethodField.tsx'
import { useShiftStop } from '../../shift/ShiftNeeded.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { ONE_COLUMN, useMedia } from '../../lib/use-media.ts'
import { PaymentKeys } from './payment/PaymentKeys.tsx'
import type { SendOptions } from './sale-view.ts'

/** What a press says about the payment and the customer. */
export type CheckoutOptions = Omit<SendOptions, 'accept' | 'approver'>

type Refusal = FailureCode | 'no-answer'

type SendKeysProps = {
  pays: Money
  /** What is sent, such as *Send top-up*. */
  verb: string
  note: string | undefined
  armDelayMs: number
  autoFocus: boolean
  /** Why nothing can be sent yet, besides what stops all selling. */
  blocked?: string | undefined
  /** Why the last *Send* was refused. */
  refusal: Refusal | undefined
  onSend: (options?: CheckoutOptions) => void
}

/** One button, or a key for each way to pay. */
export function SendKeys({ pays, verb, autoFocus, refusal, onSend, blocked: blockedHere, ...sending }: SendKeysProps) {
  const t = useText()
  const formats = useFormats()
  const rules = usePaymentRules()
  const isOneColumn = useMedia(ONE_COLUMN)
  const stop = useSellingStop(false)
  const shiftStop = useShiftStop()
  const [isCustomerSkipped, setIsCustomerSkipped] = useState(false)
  // The server decides. Until the display's state has been read, the server's refusal counts.
  const isAwaited = useCustomerDisplay(({ reply }) =>
    reply ? reply.isAwaited === true : refusal === 'number-unconfirmed',
  )
  const stopped = stop ? t(stop === 'ticket.offline' ? 'sale.offline' : stop) : undefined
  const blocked = stopped ?? (shiftStop ? t('sale.noShift') : blockedHere)
  const awaited = isAwaited ? t('display.awaited') : undefined
  return (
    <>
      {/* Above the keys, which keep their places when it goes. */}
      {rules && awaited !== undefined && blocked === undefined && (
        <Button
          size="lg"
          armDelayMs={sending.armDelayMs}
          isOff={isCustomerSkipped}
          onClick={() => setIsCustomerSkipped(true)}
        >
          {t('display.without')}
        </Button>
      )}
      {!isOneColumn && <PrintSwitch />}
      {rules ? (
        <PaymentKeys
          // Keys that change what they do wait again before they accept presses.
          key={`${rules.methods.join()} ${rules.default} ${isCustomerSkipped}`}
          {...sending}
          rules={rules}
          pays={pays}
          verb={verb}
          autoFocus={autoFocus && !isCustomerSkipped}
          blocked={blocked ?? (isCustomerSkipped ? undefined : awaited)}
          onPay={(choice) =>
            onSend({ ...choice, ...(isCustomerSkipped && { skipCustomerConfirmation: true as const }) })
          }
        />
      ) : (
        <>
          <Button
            variant="primary"
            size="xl"
            {...sending}
            amount={formats.money(pays)}
            keyCap="Enter"
            autoFocus={autoFocus}
            blocked={blocked ?? awaited}
            onClick={() => onSend()}
          >
            {verb}
          </Button>
          {awaited !== undefined && blocked === undefined && (
            <Button
              size="lg"
              {...sending}
              amount={formats.money(pays)}
              onClick={() => onSend({ skipCustomerConfirmation: true })}
            >
              {t('display.goOn')}
            </Button>
          )}
        </>
      )}
    </>
  )
}

/** Also links to the printer settings. Hidden if this terminal never prints. */
export function PrintSwitch() {
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

/** Refusals that another part of the page explains. */
const TOLD_ELSEWHERE: readonly Refusal[] = ['number-unconfirmed', 'shift-needed', 'drawer-counting']

export function SendRefusal({ code }: { code: Refusal | undefined }) {
  const t = useText()
  if (!code || TOLD_ELSEWHERE.includes(code)) return null
  return (
    <Notice tone="info" role="alert" icon={<CircleAlert size={24} aria-hidden />} heading={t(`failure.${code}`)}>
      {t('failure.money.no')}
    </Notice>
  )
}
