import { Check, CircleHelp, Clock, Hourglass, PencilLine, TriangleAlert, Undo2, X, type LucideIcon } from 'lucide-react'

import type { Sale, SaleState } from '#domain/sale.ts'
import type { StateTone } from './ui/StateChip.tsx'

/** What a sale is called on screen: the name in `state.<words>.heading`, `.next` and `.chip`. */
export type SaleWords = SaleState | 'held' | 'disputed'
export type SaleLook = { words: SaleWords; tone: StateTone; Icon: LucideIcon }

const LOOKS: Record<SaleWords, Omit<SaleLook, 'words'>> = {
  opened: { tone: 'open', Icon: Clock },
  refused: { tone: 'bad', Icon: X },
  checked: { tone: 'open', Icon: PencilLine },
  confirming: { tone: 'wait', Icon: Clock },
  unknown: { tone: 'unk', Icon: CircleHelp },
  pending: { tone: 'wait', Icon: Clock },
  held: { tone: 'wait', Icon: Hourglass },
  'not-executed': { tone: 'bad', Icon: X },
  succeeded: { tone: 'ok', Icon: Check },
  failed: { tone: 'bad', Icon: X },
  cancelled: { tone: 'unk', Icon: TriangleAlert },
  replaced: { tone: 'unk', Icon: TriangleAlert },
  abandoned: { tone: 'open', Icon: Undo2 },
  disputed: { tone: 'unk', Icon: TriangleAlert },
}

/** The words, tone and icon of a sale as it stands; contradicting answers come before everything else. */
export function lookOfSale({ state, held, disputed }: Pick<Sale, 'state' | 'held' | 'disputed'>): SaleLook {
  const words = disputed ? 'disputed' : held && state === 'pending' ? 'held' : state
  return { words, ...LOOKS[words] }
}
