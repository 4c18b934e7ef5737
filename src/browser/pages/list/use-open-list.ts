import { useNavigate } from 'react-router-dom'

import { useOpenBatch } from '../../api/batch.ts'
import { ServerFailure } from '../../api/request.ts'
import { useIsCurrentPage } from '../../lib/lazy-part.tsx'
import { paths } from '../../paths.ts'
import { beginRequest, setRequestStep } from '../../sale/sale-request.ts'
import type { CheckedList } from './check-lines.ts'
import { useListDraft } from './list-draft.ts'

/** If the server refuses, returns to the list, which shows why. */
export function useOpenList(): (lines: CheckedList['sellable']) => Promise<void> {
  const navigate = useNavigate()
  const isCurrentPage = useIsCurrentPage()
  const { mutateAsync } = useOpenBatch((id) => setRequestStep(id, 'answered'))
  return async (sellable) => {
    const lines = sellable.map(({ content }) => content)
    const [content] = lines
    if (!content || !isCurrentPage()) return
    const id = beginRequest({ content, count: lines.length, lines })
    const { noteOpened, refuse } = useListDraft.getState()
    noteOpened(id)
    // The URL is changed first, so a reload always returns to this batch.
    void navigate(paths.batch(id))
    try {
      await mutateAsync({ id, content: { lines } })
    } catch (error) {
      // Without an answer, or with an outdated page, the page of the batch says what to do.
      if (!(error instanceof ServerFailure) || error.failure.code === 'page-outdated') return
      if (window.location.pathname !== paths.batch(id)) return
      const { code, line } = error.failure
      refuse({ code, line: line === undefined ? undefined : sellable[line - 1]?.line })
      void navigate(paths.list(), { replace: true })
    }
  }
}
