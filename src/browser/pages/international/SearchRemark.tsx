import { useNavigate } from 'react-router-dom'

import { useDraft } from '../../sale/draft.ts'
import { useText } from '../../i18n/use-text.ts'
import { useInternationalDraft } from '../../sale/international-draft.ts'
import { onlyPhoneCharacters } from '../../phone-characters.ts'
import { paths } from '../../paths.ts'
import type { useCountrySearch } from './use-country-search.ts'

/** What came of the search, told without a glance at the tiles. */
export function SearchRemark({ search }: { search: ReturnType<typeof useCountrySearch> }) {
  const t = useText()
  const navigate = useNavigate()
  const { text, hits, isNumber, isShared } = search
  const isOfUae = isNumber && hits?.length === 0 && /^(\+|00)971/.test(onlyPhoneCharacters(text))
  const sellHere = () => {
    useDraft.getState().setNumber(onlyPhoneCharacters(text))
    useInternationalDraft.getState().clear()
    void navigate(paths.sell())
  }
  return (
    <div className={hits && (hits.length === 0 || (isNumber && isShared)) ? 'intl__remark' : 'sr'}>
      <p role="status">{hits && words(hits.length)}</p>
      {isOfUae && (
        <button type="button" className="btn btn--lg" onClick={sellHere}>
          {t('international.toRecharge')}
        </button>
      )}
    </div>
  )

  function words(count: number) {
    if (isOfUae) return t('international.uae')
    if (count === 0 && isNumber) return t('international.noneCoded', { text: `\u2066${text.trim()}\u2069` })
    if (count === 0) return t('international.noneNamed', { text: text.trim() })
    return t(isNumber && isShared && count > 1 ? 'international.shared' : 'international.found', { count })
  }
}
