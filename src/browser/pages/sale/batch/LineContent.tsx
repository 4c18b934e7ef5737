import { Ban, Check, Clock, CopyCheck } from 'lucide-react'
import type { ReactNode } from 'react'

import type { BatchLineAnswer } from '#api/batches.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/use-text.ts'
import { problemClass } from '../../../lib/problem-class.ts'
import { formatSaleAccount } from '../../../sale/sale-naming.ts'
import { SalePicture } from '../../../sale/SaleRowParts.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { OtherSaleWords } from '../DuplicateSale.tsx'
import type { LineCheck } from './batch-state.ts'

type LineContentProps = {
  content: NonNullable<BatchLineAnswer['content']>
  /** Read to the customer. */
  isLarge?: boolean
  children?: ReactNode
}

export function LineContent({ content, isLarge = false, children }: LineContentProps) {
  const formats = useFormats()
  const { serviceName, account, pays } = content
  return (
    <>
      <SalePicture sale={content} size={isLarge ? 40 : 32} />
      <div className="min-w-[7rem] flex-1">
        <div className={isLarge ? 'text-3 font-medium wrap-anywhere' : 'font-medium wrap-anywhere'}>
          <bdi>{serviceName}</bdi>
        </div>
        {account !== undefined && (
          <bdi
            dir="ltr"
            className={`block wrap-anywhere rtl:text-end ${isLarge ? 'text-3 font-medium sm:text-5' : 'text-ink-2'}`}
          >
            {formatSaleAccount(content)}
          </bdi>
        )}
        {children}
      </div>
      <bdi className={`whitespace-nowrap ${isLarge ? 'text-3 font-semibold' : ''}`}>{formats.money(pays)}</bdi>
    </>
  )
}

const CHECKS = {
  checking: { tone: 'open', icon: Clock, text: 'state.opened.chip' },
  ready: { tone: 'open', icon: Check, text: 'lines.ready' },
  again: { tone: 'wait', icon: CopyCheck, text: 'lines.soldBefore' },
  out: { tone: 'bad', icon: Ban, text: 'lines.out' },
} as const

export function CheckChip({ check }: { check: LineCheck }) {
  const t = useText()
  const { tone, icon, text } = CHECKS[check]
  return (
    <Badge tone={tone} icon={icon}>
      {t(text)}
    </Badge>
  )
}

/** Why a line cannot be sold or was not. The provider's message, if there is one. */
export function LineReason({ line: { sale, skip, content } }: { line: BatchLineAnswer }) {
  const t = useText()
  const isDuplicate = skip?.reason === 'confirm-duplicate' || skip?.reason === 'duplicate-blocked'
  if (isDuplicate && skip.sale) return <OtherSaleWords sale={skip.sale} isVoucher={content?.kind === 'voucher'} />
  if (isDuplicate) return t(skip.reason === 'duplicate-blocked' ? 'sale.duplicate.openHint' : 'sale.duplicate.askHint')
  if (skip) return t(skip.reason === 'not-sold' ? 'lines.mayBeSold' : 'lines.notSellable')
  const { problem } = sale ?? {}
  return problem && <bdi>{problem.text ?? t(`sale.problem.${problemClass(problem.code)}`)}</bdi>
}
