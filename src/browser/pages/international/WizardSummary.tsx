import { Globe } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Denomination } from '#domain/international.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { Money } from '../../ui/Money.tsx'
import { SummaryHead, SummaryLine, SummaryRule, SummaryTotal, TicketSummary } from '../../ui/TicketSummary.tsx'
import { useLeaveWizard } from './use-wizard.ts'

type WizardSummaryProps = {
  country?: string | undefined
  operator?: string | undefined
  number?: string | undefined
  denomination?: Denomination | undefined
  /** The field of the number; the lines below it come once it is left. */
  children?: ReactNode
}

/** The ticket as it fills line by line. */
export function WizardSummary({ country, operator, number, denomination, children }: WizardSummaryProps) {
  const t = useText()
  const formats = useFormats()
  const leave = useLeaveWizard()
  const notYet = t('international.notYet')
  // In one column a field below it is all there is: the keys have to stay on the screen.
  const lines = children ? 'max-md:hidden' : ''

  return (
    <TicketSummary label={t('ticket.region')}>
      <div className={lines}>
        <SummaryHead
          picture={
            <span className="grid size-7 shrink-0 place-items-center rounded-2 bg-paper-2 text-act-ink">
              <Globe size={24} aria-hidden />
            </span>
          }
          title={<Words>{t('international.slip')}</Words>}
          end={
            <span className="-me-2">
              <Button variant="quiet" onClick={leave}>
                {t('ticket.cancel')} <Kbd>Esc</Kbd>
              </Button>
            </span>
          }
        />
        <SummaryRule />
        <dl>
          <Line label={t('international.country')} value={country} missing={t('international.choose')} />
          <Line
            label={t('international.operator')}
            value={operator}
            missing={country === undefined ? notYet : t('international.choose')}
          />
          {!children && (
            <>
              <Line
                label={t('international.number')}
                value={number === undefined ? undefined : <span dir="ltr">{number}</span>}
                missing={notYet}
              />
              <Line
                label={t('money.recipientGets')}
                value={denomination && formats.money(denomination.gets)}
                missing={notYet}
              />
            </>
          )}
        </dl>
      </div>
      {children ?? (
        <>
          <SummaryRule />
          <dl>
            <SummaryTotal label={t('money.customerPays')}>
              {denomination ? (
                <Money money={denomination.pays} size="total" />
              ) : (
                <span className="text-4 text-paper-ink">{notYet}</span>
              )}
            </SummaryTotal>
          </dl>
        </>
      )}
    </TicketSummary>
  )
}

/** Breaks between words alone, not after a hyphen. */
const Words = ({ children }: { children: string }) =>
  children.split(' ').map((word, at) => (
    <span key={at}>
      {at > 0 && ' '}
      <span className="inline-block">{word}</span>
    </span>
  ))

type LineProps = { label: string; value: ReactNode; missing: string }

const Line = ({ label, value, missing }: LineProps) => (
  <SummaryLine label={label} isOpen={value === undefined}>
    <bdi>{value ?? missing}</bdi>
  </SummaryLine>
)
