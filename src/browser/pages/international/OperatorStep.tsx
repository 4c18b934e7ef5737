import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'

import type { Country } from '#domain/international.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { countryName } from '../../i18n/country-name.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { FavoriteStar } from '../../sale/favorites/FavoriteStar.tsx'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Flag } from '../../ui/Flag.tsx'
import { Keypad } from '../../ui/Keypad.tsx'
import { useTypingAnywhere } from '../../use-typing-anywhere.ts'
import { pickInternational } from '../../sale/favorites/view-pick.ts'
import { CustomerCheck } from './CustomerCheck.tsx'
import { OperatorGrid } from './OperatorGrid.tsx'
import { OperatorNotes } from './OperatorNotes.tsx'
import { RecipientField } from './RecipientField.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'
import { useLeaveWizard } from './use-leave-wizard.ts'
import { useOperatorStep } from './use-operator-step.ts'
import { LoadingNotice } from './LoadingNotice.tsx'
import { WizardLayout } from './WizardLayout.tsx'
import { WizardSummary } from './WizardSummary.tsx'
import { useWizardNavigate } from './use-wizard-navigate.ts'

type OperatorStepProps = {
  country: Country
  /** All of them, for a number that turns out to be another country's. */
  countries: readonly Country[]
  providerId: string | undefined
}

/** Whose number: the operators on the stage, the number in the tray, and for the customer to read. */
export function OperatorStep({ country, countries, providerId }: OperatorStepProps) {
  const t = useText()
  const navigate = useWizardNavigate()
  const leave = useLeaveWizard()
  const { data: shop } = useQuery(catalogueQuery)
  const step = useOperatorStep(country, providerId)
  const { mask, recipient, providers, chosen, hindrance } = step
  const input = useRef<HTMLInputElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  useArrowKeys(grid, input)
  const focusNumber = () => input.current?.focus({ preventScroll: true })

  // With the commit: what is typed while the step before gives way belongs to the number.
  useLayoutEffect(focusNumber, [])
  const next = () => {
    if (!hindrance) step.goOn()
    else if (hindrance.at === 'number') focusNumber()
    else grid.current?.querySelector<HTMLElement>('[data-tile]')?.focus()
  }
  const type = (typed: string) => {
    step.type(typed)
    focusNumber()
  }
  const press = (digit: string) => type(recipient.shown + digit)
  const erase = () => type(recipient.shown.replace(/\D*\d?\D*$/, ''))
  useTypingAnywhere({ onDigit: press, onDelete: erase, onEnter: next, onEscape: leave })

  return (
    <WizardLayout
      step="operator"
      countryId={country.id}
      providerId={providerId}
      stage={
        <>
          <div className="intl__country">
            <Flag code={country.id} src={country.flagLarge ?? country.flag} />
            <div className="grow">
              <h2>
                <bdi>{countryName(country)}</bdi>
              </h2>
              <p className="muted">
                {t('international.prices', {
                  code: `\u200e${country.phoneCode}`,
                  paid: shop?.currency ?? '',
                  got: country.currency,
                })}
              </p>
            </div>
            <button type="button" className="btn" onClick={() => navigate(paths.international())}>
              {t('international.changeCountry')}
            </button>
          </div>
          {!providers && (
            <LoadingNotice error={step.error} onRetry={() => void step.refetch()}>
              {t('international.loadingOperators')}
            </LoadingNotice>
          )}
          {providers?.length === 0 && (
            <p className="muted intl__waiting" role="status">
              {t('international.noOperators', { country: countryName(country) })}
            </p>
          )}
          {providers && providers.length > 0 && (
            <OperatorGrid
              ref={grid}
              providers={providers}
              chosenId={chosen?.id}
              onChoose={(provider) => {
                step.choose(provider)
                if (hindrance?.at === 'number') focusNumber()
              }}
            />
          )}
          <OperatorNotes country={country} countries={countries} step={step} />
          <CustomerCheck mask={mask} recipient={recipient} />
        </>
      }
      tray={
        <>
          <WizardSummary
            country={countryName(country)}
            operator={chosen?.name}
            star={chosen && <FavoriteStar pick={pickInternational(country, chosen)} />}
          >
            <RecipientField
              ref={input}
              country={country}
              mask={mask}
              recipient={recipient}
              onType={step.type}
              onEnter={next}
            />
          </WizardSummary>
          <div className="tray__gap" />
          <div className="stack">
            <Keypad onDigit={press} onDelete={erase} onClear={() => type('')} />
            <ActionButton
              icon={<ArrowRight className="ic flip" size={24} />}
              notReady={hindrance && t(hindrance.message)}
              onPress={next}
              onNotReady={next}
            >
              {t('international.chooseAmount')}
            </ActionButton>
          </div>
        </>
      }
    />
  )
}
