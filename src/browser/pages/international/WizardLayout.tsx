import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Megaphone } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'

import { findAbroadWarning } from '../../sale/international-warning.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { arrangeCatalogue } from '../../api/arranged-catalogue.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { useHasInternational } from './use-has-international.ts'
import { useLeaveWizard } from './use-leave-wizard.ts'
import { useWizardNavigate, useWizardTile } from './use-wizard-navigate.ts'

export type WizardStep = 'country' | 'operator' | 'amount'

type WizardLayoutProps = {
  step: WizardStep
  /** What is chosen already, for the ways back. */
  countryId?: string | undefined
  providerId?: string | undefined
  stage: ReactNode
  tray: ReactNode
}

const PLACE = { country: 0, operator: 1, amount: 2 }
const BACK = {
  country: 'international.back.products',
  operator: 'international.back.countries',
  amount: 'international.back.operators',
} as const

/** Head, steps, stage and tray of one step, as one region of the main part. */
export function WizardLayout({ step, countryId = '', providerId, stage, tray }: WizardLayoutProps) {
  const t = useText()
  const navigate = useWizardNavigate()
  const leave = useLeaveWizard()
  const isOffered = useHasInternational()
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeCatalogue })
  const tileId = useWizardTile()
  const warning = shop && findAbroadWarning(shop, tileId, countryId || undefined)
  useEffect(() => {
    document.documentElement.scrollTop = 0
  }, [step])
  const toCountries = () => navigate(paths.international())
  const toOperators = () =>
    navigate(
      providerId === undefined
        ? paths.internationalCountry(countryId)
        : paths.internationalProvider(countryId, providerId),
    )
  const back = { country: leave, operator: toCountries, amount: toOperators }[step]

  return (
    <main className="contents">
      <section className="contents" aria-label={t('international.slip')}>
        <div className={`stage intl intl--${step}`}>
          <div className="intl__head">
            <button type="button" className="btn btn--icon btn--quiet" aria-label={t(BACK[step])} onClick={back}>
              <ArrowLeft className="ic flip" size={24} aria-hidden="true" />
            </button>
            <h1 className="grow">{t('international.title')}</h1>
            <Steps
              label={t('international.steps')}
              current={PLACE[step]}
              steps={[
                { name: t('international.step.country'), onGo: toCountries },
                { name: t('international.step.operator'), onGo: toOperators },
                { name: t('international.step.amount') },
                { name: t('international.step.review') },
              ]}
            />
          </div>
          {!isOffered && (
            <div className="intl__note">
              <Notice kind="info" role="status" heading={t('international.slip')}>
                {t('storefront.unavailable')}
              </Notice>
            </div>
          )}
          {warning !== undefined && (
            <div className="intl__note">
              <Notice
                icon={<Megaphone className="ic" size={24} aria-hidden="true" />}
                heading={t('ticket.tellCustomer')}
              >
                <bdi className="whitespace-pre-line">{warning}</bdi>
              </Notice>
            </div>
          )}
          {stage}
        </div>
        <div className="tray">{tray}</div>
      </section>
    </main>
  )
}
