import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'

import type { Catalog, SkippedPart } from '#api/catalog.ts'
import { arrangeCatalog, catalogQuery, skippedQuery } from '../../api/catalog.ts'
import { useServerNow } from '../../api/status.ts'
import { formatAge } from '../../i18n/formats.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Problem } from '../../ui/Async.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import {
  findCatalogProblems,
  hasWords,
  PROBLEM_GROUPS,
  type CatalogProblem,
  type DataGroup,
  type ProblemGroup,
} from './find-problems.ts'

const MAX_SHOWN = 200

/** Rows are identified by position, because duplicate ids are one of the problems shown. */
type Row = CatalogProblem & { id: string }

const COLUMNS: Column<Row>[] = [
  { id: 'element', header: 'catalogProblems.element', width: 'third', cell: Element },
  { id: 'reason', header: 'catalogProblems.why', cell: Reason },
]
const PLACE: Column<Row> = { id: 'place', header: 'catalogProblems.where', width: 'third', cell: Place }

export default function CatalogProblemsPage() {
  const t = useText()
  const { data: catalog, error } = useQuery(catalogQuery)
  const { data: skipped, error: skippedError } = useQuery(skippedQuery)
  const [group, setGroup] = useState<DataGroup>()
  const [text, setText] = useState('')
  const words = useDeferredValue(text).trim().toLowerCase()
  const problems = useMemo(() => (catalog ? problemsOf(catalog) : undefined), [catalog])
  const found = useMemo(() => {
    if (!problems || words === '') return problems
    const filtered = (each: ProblemGroup) => problems[each].filter((problem) => hasWords(problem, words))
    return Object.fromEntries(PROBLEM_GROUPS.map((each) => [each, filtered(each)])) as typeof problems
  }, [problems, words])

  const parts = skipped?.parts ?? []
  const sentences = parts.flatMap((part) => part.skipped.filter((each) => each.toLowerCase().includes(words)))
  const skippedCount = parts.reduce((count, part) => count + part.skippedCount, 0)
  const isShown = (each: DataGroup) => group === undefined || group === each
  const isEmpty = found && PROBLEM_GROUPS.every((each) => !isShown(each) || found[each].length === 0)
  const areSentencesShown = isShown('unread') && sentences.length > 0

  return (
    <PageLayout
      title={t('catalogProblems.title')}
      note={t('catalogProblems.lead')}
      actions={
        <div className="w-[18.5rem] max-w-full">
          <TextInput
            type="search"
            start={<Search size={20} aria-hidden />}
            maxLength={100}
            aria-label={t('catalogProblems.filter')}
            placeholder={t('catalogProblems.filter')}
            dir={text === '' ? undefined : 'auto'}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </div>
      }
    >
      <div
        role="group"
        aria-label={t('catalogProblems.groups')}
        className="-mx-4 flex shrink-0 gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] *:shrink-0 md:-mx-5 md:px-5"
      >
        {([undefined, ...PROBLEM_GROUPS, 'unread'] as const).map((each) => (
          <Chip
            key={each ?? 'all'}
            isSelected={each === group}
            count={problems && countOf(each, problems, skippedCount)}
            onClick={() => setGroup(each)}
          >
            {t(`catalogProblems.group.${each ?? 'all'}`)}{' '}
          </Chip>
        ))}
      </div>
      <Problem error={skippedError ?? error} />
      {catalog?.frontview && <Notice tone="info">{t(`catalogProblems.frontview.${catalog.frontview}`)}</Notice>}
      {group === undefined && words === '' && parts.length > 0 && <PartsRead parts={parts} />}
      {isEmpty && !areSentencesShown && (
        <p className="text-ink-2" role="status">
          {t(words === '' ? 'catalogProblems.none' : 'catalogProblems.noneFound')}
        </p>
      )}
      {found &&
        PROBLEM_GROUPS.filter((each) => isShown(each) && found[each].length > 0).map((each) => (
          <section key={each} aria-label={t(`catalogProblems.group.${each}`)}>
            <GroupHeading group={each} count={found[each].length} />
            <Table
              label={`catalogProblems.group.${each}`}
              columns={each === 'dropped' ? COLUMNS : [...COLUMNS, PLACE]}
              rows={found[each].slice(0, MAX_SHOWN).map((problem, at) => ({ ...problem, id: String(at) }))}
              empty="catalogProblems.noneFound"
              narrow="cards"
            />
          </section>
        ))}
      {areSentencesShown && <Skipped sentences={sentences} count={words === '' ? skippedCount : sentences.length} />}
    </PageLayout>
  )
}

