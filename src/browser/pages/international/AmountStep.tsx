import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Info } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useParams } from 'react-router-dom'

import { findSameDenomination } from '#domain/catalog/international-denominations.ts'
import type { Country, Denomination, InternationalChoice } from '#domain/catalog/international.ts'
import { formatAccount } from '#domain/phone/phone-mask.ts'
import { tillQueries } from '../../api/international.ts'
import { ServerFailure } from '../../api/request.ts'
import { useSellingStop } from '../../api/status.ts'
import { useTypingAnywhere } from '../../lib/hotkeys.ts'
import { countryName } from '../../i18n/country-name.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useIsCurrentPage } from '../../lib/lazy-part.tsx'
import { paths } from '../../paths.ts'
import { CustomerAnswer } from '../../sale/CustomerAnswer.tsx'
import { FavoriteStar } from '../../sale/favorites/EditFavorites.tsx'
import { pickInternational } from '../../sale/favorites/saved-picks.ts'
import { useInternationalDraft } from '../../sale/international/international.ts'
import { AmountGroups } from '../../sale/international/AmountGroups.tsx'
import { useRecipient } from '../../sale/international/recipient-entry.ts'
import { useLeaveWizard, useWizardNavigate, useWizardTile } from '../../sale/international/wizard-steps.ts'
import { useReview } from '../../sale/sale-request.ts'
import { Button } from '../../ui/Button.tsx'
import { Flag } from '../../ui/Flag.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { LoadingNotice, useHasInternational, WizardLayout } from './WizardLayout.tsx'
import { AtCountry, WizardSummary } from './WizardSummary.tsx'

export function AmountStep() {
  const { providerId = '' } = useParams()
  return (
    <AtCountry step="amount">
      {(country) => <Amounts key={`${country.id} ${providerId}`} country={country} providerId={providerId} />}
    </AtCountry>
  )
}

type AmountsProps = { country: Country; providerId: string }

