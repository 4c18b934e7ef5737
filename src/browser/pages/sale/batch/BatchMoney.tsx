import { HandCoins } from 'lucide-react'

import { useFormats } from '../../../i18n/use-formats.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Notice } from '../../../ui/Notice.tsx'
import type { BatchCounts, BatchSums } from './batch-lines.ts'

type BatchMoneyProps = { counts: BatchCounts; money: BatchSums; mayGoOn: boolean; handsOutAll: boolean }

/** What goes back to the customer, and apart from it what nobody may give back yet. */
export function BatchMoney({ counts, money, mayGoOn, handsOutAll }: BatchMoneyProps) {
  const t = useText()
  const formats = useFormats()
  return (
    <>
      {counts['not-sold'] > 0 && (
        <section className="stop stop--ok">
          <HandCoins className="ic" size={56} aria-hidden="true" />
          <div>
            <h2>
              {t(mayGoOn ? 'batch.refundOrGoOn' : 'sale.refundHeading', { amount: formats.money(money.giveBack) })}
            </h2>
            <p className="muted">{t('batch.notCharged', { count: counts['not-sold'] })}</p>
          </div>
        </section>
      )}
      {counts.apart > 0 && (
        <Notice kind="info" heading={t('batch.apart', { amount: formats.money(money.apart) })}>
          {t('batch.apartHint')}
        </Notice>
      )}
      {counts.open > 0 && (
        <Notice kind="info" heading={t('batch.notDecided', { amount: formats.money(money.open) })}>
          {t('batch.notDecidedHint')}
        </Notice>
      )}
      {counts.unhanded > 0 && (
        <Notice heading={t('batch.undelivered', { count: counts.unhanded })}>
          {t(handsOutAll ? 'batch.undeliveredAllHint' : 'batch.undeliveredHint')}
        </Notice>
      )}
    </>
  )
}
