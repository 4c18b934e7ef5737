import { ChevronRight, Globe, Info, Lightbulb } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { Country } from '#domain/international.ts'
import { useInternationalDraft } from '../../sale/international-draft.ts'
import { sortCountries } from '../../i18n/country-name.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { readRecentCountries } from '../../sale/recent-countries.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useTypingAnywhere } from '../../use-typing-anywhere.ts'
import { findGroup } from './country-group.ts'
import { CountryGrid } from './CountryGrid.tsx'
import { CountrySearch } from './CountrySearch.tsx'
import { SearchRemark } from './SearchRemark.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'
import { useCountrySearch } from './use-country-search.ts'
import { useLeaveWizard } from './use-leave-wizard.ts'
import { WizardLayout } from './WizardLayout.tsx'
import { WizardSummary } from './WizardSummary.tsx'
import { useWizardNavigate } from './use-wizard-navigate.ts'

type CountryStepProps = {
  /** Absent while they are on their way: then `waiting` says so. */
  countries: readonly Country[] | undefined
  waiting: ReactNode
  /** The address names a country that is not among them. */
  unknownId?: string
}

const NONE: readonly Country[] = []

/** Where to: by a tile, by name or code, or by typing the whole number. */
export function CountryStep({ countries, waiting, unknownId }: CountryStepProps) {
  const t = useText()
  const navigate = useWizardNavigate()
  const leave = useLeaveWizard()
  const groupKey = useSearchParams()[0].get('group') ?? undefined
  const { countries: inGroup, name: groupName } = findGroup(countries ?? NONE, groupKey)
  const listed = sortCountries(inGroup)
  const search = useCountrySearch(countries ?? NONE, listed)
  const number = useInternationalDraft((draft) => draft.number)
  const input = useRef<HTMLInputElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  useArrowKeys(grid, input)

  // With the commit, not after it: a key may be down already, and its character comes to whoever has the focus by then.
  useLayoutEffect(() => {
    // With touch alone a focused field would bring up the keyboard unasked; a number already begun goes on.
    const isBegun = useInternationalDraft.getState().cameFirst !== undefined
    if (isBegun || window.matchMedia('(pointer: fine)').matches) input.current?.focus()
  }, [])
  useTypingAnywhere({
    onDigit: (digit) => {
      search.type(search.text + digit)
      input.current?.focus()
    },
    onDelete: () => search.type(search.text.slice(0, -1)),
    onEscape: leave,
  })

  const pick = ({ id }: Country) => navigate(paths.internationalCountry(id))
  const enter = () => {
    const [first] = search.hits ?? []
    // Of several countries with one code none is first: a person chooses.
    if (search.isShared) grid.current?.querySelector<HTMLElement>('[data-tile]')?.focus()
    else if (first) pick(first)
  }

  return (
    <WizardLayout
      step="country"
      stage={
        <>
          <CountrySearch ref={input} text={search.text} onType={search.type} onEnter={enter} />
          {unknownId !== undefined && (
            <div className="intl__note">
              <Notice kind="info" role="status" icon={<Info className="ic" size={24} />}>
                {t('international.unknownCountry', { id: unknownId })}
              </Notice>
            </div>
          )}
          <SearchRemark search={search} />
          <div className="shelves" ref={grid}>
            {!countries && waiting}
            {countries && search.hits && search.hits.length > 0 && (
              <CountryGrid
                label={t('international.found', { count: search.hits.length })}
                countries={search.hits}
                onPick={pick}
              />
            )}
            {countries && !search.hits && (
              <TileGrid key={groupKey} countries={listed} groupName={groupName} onPick={pick} />
            )}
          </div>
        </>
      }
      tray={
        <>
          <WizardSummary number={number === '' ? undefined : number} />
          <div className="tray__gap" />
          <div className="minilist">
            <div className="minirow">
              <Lightbulb className="ic" size={24} aria-hidden="true" />
              <span className="grow intl__hint">{t('international.hint')}</span>
            </div>
          </div>
        </>
      }
    />
  )
}

/** What fits under the recent ones, and without any. */
const SHOWN_AT_FIRST = { withRecent: 22, alone: 26 }

type TileGridProps = {
  countries: readonly Country[]
  groupName: string | undefined
  onPick: (country: Country) => void
}

/** Recent countries first, then the others in alphabetical order. */
function TileGrid({ countries, groupName, onPick }: TileGridProps) {
  const t = useText()
  const navigate = useWizardNavigate()
  const [isWhole, setIsWhole] = useState(false)
  const [recentIds] = useState(readRecentCountries)
  const recent = recentIds
    .map((recentId) => countries.find(({ id }) => id === recentId))
    .filter((country) => country !== undefined)
  const others = countries.filter(({ id }) => !recentIds.includes(id))
  const fitting = recent.length > 0 ? SHOWN_AT_FIRST.withRecent : SHOWN_AT_FIRST.alone
  // The way to the rest takes two places.
  const isCut = !isWhole && others.length > fitting + 2

  if (countries.length === 0) {
    return (
      <div className="intl__waiting" role="status">
        <p className="muted mb-4">
          {t(groupName === undefined ? 'international.noCountries' : 'international.groupEmpty')}
        </p>
        {groupName !== undefined && (
          <button type="button" className="btn btn--lg" onClick={() => navigate(paths.international())}>
            {t('international.showAll')}
          </button>
        )}
      </div>
    )
  }
  return (
    <>
      {recent.length > 0 && <CountryGrid label={t('international.recent')} countries={recent} onPick={onPick} />}
      {others.length > 0 && (
        <CountryGrid
          label={groupName ?? t(recent.length > 0 ? 'international.others' : 'international.all')}
          countries={isCut ? others.slice(0, fitting) : others}
          onPick={onPick}
        >
          {isCut && (
            <button type="button" data-tile className="ctry ctry--all" onClick={() => setIsWhole(true)}>
              <Globe className="ic" size={24} aria-hidden="true" />
              <span className="grow">
                <b>{t('international.allCount', { count: countries.length })}</b>
              </span>
              <ChevronRight className="ic flip" size={20} aria-hidden="true" />
            </button>
          )}
        </CountryGrid>
      )}
    </>
  )
}
