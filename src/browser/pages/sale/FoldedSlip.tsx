import { ChevronUp } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { useText } from '../../i18n/use-text.ts'
import { useIsKiosk } from '../../kiosk.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ONE_COLUMN, useMedia } from '../../use-media.ts'

/** A kiosk in one column, whose side panel stays in sight below the page: there papers are folded, so that the page has the room. */
export function useIsUprightKiosk(): boolean {
  const isOneColumn = useMedia(ONE_COLUMN)
  return useIsKiosk() && isOneColumn
}

type FoldedSlipProps = {
  heading: string
  /** What it is of, in one line. */
  note: ReactNode
  /** Before the button, such as the state. */
  end?: ReactNode
  /** What the whole paper is called. */
  name: string
  /** The whole paper. */
  children: ReactNode
}

/** The upper edge of a paper as a strip; the whole of it opens over the page. */
export function FoldedSlip({ heading, note, end, name, children }: FoldedSlipProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="shrink-0">
      <div className="h-2 rounded-1 bg-slot" />
      <div className="paper flex items-center gap-3 bg-paper px-4 py-3">
        <div className="min-w-0 flex-1">
          <b className="block font-semibold">{heading}</b>
          <span className="flex flex-wrap gap-x-4 text-1 wrap-anywhere text-paper-ink">{note}</span>
        </div>
        {end}
        <Button variant="quiet" icon={ChevronUp} onClick={() => setIsOpen(true)}>
          {t('sale.receipt.show')}
        </Button>
      </div>
      {isOpen && (
        <Dialog
          heading={name}
          foot={
            <Button size="xl" onClick={() => setIsOpen(false)}>
              {t('shell.close')}
            </Button>
          }
          onClose={() => setIsOpen(false)}
        >
          {children}
        </Dialog>
      )}
    </div>
  )
}
