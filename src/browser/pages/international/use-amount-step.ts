import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

import {
  findSameDenomination,
  type Country,
  type Denomination,
  type InternationalChoice,
} from '#domain/international.ts'
import { formatAccount, readNumber, readPhoneMask } from '#domain/phone-mask.ts'
import { providerOfferQuery } from '../../api/international.ts'
import { useReview } from '../../sale/use-review.ts'
import { useInternationalDraft } from '../../sale/international-draft.ts'
import { paths } from '../../paths.ts'
import { useWizardNavigate, useWizardTile } from './use-wizard-navigate.ts'

/** The offer of one operator for this sale, the amount chosen from it, and the way to the review. */
export function useAmountStep(country: Country, providerId: string, denominationId: string | undefined) {
  const openReview = useReview()
  const toStep = useWizardNavigate()
  const tileId = useWizardTile()
  const typed = useInternationalDraft((draft) => draft.number)
  const choice = useInternationalDraft((draft) => draft.choice)
  const { data: offer, error, refetch } = useQuery(providerOfferQuery(country.id, providerId))
  const mask = useMemo(() => readPhoneMask(country.phoneCode, country.phoneMask), [country])
  const number = readNumber(mask, typed)
  const account = number.status === 'complete' ? number.account : undefined

  const wanted = choice?.id === denominationId ? choice : undefined
  const chosen =
    offer && denominationId !== undefined
      ? (offer.denominations.find(({ id }) => id === denominationId) ??
        (wanted && findSameDenomination(offer.denominations, wanted)))
      : undefined
  const choose = ({ id, name, gets }: Denomination) => {
    useInternationalDraft.getState().choose({ id, name, gets })
    toStep(paths.internationalAmount(country.id, providerId, id), { replace: true })
  }
  const renumbered = chosen && chosen.id !== denominationId ? chosen : undefined
  useEffect(() => {
    if (renumbered) choose(renumbered)
    // Once for each offer that numbers it anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [renumbered])

  return {
    offer,
    error,
    refetch,
    account,
    shownNumber: account === undefined ? undefined : formatAccount(mask, account),
    chosen,
    isGone: offer !== undefined && denominationId !== undefined && chosen === undefined,
    choose,
    toNumber: () => toStep(paths.internationalProvider(country.id, providerId)),
    review: () => {
      if (!offer || !chosen || account === undefined) return
      const { gets, pays } = chosen
      openReview({
        content: {
          kind: 'international',
          countryId: country.id,
          providerId,
          denominationId: chosen.id,
          account,
          shown: pays,
        },
        tileId,
        offer: {
          choice: {
            country: choiceOfCountry(country),
            provider: offer.provider,
            denomination: { id: chosen.id, name: chosen.name, description: chosen.description },
          },
          gets,
          pays,
        },
      })
    },
  }
}

/** What of a country a sale is opened with: neither its currency nor its groups. */
function choiceOfCountry(country: Country): InternationalChoice['country'] {
  const { currency: _, groups: __, ...chosen } = country
  return chosen
}
