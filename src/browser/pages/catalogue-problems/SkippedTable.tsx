import { useText } from '../../i18n/use-text.ts'
import { GroupHeading, MOST_SHOWN } from './GroupHeading.tsx'

type SkippedTableProps = {
  /** As the proxy says them, in English: they name fields of the wholesaler's answers. */
  sentences: readonly string[]
  /** How many there are in all. */
  count: number
}

/** What of the wholesaler's answers could not be read and was left out. */
export function SkippedTable({ sentences, count }: SkippedTableProps) {
  const t = useText()
  return (
    <section aria-label={t('catalogueProblems.group.unread')}>
      <GroupHeading group="unread" count={count} />
      <ul className="data__sentences" dir="ltr" lang="en">
        {sentences.slice(0, MOST_SHOWN).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}
