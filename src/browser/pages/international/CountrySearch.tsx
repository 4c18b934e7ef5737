import { Search as SearchIcon, X } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useState, type Ref } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { Country } from '#domain/catalog/international.ts'
import { findCountriesByNumber, isNumberFirst, searchCountries } from '#domain/phone/phone-country.ts'
import { onlyPhoneCharacters, readUaeNumber } from '#domain/phone/phone.ts'
import { countryName, countryNames } from '../../i18n/country-name.ts'
import type { Locale } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useDraft } from '../../sale/draft.ts'
import { useInternationalDraft } from '../../sale/international/international.ts'
import { useWizardNavigate } from '../../sale/international/wizard-steps.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

/**
 * One field for a country's name, its codes, or a whole number. By the time a number determines the country, it is stored, so keys typed during the page change
 * are added to it.
 */
export function useCountrySearch(all: readonly Country[], listed: readonly Country[]) {
  const navigate = useWizardNavigate()
  const { state } = useLocation() as { state: { hasNumber?: boolean } | null }
  const kept = useInternationalDraft((draft) => draft.number)
  const [text, setText] = useState(state?.hasNumber && isNumberFirst(kept) ? onlyPhoneCharacters(kept) : '')
  const isNumber = isNumberFirst(text)
  const byNumber = isNumber ? findCountriesByNumber(text, all) : undefined
  const hits = text.trim() === '' ? undefined : (byNumber?.countries ?? searchCountries(text, listed, countryNames))

  const type = (typed: string, isPasted = false) => {
    setText(typed)
    const { setNumber, cameFirst } = useInternationalDraft.getState()
    if (isNumberFirst(typed)) setNumber(onlyPhoneCharacters(typed), isPasted ? 'pasted' : 'typed')
    else if (cameFirst !== undefined) setNumber('')
  }

  /** Takes over a foreign number from the sell page, which accepts only numbers of this country. */
  const takeOver = useEffectEvent(() => {
    const { number, setNumber } = useDraft.getState()
    const read = readUaeNumber(number)
    if (read.status !== 'refused' || read.reason !== 'not-uae') return
    setNumber('')
    type(number)
  })
  // A layout effect, because the previous page receives digits until this page is shown.
  // oxlint-disable-next-line react/set-state-in-effect
  useLayoutEffect(() => takeOver(), [])

  const leadsTo =
    byNumber?.status === 'found' && byNumber.countries.length === 1 ? byNumber.countries[0]?.id : undefined
  useEffect(() => {
    if (leadsTo !== undefined) navigate(paths.internationalCountry(leadsTo))
  }, [leadsTo, navigate])

  return { text, type, hits, isNumber, isShared: byNumber?.status === 'found' }
}

type Search = ReturnType<typeof useCountrySearch>

type CountrySearchProps = { search: Search; onEnter: () => void; onClear: () => void; ref: Ref<HTMLInputElement> }

/** The search field, and the result where the tiles do not show it. */
export function CountrySearch({ search: { text, type, ...found }, onEnter, onClear, ref }: CountrySearchProps) {
  const t = useText()
  return (
    <>
      <TextInput
        ref={ref}
        type="search"
        size="lg"
        aria-label={t('international.search')}
        placeholder={t('international.search')}
        value={text}
        dir={text === '' ? undefined : 'auto'}
        enterKeyHint="go"
        start={<SearchIcon size={24} aria-hidden />}
        end={
          text === '' ? (
            <span className="shrink-0 text-1 font-normal text-ink-2 max-sm:hidden" aria-hidden>
              {t('international.searchExample', { number: '\u200e+63 917…' })}
            </span>
          ) : (
            <span className="-me-3">
              <IconButton icon={X} label={t('shell.key.clear')} onClick={onClear} />
            </span>
          )
        }
        onChange={({ currentTarget, nativeEvent }) =>
          type(currentTarget.value, (nativeEvent as InputEvent).inputType === 'insertFromPaste')
        }
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.repeat || event.nativeEvent.isComposing) return
          event.preventDefault()
          onEnter()
        }}
      />
      <SearchRemark text={text} {...found} />
    </>
  )
}

