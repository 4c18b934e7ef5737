import { useQuery } from '@tanstack/react-query'
import { Unplug } from 'lucide-react'

import type { Sale } from '#domain/sale/sale.ts'
import { saleQuery } from '../../api/sale.ts'
import { formatAge } from '../../i18n/format-time.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useNow } from '../../ui/use-now.ts'

const STEP_MS = 5_000

/** The till itself is silent: how old is what stands here, and that this screen promises nothing more. */
export function LastKnownState({ sale }: { sale: Sale }) {
  const t = useText()
  const locale = useLocale()
  const now = useNow(STEP_MS)
  const { dataUpdatedAt } = useQuery(saleQuery(sale.id))
  return (
    <Notice
      kind="info"
      role="status"
      icon={<Unplug className="ic" size={24} aria-hidden="true" />}
      heading={t('sale.lastKnown', {
        age: formatAge(dataUpdatedAt, now, locale),
      })}
    >
      {t('sale.lastKnownHint')}
    </Notice>
  )
}
