import { Plus, Trash2 } from 'lucide-react'
import { ulid } from 'ulid'

import { DEFAULT_PRINTER_PORT, isPrinterHost, type NetworkPrinter } from '#api/network-printers.ts'
import type { Settings } from '#api/settings.ts'
import { findHiddenCharacter } from '#domain/text/typed-text.ts'
import { PAPER_WIDTHS } from '#receipt-printer/plain-document.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { onFirstTap } from '../../ui/first-tap.ts'
import { Field } from '../../ui/Field.tsx'
import { Radios } from '../../ui/Radios.tsx'
import { SelectField } from '../../ui/Select.tsx'
import { isCountWithin } from '../../ui/StepperField.tsx'
import { CountInput } from '../../settings/settings-section.tsx'
import { Section } from './Section.tsx'
import { useSavedSection } from './use-saved-section.ts'

const MAX_PRINTERS = 10
const MAX_NAME = 40
const MAX_PORT = 65_535
const LANGUAGES = ['esc-pos', 'star-prnt'] as const

/** The port as typed, which may not be a number yet. */
type Draft = Omit<NetworkPrinter, 'port'> & { port: string }

const toDraft = ({ printers }: Settings) => ({
  printers: printers.map((printer): Draft => ({ ...printer, port: String(printer.port) })),
})

const nameProblem = ({ name }: Draft): MessageId | undefined =>
  name.trim() === '' ? 'settings.printers.noName' : findHiddenCharacter(name) && 'text.hidden'
const hostProblem = ({ host }: Draft): MessageId | undefined =>
  isPrinterHost(host.trim()) ? undefined : 'settings.printers.badHost'
const portProblem = ({ port }: Draft): MessageId | undefined =>
  isCountWithin(port, 1, MAX_PORT) ? undefined : 'settings.printers.badPort'
const problemOf = (printer: Draft) => nameProblem(printer) ?? hostProblem(printer) ?? portProblem(printer)

const read = ({ printers }: ReturnType<typeof toDraft>) => ({
  wanted: {
    printers: printers.map((printer) => ({
      ...printer,
      name: printer.name.trim(),
      host: printer.host.trim(),
      port: Number(printer.port),
    })),
  },
  problems: { printers: printers.map(problemOf).find((problem) => problem !== undefined) },
})

export function PrintersSection({ settings }: { settings: Settings }) {
  const t = useText()
  const form = useSavedSection({
    title: 'settings.printers',
    settings,
    toDraft,
    read,
  })
  const { printers } = form.draft
  const change = (at: number, more: Partial<Draft>) =>
    form.set({ printers: printers.map((printer, place) => (place === at ? { ...printer, ...more } : printer)) })
  const add = () => {
    const port = String(DEFAULT_PRINTER_PORT)
    const printer: Draft = { id: ulid(), name: '', host: '', port, language: 'esc-pos', width: 80 }
    form.set({ printers: [...printers, printer] })
  }
  return (
    <Section
      heading={t('settings.printers')}
      lead={t('settings.printers.lead')}
      words={{ 'invalid-operation': 'settings.printers.refused' }}
      form={form}
    >
      {printers.length === 0 && <p>{t('settings.printers.none')}</p>}
      {printers.map((printer, at) => (
        <PrinterFields
          key={printer.id}
          printer={printer}
          number={at + 1}
          onChange={(more) => change(at, more)}
          onRemove={() => form.set({ printers: printers.filter((_, place) => place !== at) })}
        />
      ))}
      {printers.length < MAX_PRINTERS && (
        <div className="flex">
          <Button icon={Plus} onClick={add}>
            {t('settings.printers.add')}
          </Button>
        </div>
      )}
    </Section>
  )
}

type PrinterFieldsProps = {
  printer: Draft
  number: number
  onChange: (more: Partial<Draft>) => void
  onRemove: () => void
}

function PrinterFields({ printer, number, onChange, onRemove }: PrinterFieldsProps) {
  const t = useText()
  const called = printer.name.trim() === '' ? t('settings.printers.printer', { number }) : printer.name.trim()
  const [name, host, port] = [nameProblem(printer), hostProblem(printer), portProblem(printer)]
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 border-t border-line pt-4">
      <legend className="sr-only">{called}</legend>
      <Field
        label={t('settings.printers.name')}
        problem={name && t(name)}
        dir="auto"
        maxLength={MAX_NAME}
        value={printer.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Field
        label={t('settings.printers.host')}
        hint={t('settings.printers.hostHint')}
        problem={host && t(host)}
        dir="ltr"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        value={printer.host}
        onChange={(event) => onChange({ host: event.currentTarget.value })}
      />
      <CountInput
        label={t('settings.printers.port')}
        hint={t('settings.printers.portHint')}
        unit=""
        value={printer.port}
        problem={port}
        onType={(text) => onChange({ port: text })}
      />
      <SelectField
        label={t('settings.printers.language')}

        value={printer.language}
        options={LANGUAGES.map((value) => ({ value, text: t(`settings.printers.language.${value}`) }))}
        onChange={(language) => onChange({ language })}
      />
      <Radios
        label={t('printer.width')}
        look="chips"
        options={PAPER_WIDTHS.map((value) => ({ value, text: t(`printer.mm.${value}`) }))}
        value={printer.width}
        onChange={(width) => onChange({ width })}
      />
      <div className="flex">
        <Button icon={Trash2} variant="quiet" onClick={onFirstTap(onRemove)}>
          {t('settings.printers.remove', { name: called })}
        </Button>
      </div>
    </fieldset>
  )
}
