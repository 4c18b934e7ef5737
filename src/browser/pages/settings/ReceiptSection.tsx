import { ImageUp, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'

import type { Settings } from '#api/settings.ts'
import { decimal, money as moneyOf } from '#domain/money/money.ts'
import { findHiddenCharacter } from '#domain/text/typed-text.ts'
import {
  customerHeadLines,
  centered,
  customerPaper,
  type PrintContext,
  usePrintContext,
} from '../../sale/documents/print-context.ts'
import { LOCALES } from '../../i18n/writing.ts'
import { LANGUAGES } from '../../i18n/languages.ts'
import type { Locale } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { PrintPreview } from '../../printing/PrintPreview.tsx'
import type { PrintDocument } from '../../printing/print-document.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SelectField } from '../../ui/Select.tsx'
import { Radios } from '../../ui/Radios.tsx'
import { TextArea } from '../../ui/TextInput.tsx'
import { readLogo } from './logo-picture.ts'
import { Preview } from './Preview.tsx'
import { Section } from './Section.tsx'
import { useSavedSection } from './use-saved-section.ts'

const MAX_WORDS = 300
const MAX_TAX = 40

const toDraft = ({ receipt }: Settings) => ({
  heading: receipt.heading ?? '',
  footer: receipt.footer ?? '',
  taxNumber: receipt.taxNumber ?? '',
  taxName: receipt.taxName ?? '',
  logo: receipt.logo ?? '',
  paperWidth: receipt.paperWidth,
  copies: receipt.copies,
  /** `till`: the terminal's language. */
  language: receipt.languages?.[0] ?? ('till' as const),
  second: receipt.languages?.[1] ?? ('none' as const),
})
type Draft = ReturnType<typeof toDraft>

const languagesOf = ({ language, second }: Pick<Draft, 'language' | 'second'>): Locale[] | undefined =>
  language === 'till' ? undefined : [language, ...(second === 'none' || second === language ? [] : [second])]

const receiptOf = ({ paperWidth, copies, taxName, language, second, ...texts }: Draft): Settings['receipt'] => ({
  ...Object.fromEntries(
    Object.entries({ ...texts, taxName: texts.taxNumber.trim() === '' ? '' : taxName })
      .map(([name, text]) => [name, text.trim()])
      .filter(([, text]) => text !== ''),
  ),
  paperWidth,
  copies,
  ...(language !== 'till' && { languages: languagesOf({ language, second }) }),
})

const hidden = (text: string) =>
  findHiddenCharacter(text.replaceAll('\n', ' ')) === undefined ? undefined : ('text.hidden' as const)

const read = (draft: Draft) => ({
  wanted: { receipt: receiptOf(draft) },
  problems: {
    heading: hidden(draft.heading),
    footer: hidden(draft.footer),
    taxNumber: hidden(draft.taxNumber),
    taxName: hidden(draft.taxName),
  },
})

export function ReceiptSection({ settings }: { settings: Settings }) {
  const t = useText()
  const form = useSavedSection({
    title: 'settings.receipt',
    settings,
    toDraft,
    read,
  })
  const { draft, problems, set } = form
  const words = usePrintContext(languagesOf(draft))
  const shown = { ...words, receipt: receiptOf(draft) }
  const text = (name: 'taxNumber' | 'taxName') => (
    <Field
      label={t(`settings.receipt.${name}`)}
      hint={name === 'taxNumber' ? t('settings.receipt.taxHint') : undefined}
      problem={problems[name] && t(problems[name])}
      dir="auto"
      maxLength={MAX_TAX}
      value={draft[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  )
  const area = (name: 'heading' | 'footer') => (
    <Field label={t(`settings.receipt.${name}`)} problem={problems[name] && t(problems[name])}>
      {(control) => (
        <TextArea
          {...control}
          rows={2}
          maxLength={MAX_WORDS}
          value={draft[name]}
          onChange={(event) => set({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  )
  return (
    <Section
      heading={t('settings.receipt')}
      lead={t('settings.receipt.lead')}
      form={form}
      preview={
        <Preview>
          <PrintPreview
            paper={customerPaper(shown, sampleReceipt)}
            width={draft.paperWidth}
            name={t('settings.receipt.preview')}
            qrName=""
          />
        </Preview>
      }
    >
      {area('heading')}
      {area('footer')}
      {text('taxNumber')}
      {draft.taxNumber.trim() !== '' && text('taxName')}
      <LanguageFields draft={draft} onChange={set} />
      <LogoField logo={draft.logo} onChange={(logo) => set({ logo })} />
      <Radios
        label={t('settings.receipt.width')}
        look="chips"
        options={([58, 80] as const).map((value) => ({ value, text: t(`printer.mm.${value}`) }))}
        value={draft.paperWidth}
        onChange={(paperWidth) => set({ paperWidth })}
      />
      <p className="-mt-2 text-1 text-ink-2">{t('settings.receipt.widthHint')}</p>
      <Radios
        label={t('settings.receipt.copies')}
        look="chips"
        options={([1, 2, 3] as const).map((value) => ({ value, text: String(value) }))}
        value={draft.copies}
        onChange={(copies) => set({ copies })}
      />
      <p className="-mt-2 text-1 text-ink-2">{t('settings.receipt.copiesHint')}</p>
    </Section>
  )
}

function sampleReceipt(words: PrintContext): PrintDocument {
  const { t, money, receipt } = words
  const { footer } = receipt ?? {}
  const paid = money(moneyOf(decimal('50'), 'AED'))
  return {
    kind: 'receipt',
    lines: [
      ...customerHeadLines(words),
      { kind: 'pair', label: t('sale.receipt.paid'), value: paid, isStrong: true },
      ...(footer === undefined ? [] : [{ kind: 'rule' } as const, centered(footer)]),
    ],
  }
}

type LanguageFieldsProps = { draft: Pick<Draft, 'language' | 'second'>; onChange: (change: Partial<Draft>) => void }

function LanguageFields({ draft: { language, second }, onChange }: LanguageFieldsProps) {
  const t = useText()
  const named = (locale: Locale) => ({ value: locale, text: LANGUAGES[locale].name, lang: locale })
  return (
    <>
      <SelectField
        label={t('settings.receipt.language')}
        hint={t('settings.receipt.languageHint')}

        value={language}
        options={[{ value: 'till', text: t('settings.receipt.language.till') }, ...LOCALES.map(named)]}
        onChange={(chosen) => onChange({ language: chosen, ...(chosen === second && { second: 'none' }) })}
      />
      {language !== 'till' && (
        <SelectField
          label={t('settings.receipt.second')}
          hint={t('settings.receipt.secondHint')}

          value={second}
          options={[
            { value: 'none', text: t('settings.receipt.second.none') },
            ...LOCALES.filter((locale) => locale !== language).map(named),
          ]}
          onChange={(chosen) => onChange({ second: chosen })}
        />
      )}
    </>
  )
}

function LogoField({ logo, onChange }: { logo: string; onChange: (logo: string) => void }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [isUnreadable, setIsUnreadable] = useState(false)
  const choose = async (file: File | undefined) => {
    if (!file) return
    try {
      onChange(await readLogo(file))
      setIsUnreadable(false)
    } catch {
      setIsUnreadable(true)
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <b className="font-semibold">{t('settings.receipt.logo')}</b>
      <p className="text-1 text-ink-2">{t('settings.receipt.logoHint')}</p>
      <div className="flex flex-wrap gap-2">
        <Button icon={ImageUp} onClick={() => input.current?.click()}>
          {t('settings.receipt.chooseLogo')}
        </Button>
        {logo !== '' && (
          <Button icon={Trash2} variant="quiet" onClick={() => onChange('')}>
            {t('settings.receipt.removeLogo')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        aria-label={t('settings.receipt.logo')}
        onChange={(event) => {
          const { currentTarget } = event
          // Reset, so the same file can be chosen again.
          void choose(currentTarget.files?.[0]).finally(() => (currentTarget.value = ''))
        }}
      />
      {isUnreadable && (
        <Notice tone="info" role="alert">
          {t('settings.receipt.badLogo')}
        </Notice>
      )}
    </div>
  )
}
