import { findAmountProblem, findFixedAmount } from '#domain/money/amount-rule.ts'
import { formatDecimal, type Decimal } from '#domain/money/money.ts'
import type { Service } from '#domain/catalog/service.ts'
import { useSellingStop } from '../../api/status.ts'
import { useIsCurrentPage } from '../../lib/lazy-part.tsx'
import { isSellPath } from '../../paths.ts'
import { useDraft } from '../../sale/draft.ts'
import { useReview, writeRequest } from '../../sale/sale-request.ts'
import { readNumberEntry } from './ticket-entry.ts'

/** Opens the review of a product without its ticket. Returns false if something is left to enter. */
export function useQuickReview(): (service: Service, tileId: string | undefined, picked?: Decimal) => boolean {
  const openReview = useReview(isSellPath)
  const isCurrentPage = useIsCurrentPage(isSellPath)
  const stop = useSellingStop()
  return (service, tileId, picked) => {
    // A second press, while the review loads.
    if (!isCurrentPage()) return true
    const { id: serviceId, kind, rule, isActive, isAccountRequired } = service
    const amount = findFixedAmount(rule) ?? picked
    if (stop || !isActive || kind === 'international' || !amount || findAmountProblem(amount, rule)) return false

    const draft = useDraft.getState()
    const { number } = readNumberEntry(draft.number)
    const account = kind === 'direct' && 'account' in number ? number.account : undefined
    const isOfThis = draft.serviceId === serviceId
    const isBegun = draft.customer !== '' || (isOfThis && (draft.quantity > 1 || draft.orderId !== undefined))
    if (kind === 'direct' ? account === undefined : isAccountRequired || isBegun) return false

    const orderId = isOfThis ? draft.orderId : undefined
    if (!isOfThis) draft.changeService(serviceId, false)
    draft.setAmount(formatDecimal(amount))
    draft.markReviewed()
    const content = writeRequest({ kind, serviceId, amount: formatDecimal(amount), account, orderId })
    openReview({ content, tileId })
    return true
  }
}
