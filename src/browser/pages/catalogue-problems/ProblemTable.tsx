import { useText } from '../../i18n/use-text.ts'
import type { CatalogueProblem, ProblemGroup } from './find-problems.ts'
import { GroupHeading, MOST_SHOWN } from './GroupHeading.tsx'

type ProblemTableProps = { group: ProblemGroup; gaps: readonly CatalogueProblem[] }

/** The elements of one reason, with where they stand. */
export function ProblemTable({ group, gaps }: ProblemTableProps) {
  const t = useText()
  const isPlaced = group !== 'dropped'
  return (
    <section aria-label={t(`catalogueProblems.group.${group}`)}>
      <GroupHeading group={group} count={gaps.length} />
      <table className="data__table">
        <thead>
          <tr>
            <th scope="col">{t('catalogueProblems.element')}</th>
            <th scope="col">{t('catalogueProblems.why')}</th>
            {isPlaced && <th scope="col">{t('catalogueProblems.where')}</th>}
          </tr>
        </thead>
        <tbody>
          {gaps.slice(0, MOST_SHOWN).map(({ tile, reason, about, above }, at) => (
            // Two may have one id: that is what is told here. The list never changes its order.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at}>
              <td>
                <bdi className="data__name">{tile.name || t('catalogueProblems.nameless')}</bdi>
                <bdi className="data__id mono">{tile.id}</bdi>
              </td>
              <td>
                {t(`catalogueProblems.reason.${reason}`)}{' '}
                {about !== undefined && <bdi className="mono data__about">{about}</bdi>}
              </td>
              {isPlaced && (
                <td className="muted">
                  {above[0]?.parentId !== undefined && '… '}
                  {above.map(({ id, name }) => (
                    <span key={id} className="data__step">
                      <bdi>{name}</bdi>
                    </span>
                  ))}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
