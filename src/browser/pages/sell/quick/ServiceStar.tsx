import { findAmountProblem } from '#domain/amount-rule.ts'
import { findDecimal } from '#domain/money.ts'
import type { Service } from '#domain/service.ts'
import { useDraft } from '../../../sale/draft.ts'
import { FavoriteStar } from '../../../sale/favorites/FavoriteStar.tsx'
import { pickOfService } from '../../../sale/favorites/view-pick.ts'

/** Keeps the product of the open ticket, with the amount that is typed there once it is a legal one. */
export function ServiceStar({ service }: { service: Service }) {
  const typed = useDraft((draft) => draft.amount)
  const amount = findDecimal(typed)
  const isLegal = amount !== undefined && findAmountProblem(amount, service.rule) === undefined
  return <FavoriteStar pick={pickOfService(service, isLegal ? typed : undefined)} />
}
