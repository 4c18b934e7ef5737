import { useId, useState } from 'react'

import type { Resolution, Sale } from '#domain/sale/sale.ts'
import { findHiddenCharacter, isReadable } from '#domain/typed-text.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { useResolveSale } from '../../api/sale.ts'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'

type ResolveDialogProps = { sale: Sale; onClose: () => void }

const MAX_NOTE = 500
const OUTCOMES = ['sold', 'not-sold'] as const satisfies Resolution['outcome'][]

/** A supervisor's decision on a sale the service left open, with what support said (DESIGN rule 15). */
export function ResolveDialog({ sale, onClose }: ResolveDialogProps) {
  const t = useText()
  const formats = useFormats()
  const formId = useId()
  const resolve = useResolveSale(sale.id)
  const [outcome, setOutcome] = useState<Resolution['outcome']>()
  const [note, setNote] = useState('')
  const isHidden = findHiddenCharacter(note) !== undefined
  const missing = (() => {
    if (outcome === undefined) return 'sale.resolve.choose'
    if (isHidden) return 'text.hidden'
    return isReadable(note) ? undefined : 'sale.resolve.noteMissing'
  })()

  return (
    <Dialog
      heading={t('sale.resolveHeading', { number: formatSaleNumber(sale.number) })}
      onClose={onClose}
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            {t('ticket.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            size="lg"
            pending={resolve.isPending}
            blocked={missing && t(missing)}
          >
            {outcome && t(`sale.resolve.${outcome}.do`)}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (outcome === undefined || missing || resolve.isPending) return
          resolve.mutate({ outcome, note: note.trim() }, { onSuccess: onClose })
        }}
      >
        <p className="text-ink-2">{t('sale.resolve.hint')}</p>
        <fieldset className="grid gap-2">
          <legend className="sr-only">{t('sale.resolve.choose')}</legend>
          {OUTCOMES.map((each) => (
            <label
              key={each}
              className="flex min-h-bar cursor-pointer items-center gap-3 rounded-2 border-1 border-line-strong px-4 py-2 has-checked:border-act has-checked:bg-act-tint has-checked:shadow-act"
            >
              <input
                type="radio"
                name="outcome"
                className="size-[20px] accent-act"
                checked={outcome === each}
                onChange={() => setOutcome(each)}
              />
              <span className="min-w-0 flex-1">
                <b className="block">{t(`sale.resolve.${each}`)}</b>
                <span className="block text-1 text-ink-2">
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
        <Field label={t('sale.resolve.note')} problem={isHidden ? t('text.hidden') : undefined}>
          {(control) => (
            <textarea
              {...control}
              rows={3}
              maxLength={MAX_NOTE}
              dir="auto"
              className="w-full resize-y rounded-2 border-1 border-line-strong bg-surface p-3 text-ink"
              value={note}
              // On one line: a line break becomes a space before their eyes.
              onChange={(event) => setNote(event.currentTarget.value.replaceAll(/[\n\t]/g, ' '))}
            />
          )}
        </Field>
        {resolve.error && (
          <Notice tone="info" role="alert">
            {t(failureMessage(resolve.error))}
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
