import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate, useSearchParams, type NavigateOptions } from 'react-router-dom'

import { catalogueQuery } from '../../api/catalogue.ts'
import { paths, withTile } from '../../paths.ts'
import { useInternationalDraft } from '../../sale/international-draft.ts'

/** The tile that led into the wizard, as the address names it. */
export const useWizardTile = (): string | undefined => useSearchParams()[0].get('tile') ?? undefined

/** From step to step: the tile that led here stays in the address. */
export function useWizardNavigate(): (path: string, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const tileId = useWizardTile()
  return useCallback((path, options) => void navigate(withTile(path, tileId), options), [navigate, tileId])
}

/** Out of the wizard, with nothing kept. */
export function useLeaveWizard(): () => void {
  const navigate = useNavigate()
  return () => {
    useInternationalDraft.getState().clear()
    void navigate(paths.sell())
  }
}

/** False while the catalogue lists the service of international top-ups as switched off; not listed at all it is sold. */
export function useHasInternational(): boolean {
  const { data } = useQuery(catalogueQuery)
  return data?.services.find(({ kind }) => kind === 'international')?.isActive ?? true
}
