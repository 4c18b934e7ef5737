import {
  FlaskConical,
  Check,
  CircleHelp,
  Clock,
  Hourglass,
  PencilLine,
  TicketCheck,
  TimerOff,
  TriangleAlert,
  Undo2,
  X,
  type LucideIcon,
} from 'lucide-react'

import type { Sale, SaleState } from '#domain/sale/sale.ts'
import { useText } from '../i18n/use-text.ts'
import { Badge, Tag, type Tone } from '../ui/Badge.tsx'

type SaleChipProps = { sale: Parameters<typeof appearanceOf>[0] & Pick<Sale, 'isTest'> }

/** The state of a sale, in a word or two, and whether it was sent as a test transaction. */
export function SaleChip({ sale }: SaleChipProps) {
  const t = useText()
  const { words, tone, Icon } = appearanceOf(sale)
  const state = (
    <Badge tone={tone} icon={Icon}>
      {t(`state.${words}.chip`)}
    </Badge>
  )
  if (!sale.isTest) return state
  return (
    <span className="inline-flex flex-wrap gap-1">
      {state}
      <TestChip />
    </span>
  )
}

/** The sale was sent to the service as a test transaction. */
export function TestChip() {
  const t = useText()
  return <Tag icon={FlaskConical}>{t('sale.test.chip')}</Tag>
}

/** What a sale is called on screen: the name in `state.<words>.heading`, `.next` and `.chip`. */
type SaleWording = SaleState | 'held' | 'conflicting' | 'code-coming' | 'expired'
type SaleAppearance = { words: SaleWording; tone: Tone; Icon: LucideIcon }

const LOOKS: Record<SaleWording, Omit<SaleAppearance, 'words'>> = {
  opened: { tone: 'open', Icon: Clock },
  refused: { tone: 'bad', Icon: X },
  checked: { tone: 'open', Icon: PencilLine },
  confirming: { tone: 'wait', Icon: Clock },
  unknown: { tone: 'unk', Icon: CircleHelp },
  pending: { tone: 'wait', Icon: Clock },
  held: { tone: 'wait', Icon: Hourglass },
  'not-executed': { tone: 'bad', Icon: X },
  'code-coming': { tone: 'wait', Icon: TicketCheck },
  succeeded: { tone: 'ok', Icon: Check },
  failed: { tone: 'bad', Icon: X },
  cancelled: { tone: 'unk', Icon: TriangleAlert },
  replaced: { tone: 'unk', Icon: TriangleAlert },
  abandoned: { tone: 'open', Icon: Undo2 },
  expired: { tone: 'open', Icon: TimerOff },
  conflicting: { tone: 'unk', Icon: TriangleAlert },
}

type Looking = Pick<Sale, 'state' | 'held' | 'conflicting' | 'voucher' | 'resolution' | 'problem'>

/** The words, tone and icon of a sale as it stands; contradicting answers come before everything else. */
export function appearanceOf(sale: Looking): SaleAppearance {
  const words = wordsOf(sale)
  return { words, ...LOOKS[words] }
}

function wordsOf({ state, held, conflicting, voucher, resolution, problem }: Looking): SaleWording {
  if (conflicting) return 'conflicting'
  if (held && state === 'pending') return 'held'
  if (state === 'abandoned' && problem?.code === 'expired') return 'expired'
  return state === 'succeeded' && voucher === 'coming' && !resolution ? 'code-coming' : state
}
