import type { Sale } from '#domain/sale/sale.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { useMarkRefunded } from '../../api/sale.ts'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { formatSaleAccount } from '../../sale/sale-account.ts'
import { productOfSale } from '../../sale/sale-naming.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'

type RefundDialogProps = { sale: Sale; onClose: () => void }

/** Asks once before money is noted as given back: in a list the next row is near. */
export function RefundDialog({ sale, onClose }: RefundDialogProps) {
  const t = useText()
  const formats = useFormats()
  const givenBack = useMarkRefunded(sale.id)
  const amount = formats.money(sale.pays)
  return (
    <Dialog heading={t('sale.refundHeading', { amount })} onClose={onClose}>
      <p className="mt-3">
        {t('sale.saleNumber', { number: formatSaleNumber(sale.number) })}
        {t('shell.comma')}
        {productOfSale(sale, t)}
        {sale.account !== undefined && (
          <>
            , <span className="num">{formatSaleAccount(sale)}</span>
          </>
        )}
      </p>
      <p className="mt-2">{t('openItems.refundAsk')}</p>
      {givenBack.error && (
        <div className="mt-4">
          <Notice kind="info" role="alert">
            {t(failureMessage(givenBack.error))}
          </Notice>
        </div>
      )}
      <div className="mt-5 flex justify-end gap-3">
        <button type="button" className="btn btn--lg" onClick={onClose}>
          {t('ticket.cancel')}
        </button>
        <button
          type="button"
          className="btn btn--lg btn--act"
          aria-disabled={givenBack.isPending}
          onClick={() => !givenBack.isPending && givenBack.mutate(undefined, { onSuccess: onClose })}
        >
          {t('sale.refundedAmount', { amount })}
        </button>
      </div>
    </Dialog>
  )
}
