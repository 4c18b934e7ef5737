import { useCallback } from 'react'
import { useNavigate, useSearchParams, type NavigateOptions } from 'react-router-dom'

import { paths, withTile } from '../../paths.ts'
import { useInternationalDraft } from '../international.ts'

/** The tile that led into the wizard, as the address names it. It may have something to tell. */
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
