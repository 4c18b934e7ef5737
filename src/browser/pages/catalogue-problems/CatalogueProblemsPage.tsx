import '../../styles/sales.css'
import '../../styles/pages.css'

import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'

import type { Catalogue } from '#contract/proxy/catalogue.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { skippedQuery } from '../../api/skipped.ts'
import { arrangeCatalogue } from '../../api/arranged-catalogue.ts'
import { useText } from '../../i18n/use-text.ts'
import { SupervisorsOnly } from '../../SupervisorsOnly.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { findCatalogueProblems, PROBLEM_GROUPS, hasWords, type DataGroup, type ProblemGroup } from './find-problems.ts'
import { ProblemFilters } from './ProblemFilters.tsx'
import { ProblemTable } from './ProblemTable.tsx'
import { PartsRead } from './PartsRead.tsx'
import { SkippedTable } from './SkippedTable.tsx'

/** What of the products is not on the shelves or cannot be pressed there, and why. */
export default function CatalogueProblemsPage() {
  return (
    <SupervisorsOnly next="catalogueProblems.forSupervisors">
      <ProductsData />
    </SupervisorsOnly>
  )
}

function ProductsData() {
  const t = useText()
  const { data: catalogue, error } = useQuery(catalogueQuery)
  const { data: leftOut, error: leftOutError } = useQuery(skippedQuery)
  const [group, setGroup] = useState<DataGroup>()
  const [text, setText] = useState('')
  const words = useDeferredValue(text).trim().toLowerCase()
  const gaps = useMemo(() => (catalogue ? gapsOf(catalogue) : undefined), [catalogue])
  const found = useMemo(() => {
    if (!gaps || words === '') return gaps
    const filtered = (each: ProblemGroup) => gaps[each].filter((gap) => hasWords(gap, words))
    return Object.fromEntries(PROBLEM_GROUPS.map((each) => [each, filtered(each)])) as typeof gaps
  }, [gaps, words])

  const parts = leftOut?.parts ?? []
  const unread = parts.flatMap((part) => part.skipped.filter((each) => each.toLowerCase().includes(words)))
  const unreadCount = parts.reduce((count, { skippedCount }) => count + skippedCount, 0)
  const counts = gaps && {
    ...(Object.fromEntries(PROBLEM_GROUPS.map((each) => [each, gaps[each].length])) as Record<ProblemGroup, number>),
    unread: unreadCount,
  }
  const isShown = (each: DataGroup) => group === undefined || group === each
  const isEmpty = found && PROBLEM_GROUPS.every((each) => !isShown(each) || found[each].length === 0)
  const hasUnread = isShown('unread') && unread.length > 0

  return (
    <div className="data">
      <div className="data__top">
        <div className="head">
          <h1>{t('catalogueProblems.title')}</h1>
          <span className="muted grow">{t('catalogueProblems.lead')}</span>
          <input
            className="select data__words"
            type="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            aria-label={t('catalogueProblems.filter')}
            placeholder={t('catalogueProblems.filter')}
            dir={text === '' ? undefined : 'auto'}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </div>
        <ProblemFilters counts={counts} group={group} onGroup={setGroup} />
      </div>
      {(leftOutError ?? error) && (
        <Notice kind="info" role="alert">
          {t(failureMessage(leftOutError ?? error))}
        </Notice>
      )}
      {catalogue?.frontview && <Notice kind="info">{t(`catalogueProblems.frontview.${catalogue.frontview}`)}</Notice>}
      <div className="data__lists">
        {group === undefined && words === '' && parts.length > 0 && <PartsRead parts={parts} />}
        {found && isEmpty && !hasUnread && (
          <p className="muted" role="status">
            {t(words === '' ? 'catalogueProblems.none' : 'catalogueProblems.noneFound')}
          </p>
        )}
        {found &&
          PROBLEM_GROUPS.filter((each) => isShown(each) && found[each].length > 0).map((each) => (
            <ProblemTable key={each} group={each} gaps={found[each]} />
          ))}
        {hasUnread && <SkippedTable sentences={unread} count={words === '' ? unreadCount : unread.length} />}
      </div>
    </div>
  )
}

const gapsOf = (catalogue: Catalogue) =>
  findCatalogueProblems({ ...arrangeCatalogue(catalogue), tiles: catalogue.tiles })
