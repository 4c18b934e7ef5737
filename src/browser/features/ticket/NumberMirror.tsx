import { Smartphone } from 'lucide-react'

import { useDraft } from '../../draft.ts'
import { useText } from '../../i18n/use-text.ts'
import { readNumberEntry } from './number-entry.ts'

/** While a ticket is open the number is typed there; its place above the shelves leads to it, so that the shelves stay where they are. */
export function NumberMirror() {
  const t = useText()
  const { prefix, shown } = readNumberEntry(useDraft((draft) => draft.number))
  return (
    <button
      type="button"
      className="search"
      onClick={() => document.querySelector<HTMLInputElement>('.tray .field input')?.focus()}
    >
      <Smartphone className="ic" size={24} aria-hidden="true" />
      <span className="grow">
        {shown === '' ? t('ticket.typeNumber') : <span className="num">{`${prefix} ${shown}`.trim()}</span>}
      </span>
    </button>
  )
}
