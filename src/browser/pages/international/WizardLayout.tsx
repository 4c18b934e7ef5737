import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CircleAlert, Info } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'

import { hasInternational } from '#domain/catalog/service.ts'
import { arrangeCatalog, catalogQuery } from '../../api/catalog.ts'
import { useFailedHint } from '../../api/status.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { CustomerWarning } from '../../sale/CustomerWarning.tsx'
import { findInternationalWarning } from '../../sale/international/international.ts'
import { useLeaveWizard, useWizardNavigate, useWizardTile } from '../../sale/international/wizard-steps.ts'
import { Button, IconButton, Spinner } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { Steps } from '../../ui/Steps.tsx'

export type WizardStep = 'country' | 'operator' | 'amount'

type WizardLayoutProps = {
  step: WizardStep
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

export function WizardLayout({ step, countryId = '', providerId, panel, children }: WizardLayoutProps) {
  const t = useText()
  const navigate = useWizardNavigate()
  const leave = useLeaveWizard()
  const isOffered = useHasInternational()
  const { data: shop } = useQuery({ ...catalogQuery, select: arrangeCatalog })
  const tileId = useWizardTile()
  const warning = shop && findInternationalWarning(shop, tileId, countryId || undefined)
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
      // On a small counter screen, the steps need the title's space.
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
      <CustomerWarning>{warning}</CustomerWarning>
      {children}
    </PageLayout>
  )
}

type LoadingNoticeProps = { children: string; error: Error | null; onRetry: () => void }

export function LoadingNotice({ children, error, onRetry }: LoadingNoticeProps) {
  const t = useText()
  const hint = useFailedHint()
  if (!error) {
    return (
      <p className="flex min-h-[160px] items-center justify-center gap-2 text-ink-2" role="status" aria-busy="true">
        <Spinner /> {children}
      </p>
    )
  }
  return (
    <Notice tone="bad" role="alert" icon={<CircleAlert size={24} aria-hidden />} heading={t('international.failed')}>
      <p className="mb-3">{t(hint)}</p>
      <Button size="lg" onClick={onRetry}>
        {t('storefront.tryAgain')}
      </Button>
    </Notice>
  )
}

export function useHasInternational(): boolean {
  const { data } = useQuery(catalogQuery)
  return hasInternational(data?.services ?? [])
}
