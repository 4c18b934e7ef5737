import { useNavigate } from 'react-router-dom'

import { useOpenBatch } from '../api/batch.ts'
import { useOpenSale } from '../api/sale.ts'
import { paths } from '../paths.ts'
import { useIsCurrentPage } from '../use-is-current-page.ts'
import { beginRequest, setRequestStep, type SaleRequest } from './sale-request.ts'

/** Opens a sale, or with a `count` a quantity, under an id whose request is stored. It goes on when its page is left. */
export function useSendRequest(): (id: string, request: SaleRequest) => void {
  const markAnswered = (id: string) => setRequestStep(id, 'answered')
  const openSale = useOpenSale(markAnswered)
  const openBatch = useOpenBatch(markAnswered)
  return (id, { content, count }) => {
    if (count === undefined) openSale.mutate({ id, content })
    else if (content.kind !== 'international') openBatch.mutate({ id, content: { ...content, count } })
  }
}

/** *Review*: stores what is asked for under a new id, goes to its page, and opens it. A second press finds itself on another page and does nothing. */
export function useReview(): (request: Omit<SaleRequest, 'stage' | 'sentAt'>) => void {
  const navigate = useNavigate()
  const isCurrentPage = useIsCurrentPage()
  const send = useSendRequest()
  return (request) => {
    if (!isCurrentPage()) return
    const id = beginRequest(request)
    // The address first: whatever happens next, a reload finds its way back to this sale.
    void navigate(request.count === undefined ? paths.sale(id) : paths.batch(id))
    send(id, { ...request, stage: 'asked' })
  }
}
