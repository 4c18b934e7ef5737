import { useQuery } from '@tanstack/react-query'
import { Globe } from 'lucide-react'
import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router-dom'

import type { Country, Denomination } from '#domain/catalog/international.ts'
import { tillQueries } from '../../api/international.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths, withTile } from '../../paths.ts'
import { useInternationalDraft } from '../../sale/international/international.ts'
import { useLeaveWizard, useWizardTile } from '../../sale/international/wizard-steps.ts'
import { OrderNote } from '../../sale/OrderNote.tsx'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { Money } from '../../ui/Money.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import {
  SummaryHead,
  SummaryLine,
  SummaryRule,
  SummaryTotal,
  TicketSummary,
  WholeWords,
} from '../../ui/TicketSummary.tsx'
import { LoadingNotice, WizardLayout, type WizardStep } from './WizardLayout.tsx'

type WizardSummaryProps = {
  country?: string | undefined
  operator?: string | undefined
  number?: string | undefined
  denomination?: Denomination | undefined
  /** The number field; the lines below appear after it. */
  children?: ReactNode
}

export function WizardSummary({ country, operator, number, denomination, children }: WizardSummaryProps) {
  const t = useText()
  const formats = useFormats()
  const leave = useLeaveWizard()
  const orderId = useInternationalDraft((draft) => draft.order?.id)
  const notYet = t('international.notYet')
  // In one column, only the field below is shown, so the keypad stays on screen.
  const lines = children ? 'max-md:hidden' : ''

  return (
    <TicketSummary label={t('ticket.region')}>
      <OrderNote orderId={orderId} onRelease={leave} />
      <div className={lines}>
        <SummaryHead
          picture={
            <span className="grid size-7 shrink-0 place-items-center rounded-2 bg-paper-2 text-act-ink">
              <Globe size={24} aria-hidden />
            </span>
          }
          title={
            <span className="-me-3 block">
              <WholeWords>{t('international.slip')}</WholeWords>
            </span>
          }
          end={
            <span className="-me-2">
              <Button variant="quiet" onClick={leave}>
                {t('ticket.cancel')}{' '}
                <span className="max-lg:hidden">
                  <Kbd>Esc</Kbd>
                </span>
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

type LineProps = { label: string; value: ReactNode; missing: string }

const Line = ({ label, value, missing }: LineProps) => (
  <SummaryLine label={label} isOpen={value === undefined}>
    <bdi>{value ?? missing}</bdi>
  </SummaryLine>
)

type AtCountryProps = {
  step: WizardStep
  /** Gets all countries, in case the number belongs to another one. */
  children: (country: Country, countries: readonly Country[]) => ReactNode
}

/** A step in the country named by the URL. An unknown country leads back to the choice. */
export function AtCountry({ step, children }: AtCountryProps) {
  const t = useText()
  const { countryId = '', providerId } = useParams()
  const tileId = useWizardTile()
  const { data, error, refetch } = useQuery(tillQueries.countries)
  if (!data) {
    const panel = (
      <SidePanel isExtra>
        <WizardSummary />
      </SidePanel>
    )
    return (
      <WizardLayout step={step} countryId={countryId} providerId={providerId} panel={panel}>
        <LoadingNotice error={error} onRetry={() => void refetch()}>
          {t('international.loadingCountries')}
        </LoadingNotice>
      </WizardLayout>
    )
  }
  const { countries } = data
  const country = countries.find(({ id }) => id.toLowerCase() === countryId.toLowerCase())
  if (country) return children(country, countries)
  return <Navigate to={withTile(paths.international(), tileId)} state={{ unknownId: countryId }} replace />
}
