import { useNavigate } from 'react-router-dom'

import type { Sale } from '#domain/sale/sale.ts'
import { paths, withTile } from '../../paths.ts'
import { fillInternational, repeatInternational } from '../../sale/SellAgainButton.tsx'
import { useReview, type SaleRequest } from '../../sale/sale-request.ts'
import { offerOfSale, type Content, type OfferContent } from './content.ts'

/** A step of the way to a number abroad. */
export type InternationalStep = 'country' | 'operator' | 'number' | 'amount'

/** Back to a step, with everything that was chosen after it as far as that still fits. */
export function useGoToStep(content: Content): (step: InternationalStep) => void {
  const navigate = useNavigate()
  return (step) => {
    if (content.kind !== 'international') return
    if (step === 'amount') return void navigate(repeatInternational(content))
    fillInternational(content)
    void navigate(withTile(pathOf(step, content), content.tileId))
  }
}

/** Where else one goes from an international sale. Every way on is a new sale with a new id. */
export function useInternationalOptions(content: OfferContent) {
  const navigate = useNavigate()
  const openReview = useReview()
  const { account, countryId, tileId } = content
  return {
    /** The number belongs elsewhere. */
    goToCountry: (otherId: string) => {
      fillInternational({ account })
      void navigate(withTile(paths.internationalCountry(otherId), tileId))
    },
    /** The number belongs to another operator of the same country. */
    goToOperator: (otherId: string) => {
      fillInternational({ account })
      void navigate(withTile(paths.internationalAmounts(countryId, otherId), tileId))
    },
    sameAgain: () => openReview(sameRequest(content)),
  }
}

/** The same once more, where a lost check is all that kept it back: nobody can look for it (DESIGN rule 9), and it cost nothing. */
export function useRepeatInternational(sale: Sale): (() => void) | undefined {
  const openReview = useReview()
  const { international, problem, state } = sale
  if (!international || state !== 'refused' || problem?.code !== 'no-answer') return undefined
  return () => openReview(sameRequest(offerOfSale(sale, international)))
}

/** What is shown is what was shown: a price that changed meanwhile is told before anything is opened. */
function sameRequest({ offer, tileId, ...asked }: OfferContent): Pick<SaleRequest, 'content' | 'tileId' | 'offer'> {
  return { content: { ...asked, ...(offer ? { shown: offer.pays } : {}) }, tileId, offer }
}

function pathOf(step: Exclude<InternationalStep, 'amount'>, { countryId, providerId }: OfferContent): string {
  if (step === 'country') return paths.international()
  return step === 'operator'
    ? paths.internationalCountry(countryId)
    : paths.internationalProvider(countryId, providerId)
}
