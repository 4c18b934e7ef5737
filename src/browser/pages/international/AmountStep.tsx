import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Info } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

import type { Country, Denomination } from '#domain/international.ts'
import { countryOfferQuery } from '../../api/international.ts'
import { ProxyFailure } from '../../api/request.ts'
import { useSellingStop } from '../../api/status.ts'
import { countryName } from '../../i18n/country-name.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { FavoriteStar } from '../../sale/favorites/FavoriteStar.tsx'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Flag } from '../../ui/Flag.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { useIsCurrentPage } from '../../use-is-current-page.ts'
import { useTypingAnywhere } from '../../use-typing-anywhere.ts'
import { pickInternational } from '../../sale/favorites/view-pick.ts'
import { AmountGroups } from './AmountGroups.tsx'
import { useAmountStep } from './use-amount-step.ts'
import { useHasInternational } from './use-has-international.ts'
import { useLeaveWizard } from './use-leave-wizard.ts'
import { LoadingNotice } from './LoadingNotice.tsx'
import { WizardLayout } from './WizardLayout.tsx'
import { WizardSummary } from './WizardSummary.tsx'
import { useWizardNavigate } from './use-wizard-navigate.ts'

type AmountStepProps = { country: Country; providerId: string; denominationId: string | undefined }

/** How much: the operator's amounts of this moment, by kind, and the way to the review. */
export function AmountStep({ country, providerId, denominationId }: AmountStepProps) {
  const t = useText()
  const formats = useFormats()
  const navigate = useWizardNavigate()
  const leave = useLeaveWizard()
  const stop = useSellingStop()
  const isOffered = useHasInternational()
  const { data: known } = useQuery(countryOfferQuery(country.id))
  const step = useAmountStep(country, providerId, denominationId)
  const { offer, error, chosen, account } = step
  const provider = offer?.provider ?? known?.providers.find(({ id }) => id === providerId)
  const { state } = useLocation() as { state: { isByItself?: boolean } | null }
  const [cameByItself] = useState(state?.isByItself === true)
  const action = useRef<HTMLButtonElement>(null)

  const isUnknown = error instanceof ProxyFailure && error.failure.code === 'provider-not-found'
  useEffect(() => {
    // The operators say it, and the number stays.
    if (isUnknown) navigate(paths.internationalProvider(country.id, providerId), { replace: true })
  }, [isUnknown, country.id, providerId, navigate])

  const notReady = account === undefined ? 'ticket.enterNumber' : chosen ? undefined : 'international.pickAmount'
  const barred = isOffered ? stop : 'storefront.unavailable'
  const isStillHere = useIsCurrentPage()
  const review = () => {
    if (!isStillHere()) return
    if (account === undefined) step.toNumber()
    else if (!barred) step.review()
  }
  const choose = (denomination: Denomination) => {
    step.choose(denomination)
    action.current?.focus()
  }
  useTypingAnywhere({ onDigit: () => {}, onDelete: () => {}, onEnter: review, onEscape: leave })

  return (
    <WizardLayout
      step="amount"
      countryId={country.id}
      providerId={providerId}
      stage={
        <>
          <div className="intl__operator">
            {provider && <Picture name={provider.name} src={provider.logo} size={56} />}
            <div className="grow">
              <h2>
                <bdi>{provider?.name ?? '…'}</bdi>
              </h2>
              <p className="muted row">
                <Flag code={country.id} src={country.flag} /> <bdi>{countryName(country)}</bdi>
              </p>
            </div>
            <button type="button" className="btn" onClick={step.toNumber}>
              {t('international.changeOperator')}
            </button>
          </div>
          {step.isGone && (
            <div className="intl__note">
              <Notice kind="info" role="status" icon={<Info className="ic" size={24} />}>
                {t('international.amountGone')}
              </Notice>
            </div>
          )}
          {!offer && (
            <LoadingNotice error={error} onRetry={() => void step.refetch()}>
              {t('international.loadingAmounts')}
            </LoadingNotice>
          )}
          {offer?.denominations.length === 0 && (
            <p className="muted intl__waiting" role="status">
              {t('international.noAmounts', { operator: offer.provider.name })}
            </p>
          )}
          {offer && offer.denominations.length > 0 && (
            <>
              <AmountGroups offer={offer} chosen={chosen} onChoose={choose} cameByItself={cameByItself} />
              <p className="muted intl__foot">{t('international.amountsHint', { currency: country.currency })}</p>
            </>
          )}
        </>
      }
      tray={
        <>
          <WizardSummary
            country={countryName(country)}
            operator={provider?.name}
            number={step.shownNumber}
            denomination={chosen}
            star={provider && <FavoriteStar pick={pickInternational(country, provider, chosen)} />}
          />
          <div className="tray__gap" />
          <div
            className="stack"
            // A key held since the step before presses nothing here.
            onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
          >
            <p className="small muted intl__remarkfoot">{t('international.reviewHint')}</p>
            <ActionButton
              ref={action}
              amount={chosen && formats.money(chosen.pays)}
              icon={<ArrowRight className="ic flip" size={24} />}
              notReady={notReady ? t(notReady) : barred && t(barred)}
              onPress={review}
              onNotReady={review}
            >
              {t('ticket.review')}
            </ActionButton>
          </div>
        </>
      }
    />
  )
}