const problemsOf = (catalog: Catalog) => findCatalogProblems({ ...arrangeCatalog(catalog), tiles: catalog.tiles })

function countOf(
  group: DataGroup | undefined,
  problems: Record<ProblemGroup, readonly unknown[]>,
  skippedCount: number,
): number {
  if (group === 'unread') return skippedCount
  if (group !== undefined) return problems[group].length
  return PROBLEM_GROUPS.reduce((sum, each) => sum + problems[each].length, skippedCount)
}

function Element({ tile }: Row) {
  const t = useText()
  return (
    <>
      <span className="block font-medium wrap-anywhere">
        <bdi>{tile.name || t('catalogProblems.nameless')}</bdi>
      </span>
      <bdi className="font-mono text-1 wrap-anywhere text-ink-2">{tile.id}</bdi>
    </>
  )
}

function Reason({ reason, about }: Row) {
  const t = useText()
  return (
    <>
      {t(`catalogProblems.reason.${reason}`)}{' '}
      {about !== undefined && <bdi className="font-mono font-medium wrap-anywhere">{about}</bdi>}
    </>
  )
}

function Place({ above }: Row) {
  return (
    <span className="wrap-anywhere text-ink-2">
      {above[0]?.parentId !== undefined && '… '}
      {above.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ' › '}
          <bdi>{name}</bdi>
        </span>
      ))}
    </span>
  )
}

function GroupHeading({ group, count }: { group: DataGroup; count: number }) {
  const t = useText()
  return (
    <h2 className="mb-2 flex flex-wrap items-baseline gap-2 text-3">
      {t(`catalogProblems.group.${group}`)} <b>{count}</b>
      {count > MAX_SHOWN && (
        <span className="text-1 font-normal text-ink-2">{t('catalogProblems.first', { shown: MAX_SHOWN, count })}</span>
      )}
    </h2>
  )
}

/** In English, because it names fields of the wholesaler's responses. */
function Skipped({ sentences, count }: { sentences: readonly string[]; count: number }) {
  const t = useText()
  return (
    <section aria-label={t('catalogProblems.group.unread')}>
      <GroupHeading group="unread" count={count} />
      <ul
        className="divide-y divide-line rounded-3 border-1 border-line bg-surface px-4 text-start wrap-anywhere"
        dir="ltr"
        lang="en"
      >
        {sentences.slice(0, MAX_SHOWN).map((sentence) => (
          <li key={sentence} className="py-2">
            {sentence}
          </li>
        ))}
      </ul>
    </section>
  )
}

function PartsRead({ parts }: { parts: readonly SkippedPart[] }) {
  const t = useText()
  const locale = useLocale()
  const now = useServerNow()
  return (
    <section
      className="flex flex-col gap-3 rounded-3 border-1 border-line bg-surface p-5"
      aria-label={t('catalogProblems.reading')}
    >
      <h2 className="text-3">{t('catalogProblems.reading')}</h2>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(12.5rem,1fr))] gap-4">
        {parts.map(({ part, readAt, skippedCount, problem }) => (
          <div key={part} className="min-w-0 wrap-anywhere">
            <dt className="text-ink-2">{t(`catalogProblems.part.${part}`)}</dt>
            <dd>
              {readAt === undefined
                ? t('catalogProblems.neverRead')
                : t('catalogProblems.readAt', { age: formatAge(readAt, now, locale) })}
              <span className="block text-1 text-ink-2">{t('catalogProblems.skipped', { count: skippedCount })}</span>
              {problem && (
                <span className="block text-1 text-bad">
                  {t('catalogProblems.failingSince', { time: formatTime(problem.since) })}{' '}
                  <bdi lang="en">{problem.text}</bdi>
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