type SearchRemarkProps = Omit<Search, 'type'>

function SearchRemark({ text, hits, isNumber, isShared }: SearchRemarkProps) {
  const t = useText()
  const navigate = useNavigate()
  const isOfUae = isNumber && hits?.length === 0 && /^(\+|00)971/.test(onlyPhoneCharacters(text))
  const sellHere = () => {
    useDraft.getState().setNumber(onlyPhoneCharacters(text))
    useInternationalDraft.getState().clear()
    void navigate(paths.sell())
  }
  const isShown = hits && (hits.length === 0 || (isNumber && isShared))
  return (
    <div className={isShown ? 'flex flex-wrap items-center gap-3 font-medium' : 'sr-only'}>
      <p role="status">{hits && remark(hits.length)}</p>
      {isOfUae && (
        <Button size="lg" onClick={sellHere}>
          {t('international.toRecharge')}
        </Button>
      )}
    </div>
  )

  function remark(count: number) {
    if (isOfUae) return t('international.uae')
    if (count === 0 && isNumber) return t('international.noneCoded', { text: `\u2066${text.trim()}\u2069` })
    if (count === 0) return t('international.noneNamed', { text: text.trim() })
    return t(isNumber && isShared && count > 1 ? 'international.shared' : 'international.found', { count })
  }
}

type Group = { countries: readonly Country[]; name: string | undefined }

/** The spec defines no groups: if no country has any, all countries are shown under the group's name. */
export function findGroup(countries: readonly Country[], key: string | undefined): Group {
  if (key === undefined || key.trim() === '') return { countries, name: undefined }
  const wanted = plain(key)
  const hasGroups = countries.some(({ groups }) => groups && groups.length > 0)
  return {
    countries: hasGroups
      ? countries.filter(({ groups }) => groups?.some((group) => plain(group) === wanted))
      : countries,
    name: nameOf(key),
  }
}

const plain = (text: string) => text.trim().toLowerCase()

/** `South Asia` from `south-asia`, because the wholesaler gives only a key. */
function nameOf(key: string): string {
  const words = key.trim().replaceAll(/[-_\s]+/g, ' ')
  return words.replaceAll(/(^| )\p{L}/gu, (first) => first.toUpperCase())
}

const MOST_USUAL = 8
/** Up to this number, all countries fit on a counter's screen. */
const FITTING = 28
/** The usual countries of a till that has sold to none, by the home countries of people in the UAE. */
const AT_FIRST = ['IND', 'PAK', 'BGD', 'PHL', 'NPL', 'LKA', 'EGY', 'ETH']

type Known = {
  /** Countries sold to at this till, newest first. */
  recentIds: readonly string[]
  /** Countries on the shop's own tiles, in tile order. */
  tileIds: readonly string[]
}

/** Saves most sales a search or letter. Empty if all countries fit anyway, unless this till or its shop has usual ones. */
export function findUsualCountries(countries: readonly Country[], { recentIds, tileIds }: Known): readonly Country[] {
  const known = [...recentIds, ...tileIds, ...(countries.length > FITTING ? AT_FIRST : [])]
  const found = known.map((wanted) => countries.find(({ id }) => id.toLowerCase() === wanted.toLowerCase()))
  return [...new Set(found)].filter((country) => country !== undefined).slice(0, MOST_USUAL)
}

/** Where each initial begins in a sorted list. Empty if the whole list fits. */
export function findInitials(sorted: readonly Country[], locale: Locale): ReadonlyMap<string, number> {
  const initials = new Map<string, number>()
  if (sorted.length <= FITTING) return initials
  for (const [at, country] of sorted.entries()) {
    const [initial = ''] = countryName(country, locale).normalize('NFD').toLocaleUpperCase(locale)
    if (!initials.has(initial)) initials.set(initial, at)
  }
  return initials
}
