import { useCallback } from 'react'
import { useNavigate, useSearchParams, type NavigateOptions } from 'react-router-dom'

import { withTile } from '../../paths.ts'

/** The tile that led into the wizard, as the address names it. */
export const useWizardTile = (): string | undefined => useSearchParams()[0].get('tile') ?? undefined

/** From step to step: the tile that led here stays in the address. */
export function useWizardNavigate(): (path: string, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const tileId = useWizardTile()
  return useCallback((path, options) => void navigate(withTile(path, tileId), options), [navigate, tileId])
}
