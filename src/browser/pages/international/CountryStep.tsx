import { useQuery } from '@tanstack/react-query'
import { Info, Lightbulb } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

import type { Country } from '#domain/catalog/international.ts'
import { catalogQuery, arrangeCatalog, type ArrangedCatalog } from '../../api/catalog.ts'
import { tillQueries } from '../../api/international.ts'
import { useTypingAnywhere } from '../../lib/hotkeys.ts'
import { sortCountries } from '../../i18n/country-name.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useInternationalDraft } from '../../sale/international/international.ts'
import { readRecentCountries } from '../../sale/international/international-habits.ts'
import { useArrowKeys } from '../../sale/international/arrow-keys.ts'
import { CountryGrid } from '../../sale/international/choice-grids.tsx'
import { keysForNumber } from '../../sale/international/recipient-entry.ts'
import { useLeaveWizard, useWizardNavigate } from '../../sale/international/wizard-steps.ts'
import { Button } from '../../ui/Button.tsx'
import { Keypad } from '../../ui/Keypad.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { CountrySearch, findGroup, findInitials, findUsualCountries, useCountrySearch } from './CountrySearch.tsx'
import { LoadingNotice, WizardLayout } from './WizardLayout.tsx'
import { WizardSummary } from './WizardSummary.tsx'

const NONE: readonly Country[] = []

export function CountryStep() {
  const t = useText()
  const navigate = useWizardNavigate()
  const leave = useLeaveWizard()
  const { state } = useLocation() as { state: { unknownId?: string } | null }
  const groupKey = useSearchParams()[0].get('group') ?? undefined
  const { data, error, refetch } = useQuery(tillQueries.countries)
  const { data: tileIds = [], isPending } = useQuery({ ...catalogQuery, select: findTileCountries })
  const group = findGroup(data?.countries ?? NONE, groupKey)
  const search = useCountrySearch(data?.countries ?? NONE, group.countries)
  const number = useInternationalDraft((draft) => draft.number)
  const input = useRef<HTMLInputElement>(null)
  const tiles = useRef<HTMLDivElement>(null)
  useArrowKeys(tiles, input)

  // A layout effect, because a key that is already down types into the element that has the focus.
  useLayoutEffect(() => {
    // On a touch device, focusing would open the on-screen keyboard, so it is done only if typing has begun.
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
    // With several countries for one code, the cashier chooses.
    if (search.isShared) tiles.current?.querySelector('button')?.focus()
    else if (first) pick(first)
  }

  const clear = () => {
    search.type('')
    input.current?.focus()
  }

  return (
    <WizardLayout
      step="country"
      panel={
        // Keys of a number that was begun on the sell page stay where they were.
        <SidePanel isExtra foot={search.isNumber && <Keypad {...keysForNumber(search.text, search.type)} />}>
          <WizardSummary number={number === '' ? undefined : number} />
          {!search.isNumber && (
            <p className="mt-auto flex items-start gap-3 rounded-3 bg-canvas p-3">
              <Lightbulb size={24} aria-hidden /> {t('international.hint')}
            </p>
          )}
        </SidePanel>
      }
    >
      <CountrySearch ref={input} search={search} onEnter={enter} onClear={clear} />
      {state?.unknownId !== undefined && (
        <Notice tone="info" role="status" icon={<Info size={24} aria-hidden />}>
          {t('international.unknownCountry', { id: state.unknownId })}
        </Notice>
      )}
      {!data && (
        <LoadingNotice error={error} onRetry={() => void refetch()}>
          {t('international.loadingCountries')}
        </LoadingNotice>
      )}
      <div className="flex flex-col gap-4" ref={tiles}>
        {data && search.hits && search.hits.length > 0 && (
          <CountryGrid
            label={t('international.found', { count: search.hits.length })}
            countries={search.hits}
            onPick={pick}
          />
        )}
        {/* Waits for the shop's tiles, so nothing moves. */}
        {data && !search.hits && !isPending && (
          <Countries key={groupKey} {...group} tileIds={group.name === undefined ? tileIds : []} onPick={pick} />
        )}
      </div>
    </WizardLayout>
  )
}

function findTileCountries(catalog: Parameters<typeof arrangeCatalog>[0]): string[] {
  const { storefront }: ArrangedCatalog = arrangeCatalog(catalog)
  return storefront.placed.flatMap(({ id, action }) => {
    const country = action.kind === 'international' ? action.country : undefined
    return country === undefined || storefront.blockReasonOf(id) !== undefined ? [] : [country]
  })
}

type CountriesProps = {
  countries: readonly Country[]
  name: string | undefined
  tileIds: readonly string[]
  onPick: (country: Country) => void
}

function Countries({ countries, name, tileIds, onPick }: CountriesProps) {
  const t = useText()
  const locale = useLocale()
  const navigate = useWizardNavigate()
  const [recentIds] = useState(readRecentCountries)
  const sorted = useMemo(() => sortCountries(countries, locale), [countries, locale])
  const initials = useMemo(() => findInitials(sorted, locale), [sorted, locale])
  const usual = findUsualCountries(sorted, { recentIds, tileIds })
  const whole = useRef<HTMLDivElement>(null)
  const jump = (at: number) => {
    const country = whole.current?.querySelectorAll('button')[at]
    country?.focus({ preventScroll: true })
    country?.scrollIntoView({ block: 'center' })
  }

  if (countries.length === 0) {
    return (
      <div className="flex flex-col items-start gap-4" role="status">
        <p className="text-ink-2">{t(name === undefined ? 'international.noCountries' : 'international.groupEmpty')}</p>
        {name !== undefined && (
          <Button size="lg" onClick={() => navigate(paths.international())}>
            {t('international.showAll')}
          </Button>
        )}
      </div>
    )
  }
  return (
    <>
      {usual.length > 0 && <CountryGrid label={t('international.usual')} countries={usual} onPick={onPick} />}
      {initials.size > 0 && (
        <div
          className="sticky top-0 z-1 flex gap-1 overflow-x-auto bg-canvas py-1 sm:flex-wrap"
          role="group"
          aria-label={t('international.initials')}
        >
          {[...initials].map(([initial, at]) => (
            <Button key={initial} size="icon" onClick={() => jump(at)}>
              <bdi className="font-medium">{initial}</bdi>
            </Button>
          ))}
        </div>
      )}
      <CountryGrid
        ref={whole}
        label={name ?? t('international.allCount', { count: countries.length })}
        countries={sorted}
        onPick={onPick}
      />
    </>
  )
}
