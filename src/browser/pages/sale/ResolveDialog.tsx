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
    as === undefined
      ? 'sale.resolve.choose'
      : hidden
        ? hidden
        : isReadable(note)
          ? undefined
          : 'sale.resolve.noteMissing'

  return (
    <Dialog heading={t('sale.resolveHeading', { number: formatSaleNumber(sale.number) })} onClose={onClose}>
      <form
        className="closing"
        onSubmit={(event) => {
          event.preventDefault()
          if (as === undefined || missing || close.isPending) return
          close.mutate({ outcome: as, note: note.trim() }, { onSuccess: onClose })
        }}
      >
        <p className="muted">{t('sale.resolve.hint')}</p>
        <fieldset>
          <legend className="sr">{t('sale.resolve.choose')}</legend>
          {(['sold', 'not-sold'] as const).map((each) => (
            <label key={each} className="closing__choice">
              <input type="radio" name="as" checked={as === each} onChange={() => setAs(each)} />
              <span className="grow">
                <b>{t(`sale.resolve.${each}`)}</b>
                <span className="small muted">
                  {t(
                    each === 'sold' && sale.kind === 'voucher'
                      ? 'sale.resolve.sold.hintVoucher'
                      : `sale.resolve.${each}.hint`,
                    { amount: formats.money(sale.pays) },
                  )}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        <WordsField
          label={t('sale.resolve.note')}
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
              {t(missing ?? 'sale.resolve.choose')}
            </button>
          ) : (
            <button type="submit" className="btn btn--lg btn--act" aria-disabled={close.isPending}>
              {t(`sale.resolve.${as}.do`)}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
