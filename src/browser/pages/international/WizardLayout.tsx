import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Info, Megaphone } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'

import { catalogueQuery } from '../../api/catalogue.ts'
import { arrangeCatalogue } from '../../api/arranged-catalogue.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { findAbroadWarning } from '../../sale/international-warning.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { useHasInternational, useLeaveWizard, useWizardNavigate, useWizardTile } from './use-wizard.ts'

export type WizardStep = 'country' | 'operator' | 'amount'

type WizardLayoutProps = {
  step: WizardStep
  /** What is chosen already, for the ways back. */
  countryId?: string | undefined
  providerId?: string | undefined
  panel: ReactNode
  children: ReactNode
}

const PLACE = { country: 0, operator: 1, amount: 2 }
const BACK = {
  country: 'international.back.products',
  operator: 'international.back.countries',
  amount: 'international.back.operators',
} as const

/** The page of one step: the way back, the steps, and what the customer has to be told before the sale. */
export function WizardLayout({ step, countryId = '', providerId, panel, children }: WizardLayoutProps) {
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
    <PageLayout
      start={<IconButton icon={ArrowLeft} label={t(BACK[step])} onClick={back} />}
      // Beside the side panel of a small counter the steps take its place.
      title={<span className="max-lg:sr-only">{t('international.title')}</span>}
      actions={
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
      }
      panel={panel}
    >
      {!isOffered && (
        <Notice tone="info" role="status" icon={<Info size={24} aria-hidden />} heading={t('international.slip')}>
          {t('storefront.unavailable')}
        </Notice>
      )}
      {warning !== undefined && (
        <Notice icon={<Megaphone size={24} aria-hidden />} heading={t('ticket.tellCustomer')}>
          <bdi className="whitespace-pre-line">{warning}</bdi>
        </Notice>
      )}
      {children}
    </PageLayout>
  )
}
