import { useQuery } from '@tanstack/react-query'

import { arrangeCatalogue, catalogueQuery } from '../../api/catalogue.ts'
import type { QuickPick } from './saved-picks.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { viewPick, type PickView } from './view-pick.ts'

/** How picks look in this shop and language; nothing while there is no catalogue. */
export function usePickViews(): ((pick: QuickPick) => PickView) | undefined {
  const t = useText()
  const locale = useLocale()
  const formats = useFormats()
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeCatalogue })
  return shop && ((pick) => viewPick(pick, shop, { t, locale, formats }))
}
