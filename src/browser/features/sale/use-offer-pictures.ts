import { useQuery } from '@tanstack/react-query'

import type { InternationalChoice } from '#domain/international.ts'
import { countryOfferQuery } from '../../api/international.ts'

/** Flag and logo of what was chosen; a sale is reviewed without them when they cannot be had. */
export function useOfferPictures({ country, provider }: InternationalChoice) {
  const { data } = useQuery(countryOfferQuery(country.id))
  const operator = data?.providers.find(({ id }) => id === provider.id)
  return { flag: data?.country.flag, logo: operator?.logo }
}
