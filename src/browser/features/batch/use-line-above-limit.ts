import { useEffect, useRef, useState } from 'react'

import type { ConfirmSale } from '#contract/proxy/sales.ts'
import type { Exceeded } from '#domain/sales-limits.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { Plan } from './batch-plan.ts'

/** A line above limits waits for a supervisor's word. */
export type LineAboveLimit = { sale: Sale; limits: readonly Exceeded[] }

export type Approver = NonNullable<ConfirmSale['approver']>

/**
 * The line above a limit, and a supervisor's word for it. The word is for the sale they saw and for one confirm of it; it is forgotten, as the
 * question is, once another line is next.
 */
export function useLineAboveLimit(plan: Plan, isBusy: boolean) {
  const [aboveLimit, setAboveLimit] = useState<LineAboveLimit>()
  const given = useRef<{ saleId: SaleId; approver: Approver }>(undefined)
  const nextId = plan.do === 'confirm' ? plan.sale.id : undefined

  const askedId = aboveLimit?.sale.id
  if (!isBusy && askedId !== undefined && askedId !== nextId) setAboveLimit(undefined)
  useEffect(() => {
    if (!isBusy && given.current?.saleId !== nextId) given.current = undefined
  }, [isBusy, nextId])

  return {
    aboveLimit,
    setAboveLimit,
    isNext: (saleId: SaleId) => saleId === nextId,
    give: (saleId: SaleId, approver: Approver) => {
      given.current = { saleId, approver }
    },
    forget: () => {
      given.current = undefined
    },
    /** The word for this sale, once. */
    take: (saleId: SaleId): Approver | undefined => {
      const word = given.current
      given.current = undefined
      return word?.saleId === saleId ? word.approver : undefined
    },
  }
}
