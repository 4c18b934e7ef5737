import { useCallback } from 'react'
import { useNavigate, useSearchParams, type NavigateOptions } from 'react-router-dom'

import { paths, withTile } from '../../paths.ts'
import { useInternationalDraft } from './international.ts'

/** The tile in the URL, which may have a fraud warning. */
export const useWizardTile = (): string | undefined => useSearchParams()[0].get('tile') ?? undefined

/** Keeps the tile in the URL. */
export function useWizardNavigate(): (path: string, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const tileId = useWizardTile()
  return useCallback((path, options) => void navigate(withTile(path, tileId), options), [navigate, tileId])
}

export function useLeaveWizard(): () => void {
  const navigate = useNavigate()
  return () => {
    useInternationalDraft.getState().clear()
    void navigate(paths.sell())
  }
}
