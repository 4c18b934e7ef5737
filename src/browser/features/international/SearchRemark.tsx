import { useNavigate } from 'react-router-dom'

import { useDraft } from '../../draft.ts'
import { useText } from '../../i18n/use-text.ts'
import { internationalDraft } from '../../international-draft.ts'
import { keptCharacters } from '../../kept-characters.ts'
import { paths } from '../../paths.ts'
import type { useCountrySearch } from './use-country-search.ts'

/** What came of the search, told without a glance at the tiles. */
export function SearchRemark({ search }: { search: ReturnType<typeof useCountrySearch> }) {
  const t = useText()
  const navigate = useNavigate()
  const { text, hits, isNumber, isShared } = search
  const isOfUae = isNumber && hits?.length === 0 && /^(\+|00)971/.test(keptCharacters(text))
  const sellHere = () => {
    useDraft.getState().setNumber(keptCharacters(text))
    internationalDraft().clear()
    void navigate(paths.sell())
  }
  return (
    <div className={hits && (hits.length === 0 || (isNumber && isShared)) ? 'intl__remark' : 'sr'}>
      <p role="status">{hits && words(hits.length)}</p>
      {isOfUae && (
        <button type="button" className="btn btn--lg" onClick={sellHere}>
          {t('intl.toRecharge')}
        </button>
      )}
    </div>
  )

  function words(count: number) {
    if (isOfUae) return t('intl.uae')
    if (count === 0 && isNumber) return t('intl.noneCoded', { text: `\u2066${text.trim()}\u2069` })
    if (count === 0) return t('intl.noneNamed', { text: text.trim() })
    return t(isNumber && isShared && count > 1 ? 'intl.shared' : 'intl.found', { count })
  }
}
