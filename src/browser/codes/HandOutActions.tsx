import '../styles/codes.css'

import { Copy, Printer, Share2, TicketCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { useText } from '../i18n/use-text.ts'
import { ShareDialog } from './ShareDialog.tsx'
import type { HandOut } from './use-hand-out.ts'
import { useKey } from './use-key.ts'

/** The ways to the customer. Each letter does what its button does. */
export function HandOutActions({ handOut }: { handOut: HandOut }) {
  const t = useText()
  const [isSharing, setIsSharing] = useState(false)
  const { canPrint, copies, canGive, hasPrinter } = handOut
  const print = () => void handOut.print()
  const copy = () => void handOut.copy()
  useKey('p', canPrint ? print : undefined)
  useKey('c', copies ? copy : undefined)
  useKey('g', canGive ? handOut.give : undefined)

  return (
    <div className="ways">
      {hasPrinter && (
        <Way
          icon={<Printer className="ic" size={20} aria-hidden="true" />}
          letter="P"
          isOff={!canPrint}
          isFirst
          onPress={print}
        >
          {t('sale.print')}
        </Way>
      )}
      <Way icon={<Share2 className="ic" size={20} aria-hidden="true" />} onPress={() => setIsSharing(true)}>
        {t('code.share')}
      </Way>
      {copies && (
        <Way icon={<Copy className="ic" size={20} aria-hidden="true" />} letter="C" onPress={copy}>
          {t(copies === 'pin' ? 'code.copyPin' : 'code.copyLink')}
        </Way>
      )}
      {canGive && (
        <Way icon={<TicketCheck className="ic" size={20} aria-hidden="true" />} letter="G" onPress={handOut.give}>
          {t('code.given')}
        </Way>
      )}
      {isSharing && <ShareDialog handOut={handOut} onClose={() => setIsSharing(false)} />}
    </div>
  )
}

type WayProps = {
  icon: ReactNode
  letter?: string
  isOff?: boolean
  isFirst?: boolean
  onPress: () => void
  children: string
}

function Way({ icon, letter, isOff = false, isFirst = false, onPress, children }: WayProps) {
  return (
    <button
      type="button"
      className={isFirst ? 'btn btn--lg btn--tint' : 'btn btn--lg'}
      aria-disabled={isOff}
      aria-keyshortcuts={letter}
      onClick={() => !isOff && onPress()}
    >
      {icon} {children} {letter !== undefined && <kbd className="kbd">{letter}</kbd>}
    </button>
  )
}
