import type { Sale } from '#domain/sale/sale.ts'
import type { PrintDocument } from '../../printing/print-document.ts'
import { formatStamp } from '../../i18n/format-time.ts'
import { appearanceOf } from '../sale-appearance.ts'
import { amountLabel } from '../sale-naming.ts'
import { centred, factLines, headLines, type PrintContext } from './print-context.ts'

/** For the customer of a sale that is not known yet, or whose code is still to come: no receipt at first sight. `now` is the proxy's time. */
export function waitingSlip(sale: Sale, words: PrintContext, now: number): PrintDocument {
  const { t, money } = words
  const { words: state } = appearanceOf(sale)
  return {
    kind: 'waiting',
    lines: [
      { kind: 'banner', text: t('sale.waitingSlip') },
      centred(t('sale.waitingSlip.noReceipt'), 'strong'),
      ...headLines(words),
      ...factLines(sale, sale.confirmedAt ?? sale.openedAt, words),
      {
        kind: 'pair',
        label: t(sale.kind === 'voucher' ? 'receipt.faceValue' : amountLabel(sale.kind)),
        value: money(sale.amount),
      },
      { kind: 'pair', label: t('sale.customerPaid'), value: money(sale.pays) },
      ...(sale.transactionId === undefined
        ? []
        : [{ kind: 'pair', label: t('sale.serviceNumber'), value: sale.transactionId } as const]),
      { kind: 'rule' },
      {
        kind: 'pair',
        label: t(`state.${state}.heading`, { brand: sale.brand }),
        value: formatStamp(now),
        isStrong: true,
      },
      centred(t(sale.kind === 'voucher' ? 'receipt.waitForCode' : 'sale.waitingSlip.keep')),
    ],
  }
}
