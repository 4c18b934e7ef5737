import { useQuery } from '@tanstack/react-query'
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
  Info,
  Play,
  Printer,
  Ticket,
  Globe,
} from 'lucide-react'

import { INTERNATIONAL_ID, type Country, type Provider } from '#domain/catalog/international.ts'
import { groupOfSale } from '#domain/sale/group.ts'
import { type Sale, type SaleState, isComplete, isUndelivered } from '#domain/sale/sale.ts'
import { catalogQuery, arrangeCatalog } from '../api/catalog.ts'
import { splitMoney, formatAccount } from '../i18n/formats.ts'
import { useText, useLocale } from '../i18n/use-text.ts'
import { findRefusal } from '../lib/problem-class.ts'
import { Badge, Tag, type Tone } from '../ui/Badge.tsx'
import { AmountAndUnit } from '../ui/Money.tsx'
import { Picture, usePicture } from '../ui/Picture.tsx'
import { formatSaleAccount } from './sale-naming.ts'

type SaleChipProps = { sale: Parameters<typeof appearanceOf>[0] & Pick<Sale, 'isTest'> }

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

/** The sale was sent to the wholesaler as a test transaction. */
export function TestChip() {
  const t = useText()
  return <Tag icon={FlaskConical}>{t('sale.test.chip')}</Tag>
}

/** Replaces `<words>` in the messages `state.<words>.heading` and `.chip`. */
type SaleWording = SaleState | 'held' | 'conflicting' | 'code-coming' | 'expired' | 'given-up'
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
  canceled: { tone: 'unk', Icon: TriangleAlert },
  replaced: { tone: 'unk', Icon: TriangleAlert },
  abandoned: { tone: 'open', Icon: Undo2 },
  expired: { tone: 'open', Icon: TimerOff },
  'given-up': { tone: 'bad', Icon: X },
  conflicting: { tone: 'unk', Icon: TriangleAlert },
}

type Looking = Pick<Sale, 'state' | 'held' | 'conflicting' | 'voucher' | 'resolution' | 'problem' | 'confirmedAt'>

/** Conflicting responses take precedence. */
export function appearanceOf(sale: Looking): SaleAppearance {
  const words = wordsOf(sale)
  return { words, ...LOOKS[words] }
}

function wordsOf({ state, held, conflicting, voucher, resolution, problem, confirmedAt }: Looking): SaleWording {
  if (conflicting) return 'conflicting'
  if (held && state === 'pending') return 'held'
  if (state === 'abandoned' && confirmedAt !== undefined) return 'given-up'
  if (state === 'abandoned' && problem?.code === 'expired') return 'expired'
  return state === 'succeeded' && voucher === 'coming' && !resolution ? 'code-coming' : state
}

const SIZES = {
  32: { picture: 'xs', globe: 'size-6' },
  40: { picture: 'sm', globe: 'size-7' },
  56: { picture: 'md', globe: 'size-[56px]' },
  96: { picture: 'xl', globe: 'size-[96px]' },
} as const

type SalePictureProps = {
  sale: Pick<Sale, 'serviceId' | 'brand' | 'international'>
  size: keyof typeof SIZES
}

/** The picture of the product's tile, or the operator's logo for an international top-up. */
export function SalePicture({ sale, size }: SalePictureProps) {
  const { data: tile } = useQuery({
    ...catalogQuery,
    select: (catalog) => arrangeCatalog(catalog).tileSelling(sale.serviceId),
  })
  if (sale.serviceId === INTERNATIONAL_ID) return <InternationalPicture size={size} choice={sale.international} />
  return <Picture name={sale.brand} src={tile?.imageSmall} srcInstead={tile?.imageLarge} size={SIZES[size].picture} />
}

export function SaleAccount({ sale }: { sale: Pick<Sale, 'account' | 'international'> }) {
  const t = useText()
  if (sale.account !== undefined) {
    // A long account moves to its own line before it wraps.
    return (
      <bdi dir="ltr" className="inline-block max-w-full wrap-anywhere">
        {formatSaleAccount(sale)}
      </bdi>
    )
  }
  return (
    <>
      <span aria-hidden="true">{formatAccount(undefined)}</span>
      <span className="sr-only">{t('salesList.noAccount')}</span>
    </>
  )
}

/** Shown below the state: why the wholesaler refused. */
export function SaleRemark({ sale: { state, problem } }: { sale: Sale }) {
  const t = useText()
  const refusal = state === 'unknown' || state === 'not-executed' ? findRefusal(problem) : undefined
  if (!refusal) return null
  return (
    <span className="mt-[2px] block text-1 leading-4 text-ink-2">
      {t('sale.refusedShort', { why: t(`sale.refusal.${refusal}`) })}
    </span>
  )
}

type SaleAmountProps = {
  sale: Pick<Sale, 'pays'>
  /** The currency in the column header, if there is one. */
  usual?: string
}

export function SaleAmount({ sale: { pays }, usual }: SaleAmountProps) {
  const locale = useLocale()
  const { amount, currency } = splitMoney(pays, locale)
  const named = <span className={`text-1 text-ink-2 ${pays.currency === usual ? 'md:hidden' : ''}`}>{currency}</span>
  return (
    <bdi className="whitespace-nowrap">
      <AmountAndUnit amount={amount} unit={named} />
    </bdi>
  )
}

type SaleAction = 'resume' | 'handOver' | 'reprint' | 'details'

export const SALE_ACTION_ICONS: Record<SaleAction, LucideIcon> = {
  resume: Play,
  handOver: Ticket,
  reprint: Printer,
  details: Info,
}

export function actionOfSale(sale: Sale, mayPrint = true): SaleAction {
  if (!isComplete(sale) && !sale.resolution) return 'resume'
  if (isUndelivered(sale)) return 'handOver'
  const hasReceipt = sale.state === 'succeeded' && groupOfSale(sale) === 'sold'
  // A code delivered on screen was never printed. The sale's page offers what is possible.
  return mayPrint && hasReceipt && (sale.voucher === undefined || sale.printCount > 0) ? 'reprint' : 'details'
}

type InternationalPictureProps = {
  size: keyof typeof SIZES
  choice?: { country: Pick<Country, 'flag' | 'flagLarge'>; provider: Pick<Provider, 'name' | 'logo'> } | undefined
}

/** Operator logo with country flag, or a globe if unknown. */
export function InternationalPicture({ size, choice }: InternationalPictureProps) {
  const { flag, flagLarge } = choice?.country ?? {}
  const picture = usePicture(size > 56 ? (flagLarge ?? flag) : flag, flag)
  const { picture: box, globe } = SIZES[size]
  if (!choice) {
    return (
      <span className={`grid shrink-0 place-items-center rounded-2 bg-act-tint text-act-ink ${globe}`} aria-hidden>
        <Globe size={size * 0.6} />
      </span>
    )
  }
  return (
    <span className="relative inline-grid shrink-0">
      <Picture name={choice.provider.name} src={choice.provider.logo} size={box} />
      {picture && (
        <img
          {...picture}
          alt=""
          className="absolute -end-1 -bottom-[2px] h-[35%] w-1/2 rounded-[2px] object-cover shadow-[0_0_0_1.5px_var(--surface)] forced-color-adjust-none"
          width={size * 0.5}
          height={size * 0.35}
        />
      )}
    </span>
  )
}
