import { useState } from 'react'

import type { Resolution, Sale } from '#domain/sale/sale.ts'
import { findHiddenCharacter, isReadable } from '#domain/typed-text.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { useResolveSale } from '../../api/sale.ts'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { WordsField } from '../../WordsField.tsx'

type ResolveDialogProps = { sale: Sale; onClose: () => void }

const MAX_NOTE = 500

/** A supervisor's word on a sale the service left open, with what support said (DESIGN rule 15). */
export function ResolveDialog({ sale, onClose }: ResolveDialogProps) {
  const t = useText()
  const formats = useFormats()
  const close = useResolveSale(sale.id)
  const [as, setAs] = useState<Resolution['outcome']>()
  const [note, setNote] = useState('')
  const hidden = findHiddenCharacter(note) && 'text.hidden'
  const missing =
    as === undefined ? 'sale.close.choose' : hidden ? hidden : isReadable(note) ? undefined : 'sale.close.noteMissing'

  return (
    <Dialog heading={t('sale.closeHeading', { number: formatSaleNumber(sale.number) })} onClose={onClose}>
      <form
        className="closing"
        onSubmit={(event) => {
          event.preventDefault()
          if (as === undefined || missing || close.isPending) return
          close.mutate({ outcome: as, note: note.trim() }, { onSuccess: onClose })
        }}
      >
        <p className="muted">{t('sale.close.hint')}</p>
        <fieldset>
          <legend className="sr">{t('sale.close.choose')}</legend>
          {(['sold', 'not-sold'] as const).map((each) => (
            <label key={each} className="closing__choice">
              <input type="radio" name="as" checked={as === each} onChange={() => setAs(each)} />
              <span className="grow">
                <b>{t(`sale.close.${each}`)}</b>
                <span className="small muted">
                  {t(
                    each === 'sold' && sale.kind === 'voucher'
                      ? 'sale.close.sold.hintVoucher'
                      : `sale.close.${each}.hint`,
                    { amount: formats.money(sale.pays) },
                  )}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        <WordsField
          label={t('sale.close.note')}
          rows={3}
          longest={MAX_NOTE}
          text={note}
          problem={hidden && t(hidden)}
          onType={setNote}
        />
        {close.error && (
          <Notice kind="info" role="alert">
            {t(failureMessage(close.error))}
          </Notice>
        )}
        <div className="mt-2 flex justify-end gap-3">
          <button type="button" className="btn btn--lg" onClick={onClose}>
            {t('ticket.cancel')}
          </button>
          {as === undefined || missing ? (
            <button type="submit" className="btn btn--lg btn--notready" aria-disabled="true">
              {t(missing ?? 'sale.close.choose')}
            </button>
          ) : (
            <button type="submit" className="btn btn--lg btn--act" aria-disabled={close.isPending}>
              {t(`sale.close.${as}.do`)}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
