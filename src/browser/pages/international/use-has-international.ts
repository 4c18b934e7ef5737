import { useQuery } from '@tanstack/react-query'

import { catalogueQuery } from '../../api/catalogue.ts'

/** False while the catalogue lists the service of international top-ups as switched off; not listed at all it is sold. */
export function useHasInternational(): boolean {
  const { data } = useQuery(catalogueQuery)
  return data?.services.find(({ kind }) => kind === 'international')?.isActive ?? true
}