function Amounts({ country, providerId }: AmountsProps) {
  const { denominationId } = useParams()
  const t = useText()
  const formats = useFormats()
  const locale = useLocale()
  const toStep = useWizardNavigate()
  const leave = useLeaveWizard()
  const stop = useSellingStop()
  const isOffered = useHasInternational()
  const { data: known } = useQuery(tillQueries.country(country.id))
  const { data: offer, error, refetch } = useQuery(tillQueries.provider(country.id, providerId))
  const provider = offer?.provider ?? known?.providers.find(({ id }) => id === providerId)
  const { chosen, isGone, choose } = useChosenAmount(country, providerId, offer?.denominations)
  const { mask, account } = useRecipient(country)
  const openReview = useOpenReview()
  const order = useInternationalDraft((draft) => draft.order)
  const isOtherProduct = order !== undefined && order.providerId !== providerId
  useEffect(() => {
    if (isOtherProduct) useInternationalDraft.getState().dropOrder()
  }, [isOtherProduct])
  const { state } = useLocation() as { state: { isByItself?: boolean } | null }
  const [cameByItself] = useState(state?.isByItself === true)
  const action = useRef<HTMLButtonElement>(null)

  const toNumber = () => toStep(paths.internationalProvider(country.id, providerId))
  const isUnknown = error instanceof ServerFailure && error.failure.code === 'provider-not-found'
  useEffect(() => {
    if (isUnknown) toStep(paths.internationalProvider(country.id, providerId), { replace: true })
  }, [isUnknown, country.id, providerId, toStep])

  const notReady = account === undefined ? 'ticket.enterNumber' : chosen ? undefined : 'international.pickAmount'
  const barred = isOffered ? stop : 'storefront.unavailable'
  const blocked = notReady ?? barred
  const isStillHere = useIsCurrentPage()
  const review = (amount = chosen) => {
    if (!isStillHere()) return
    if (account === undefined) toNumber()
    else if (!barred && offer && amount) openReview(country, offer.provider, amount, account)
  }
  const isRepeated = useInternationalDraft((draft) => draft.isRepeated) === true && chosen !== undefined
  const repeat = useEffectEvent(() => {
    if (!isStillHere()) return
    useInternationalDraft.getState().settle()
    review()
  })
  useEffect(() => {
    if (isRepeated) repeat()
  }, [isRepeated, chosen?.id, denominationId])
  useTypingAnywhere({ onDigit: () => {}, onDelete: () => {}, onEnter: () => review(), onEscape: leave })

  return (
    <WizardLayout
      step="amount"
      countryId={country.id}
      providerId={providerId}
      panel={
        <SidePanel
          foot={
            <>
              <p className="px-1 text-1 text-ink-2">{t('international.reviewHint')}</p>
              <Button
                ref={action}
                variant="primary"
                size="xl"
                icon={ArrowRight}
                amount={chosen ? formats.money(chosen.pays) : ''}
                blocked={blocked && t(blocked)}
                onBlocked={() => review()}
                // A key that has been held since the previous step must not press the button.
                onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
                onClick={() => review()}
              >
                {t('ticket.review')}
              </Button>
            </>
          }
        >
          <WizardSummary
            country={countryName(country, locale)}
            operator={provider?.name}
            number={account === undefined ? undefined : formatAccount(mask, account)}
            denomination={chosen}
          />
          <CustomerAnswer onChange={toNumber} />
        </SidePanel>
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {provider && <Picture name={provider.name} src={provider.logo} size="md" />}
        <div className="min-w-0 flex-1 basis-[120px] wrap-anywhere">
          <h2 className="text-4">
            <bdi>{provider?.name ?? '…'}</bdi>
          </h2>
          <p className="flex items-center gap-2 text-ink-2">
            <Flag code={country.id} src={country.flag} size="sm" /> <bdi>{countryName(country, locale)}</bdi>
          </p>
        </div>
        <div className="ms-auto flex gap-3">
          {provider && <FavoriteStar pick={pickInternational(country, provider, chosen)} />}
          <Button onClick={toNumber}>{t('international.changeOperator')}</Button>
        </div>
      </div>
      {isGone && (
        <Notice tone="info" role="status" icon={<Info size={24} aria-hidden />}>
          {t('international.amountGone')}
        </Notice>
      )}
      {!offer && (
        <LoadingNotice error={error} onRetry={() => void refetch()}>
          {t('international.loadingAmounts')}
        </LoadingNotice>
      )}
      {offer?.denominations.length === 0 && (
        <p className="text-ink-2" role="status">
          {t('international.noAmounts', { operator: offer.provider.name })}
        </p>
      )}
      {offer && offer.denominations.length > 0 && (
        <>
          <AmountGroups
            offer={offer}
            chosen={chosen}
            cameByItself={cameByItself}
            onChoose={(denomination) => {
              // Nothing else is left to choose behind a whole number.
              if (account !== undefined && !barred) {
                const { id, name, gets } = denomination
                useInternationalDraft.getState().choose({ id, name, gets })
                return review(denomination)
              }
              choose(denomination)
              action.current?.focus()
            }}
          />
          <p className="mt-auto text-ink-2">{t('international.amountsHint', { currency: country.currency })}</p>
        </>
      )}
    </WizardLayout>
  )
}

/** The amount in the URL. If the offer's ids have changed, an equal amount is used. */
function useChosenAmount(country: Country, providerId: string, offered: readonly Denomination[] | undefined) {
  const toStep = useWizardNavigate()
  const { denominationId } = useParams()
  const choice = useInternationalDraft((draft) => draft.choice)
  const wanted = choice?.id === denominationId ? choice : undefined
  const chosen =
    offered && denominationId !== undefined
      ? (offered.find(({ id }) => id === denominationId) ?? (wanted && findSameDenomination(offered, wanted)))
      : undefined
  const choose = ({ id, name, gets }: Denomination) => {
    useInternationalDraft.getState().choose({ id, name, gets })
    toStep(paths.internationalAmount(country.id, providerId, id), { replace: true })
  }
  const renumbered = chosen && chosen.id !== denominationId ? chosen : undefined
  const follow = useEffectEvent(choose)
  useEffect(() => {
    if (renumbered) follow(renumbered)
  }, [renumbered])
  return { chosen, isGone: offered !== undefined && denominationId !== undefined && chosen === undefined, choose }
}

/** Starts the sale with everything that was shown, and opens it. */
function useOpenReview() {
  const openReview = useReview()
  const tileId = useWizardTile()
  return (country: Country, provider: InternationalChoice['provider'], chosen: Denomination, account: string) => {
    const { id: denominationId, name, description, gets, pays } = chosen
    // A country's currency and groups are not part of a sale.
    const { currency: _, groups: __, ...chosenCountry } = country
    const { order } = useInternationalDraft.getState()
    openReview({
      content: {
        kind: 'international',
        countryId: country.id,
        providerId: provider.id,
        denominationId,
        account,
        shown: pays,
        ...(order && { orderId: order.id }),
      },
      tileId,
      offer: {
        choice: { country: chosenCountry, provider, denomination: { id: denominationId, name, description } },
        gets,
        pays,
      },
    })
  }
}
