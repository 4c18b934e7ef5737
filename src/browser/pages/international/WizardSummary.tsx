import { Globe } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Denomination } from '#domain/international.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { Slip, SlipHead, SlipLine } from '../../ui/Slip.tsx'
import { useLeaveWizard } from './use-leave-wizard.ts'

type WizardSummaryProps = {
  country?: string | undefined
  operator?: string | undefined
  number?: string | undefined
  denomination?: Denomination | undefined
  /** Keeps what is chosen as a favorite. */
  star?: ReactNode
  /** The field of the number; the lines below it come once it is left. */
  children?: ReactNode
}

/** The slip as it fills line by line. */
export function WizardSummary({ country, operator, number, denomination, star, children }: WizardSummaryProps) {
  const t = useText()
  const formats = useFormats()
  const leave = useLeaveWizard()
  const notYet = t('international.notYet')

  return (
    <Slip label={t('ticket.region')}>
      <SlipHead
        picture={
          <span className="intl__mark">
            <Globe className="ic" size={24} aria-hidden="true" />
          </span>
        }
        title={t('international.slip')}
        end={
          <>
            {star}
            <button type="button" className="btn" onClick={leave}>
              {t('ticket.cancel')} <kbd className="kbd">Esc</kbd>
            </button>
          </>
        }
      />
      <hr />
      <dl className="lines">
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
              value={number === undefined ? undefined : <span className="num">{number}</span>}
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
      {children}
      {!children && (
        <>
          <hr />
          <dl className="lines">
            <SlipLine label={t('money.customerPays')} kind="total">
              {denomination ? <MoneyText money={denomination.pays} /> : <span className="intl__unpaid">{notYet}</span>}
            </SlipLine>
          </dl>
        </>
      )}
    </Slip>
  )
}

type LineProps = { label: string; value: ReactNode; missing: string }

function Line({ label, value, missing }: LineProps) {
  return value === undefined ? (
    <SlipLine label={label} kind="todo">
      {missing}
    </SlipLine>
  ) : (
    <SlipLine label={label}>
      <bdi>{value}</bdi>
    </SlipLine>
  )
}
