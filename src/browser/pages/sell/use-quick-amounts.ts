import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'

import { quickAmounts } from '#domain/amount-rule.ts'
import type { Decimal } from '#domain/money.ts'
import type { Service } from '#domain/service.ts'
import { salesTodayQuery } from '../../api/sales.ts'
import { findMostSold } from './amount-entry.ts'

/** Amounts at one tap, around the one sold most today. They stay as they are while a ticket is open, whatever is sold meanwhile. */
export function useQuickAmounts({ id, rule }: Service): Decimal[] {
  const client = useQueryClient()
  return useMemo(() => {
    const sales = client.getQueryData(salesTodayQuery.queryKey)?.sales ?? []
    return quickAmounts(rule, findMostSold(sales, id))
    // The service object changes whenever the catalogue is read again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id])
}
