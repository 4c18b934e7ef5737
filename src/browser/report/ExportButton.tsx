import { Download } from 'lucide-react'
import { useState } from 'react'

import { EXPORT_FORMS, type ExportForm } from '#api/sales.ts'
import type { MessageId } from '../i18n/locale.ts'
import { useText } from '../i18n/use-text.ts'
import { recall, remember } from '../lib/storage.ts'
import { Button, ButtonAnchor } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Radios } from '../ui/Radios.tsx'

const SAMPLES: Record<ExportForm, string> = { comma: 'A,1.50', semicolon: 'A;1.50', 'decimal-comma': 'A;1,50' }

type ExportButtonProps = { addressOf: (form: ExportForm) => string; label?: MessageId }

export function ExportButton({ addressOf, label = 'reports.csv' }: ExportButtonProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const [form, setForm] = useState<ExportForm>(() => recall('export-form', readForm) ?? 'comma')
  const choose = (chosen: ExportForm) => {
    remember('export-form', chosen)
    setForm(chosen)
  }
  const close = () => setIsOpen(false)
  return (
    <>
      <Button icon={Download} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t(label)}
      </Button>
      {isOpen && (
        <Dialog
          heading={t(label)}
          foot={
            <ButtonAnchor size="xl" variant="primary" icon={Download} href={addressOf(form)} download onClick={close}>
              {t('reports.save')}
            </ButtonAnchor>
          }
          onClose={close}
        >
          <Radios
            label={t('reports.form')}
            options={EXPORT_FORMS.map((value) => ({
              value,
              text: t(`reports.form.${value}`),
              hint: <bdi dir="ltr">{SAMPLES[value]}</bdi>,
            }))}
            value={form}
            onChange={choose}
          />
        </Dialog>
      )}
    </>
  )
}

const readForm = (stored: unknown): ExportForm | undefined => EXPORT_FORMS.find((form) => form === stored)
