import { ArrowLeft } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'

import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { useIsOffered } from './use-is-offered.ts'
import { useLeave } from './use-leave.ts'

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
const BACK = { country: 'intl.back.products', operator: 'intl.back.countries', amount: 'intl.back.operators' } as const

/** Head, steps, stage and tray of one step, as one region of the main part. */
export function WizardLayout({ step, countryId = '', providerId, stage, tray }: WizardLayoutProps) {
  const t = useText()
  const navigate = useNavigate()
  const leave = useLeave()
  const isOffered = useIsOffered()
  useEffect(() => {
    document.documentElement.scrollTop = 0
  }, [step])
  const toCountries = () => void navigate(paths.international())
  const toOperators = () =>
    void navigate(
      providerId === undefined
        ? paths.internationalCountry(countryId)
        : paths.internationalProvider(countryId, providerId),
    )
  const back = { country: leave, operator: toCountries, amount: toOperators }[step]

  return (
    <main className="contents">
      <section className="contents" aria-label={t('intl.slip')}>
        <div className={`stage intl intl--${step}`}>
          <div className="intl__head">
            <button type="button" className="btn btn--icon btn--quiet" aria-label={t(BACK[step])} onClick={back}>
              <ArrowLeft className="ic flip" size={24} aria-hidden="true" />
            </button>
            <h1 className="grow">{t('intl.title')}</h1>
            <Steps
              label={t('intl.steps')}
              current={PLACE[step]}
              steps={[
                { name: t('intl.step.country'), onGo: toCountries },
                { name: t('intl.step.operator'), onGo: toOperators },
                { name: t('intl.step.amount') },
                { name: t('intl.step.review') },
              ]}
            />
          </div>
          {!isOffered && (
            <div className="intl__note">
              <Notice kind="info" role="status" heading={t('intl.slip')}>
                {t('storefront.unavailable')}
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
