import { FileUp, Trash2, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { MAX_LIST_LINES } from '#domain/sale/batch.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextArea } from '../../ui/TextInput.tsx'
import { useListDraft } from './list-draft.ts'
import { readListFile, type ListFileProblem } from './read-list-file.ts'

export function ListText({ rows }: { rows: number }) {
  const t = useText()
  const { text, before, type, replace, undo } = useListDraft()
  const [problem, setProblem] = useState<ListFileProblem>()
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    const read = await readListFile(file)
    setProblem('problem' in read ? read.problem : undefined)
    if ('text' in read) replace(read.text)
  }
  const takeDropped = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    // Otherwise, the browser would leave the page and open the file.
    event.preventDefault()
    if (event.type === 'drop') void take(event.dataTransfer.files[0])
  })
  useEffect(() => {
    const onDrag = (event: DragEvent) => takeDropped(event)
    window.addEventListener('dragover', onDrag)
    window.addEventListener('drop', onDrag)
    return () => {
      window.removeEventListener('dragover', onDrag)
      window.removeEventListener('drop', onDrag)
    }
  }, [])
  return (
    <section className="flex flex-col gap-3">
      <Field label={t('list.text')}>
        {(control) => (
          <TextArea
            {...control}
            rows={rows}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={text}
            onChange={({ currentTarget }) => {
              setProblem(undefined)
              type(currentTarget.value)
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button icon={FileUp} onClick={() => input.current?.click()}>
          {t('list.chooseFile')}
        </Button>
        {text !== '' && (
          <Button icon={Trash2} variant="quiet" onClick={() => replace('')}>
            {t('list.clear')}
          </Button>
        )}
        {before !== undefined && (
          <Button icon={Undo2} variant="quiet" onClick={undo}>
            {t('list.undo')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        hidden
        aria-label={t('list.chooseFile')}
        onChange={({ currentTarget }) => {
          // Reset, so the same file can be chosen again.
          void take(currentTarget.files?.[0]).finally(() => (currentTarget.value = ''))
        }}
      />
      {problem && (
        <Notice tone="info" role="alert">
          {t(`list.file.${problem}`, { max: MAX_LIST_LINES })}
        </Notice>
      )}
    </section>
  )
}
