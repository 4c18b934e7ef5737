import { forgetRequests } from '../../begin-sale.ts'
import { useDraft } from '../../draft.ts'
import { internationalDraft } from '../../international-draft.ts'

const KEPT = ['international-draft', 'printed-by-itself']

/** Nothing that was typed, asked for or printed at this till stays for whoever comes next. What was asked for stands in the journal. */
export function forgetTyped(): void {
  useDraft.getState().clear()
  internationalDraft().clear()
  forgetRequests()
  for (const key of KEPT) sessionStorage.removeItem(key)
  for (const printout of document.querySelectorAll('.printout')) printout.remove()
}
