import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { catalogueQuery } from '../../api/catalogue.ts'
import { sessionQuery } from '../../api/session.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import type { PrintContext } from './print-context.ts'

/** The words of the papers of this shop, in the language on screen. */
export function usePrintContext(): PrintContext {
  const t = useText()
  const { money } = useFormats()
  const { data: point } = useQuery({ ...catalogueQuery, select: (catalogue) => catalogue.point })
  const { data: isPractice = false } = useQuery({ ...sessionQuery, select: ({ isPractice: practice }) => practice })
  return useMemo(() => ({ t, money, point, isPractice }), [t, money, point, isPractice])
}
