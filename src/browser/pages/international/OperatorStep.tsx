import { useQuery } from '@tanstack/react-query'
import { ArrowRight, MessageSquareQuote } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useParams } from 'react-router-dom'

import type { Country, Provider } from '#domain/catalog/international.ts'
import type { PhoneMask } from '#domain/phone/phone-mask.ts'
import { catalogQuery } from '../../api/catalog.ts'
import { useTypingAnywhere } from '../../lib/hotkeys.ts'
import { countryName } from '../../i18n/country-name.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { CustomerAnswer } from '../../sale/CustomerAnswer.tsx'
import { FavoriteStar } from '../../sale/favorites/EditFavorites.tsx'
import { pickInternational } from '../../sale/favorites/saved-picks.ts'
import { useArrowKeys } from '../../sale/international/arrow-keys.ts'
import { OperatorGrid } from '../../sale/international/choice-grids.tsx'
import { RecipientField } from '../../sale/international/RecipientField.tsx'
import { keysForNumber, type RecipientEntry } from '../../sale/international/recipient-entry.ts'
import { useLeaveWizard, useWizardNavigate } from '../../sale/international/wizard-steps.ts'
import { ONE_COLUMN, useMedia } from '../../lib/use-media.ts'
import { Button } from '../../ui/Button.tsx'
import { Flag } from '../../ui/Flag.tsx'
import { Keypad } from '../../ui/Keypad.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { OperatorNotes } from './OperatorNotes.tsx'
import { LoadingNotice, WizardLayout } from './WizardLayout.tsx'
import { AtCountry, WizardSummary } from './WizardSummary.tsx'
import { useOperatorStep } from './use-operator-step.ts'

export function OperatorStep() {
  return (
    <AtCountry step="operator">
      {(country, countries) => <Operators key={country.id} country={country} countries={countries} />}
    </AtCountry>
  )
}

type OperatorsProps = { country: Country; countries: readonly Country[] }

function Operators({ country, countries }: OperatorsProps) {
  const t = useText()
  const name = countryName(country, useLocale())
  const navigate = useWizardNavigate()
  const leave = useLeaveWizard()
  const { data: shop } = useQuery(catalogQuery)
  const { providerId } = useParams()
  const step = useOperatorStep(country, providerId)
  const { mask, recipient, providers, chosen, blockReason } = step
  const input = useRef<HTMLInputElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const isOneColumn = useMedia(ONE_COLUMN)
  useArrowKeys(grid, input)
  const focusNumber = () => input.current?.focus({ preventScroll: true })

  // A layout effect, so keys typed during the page change reach the number field.
  useLayoutEffect(focusNumber, [])
  const next = () => {
    if (!blockReason) step.goOn()
    else if (blockReason.at === 'number') focusNumber()
    else grid.current?.querySelector('button')?.focus()
  }
  const type = (typed: string) => {
    step.type(typed)
    focusNumber()
  }
  const keys = keysForNumber(recipient.shown, type)
  useTypingAnywhere({ ...keys, onEnter: next, onEscape: leave })
  const choose = (provider: Provider) => {
    step.choose(provider)
    if (blockReason?.at === 'number') focusNumber()
  }

  const slip = (
    <WizardSummary country={name} operator={chosen?.name}>
      <RecipientField
        ref={input}
        country={country}
        mask={mask}
        recipient={recipient}
        onType={step.type}
        onEnter={next}
      />
      <CustomerAnswer isLedHere onChange={focusNumber} />
    </WizardSummary>
  )

  return (
    <WizardLayout
      step="operator"
      countryId={country.id}
      providerId={providerId}
      panel={
        <SidePanel
          foot={
            <>
              <Keypad {...keys} />
              <Button
                variant="primary"
                size="xl"
                icon={ArrowRight}
                amount=""
                blocked={blockReason && t(blockReason.message)}
                onBlocked={next}
                onClick={next}
              >
                {t('international.chooseAmount')}
              </Button>
            </>
          }
        >
          {!isOneColumn && slip}
        </SidePanel>
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Flag code={country.id} src={country.flagLarge ?? country.flag} size="lg" />
        <div className="min-w-0 flex-1 wrap-anywhere">
          <h2 className="text-4 sm:text-5">
            <bdi>{name}</bdi>
          </h2>
          <p className="text-ink-2 max-sm:hidden">
            {t('international.prices', {
              code: `\u200e${country.phoneCode}`,
              paid: shop?.currency ?? '',
              got: country.currency,
            })}
          </p>
        </div>
        {/* On a phone, the keypad is below and the way back is above. */}
        <div className="flex gap-3 max-sm:hidden">
          {chosen && <FavoriteStar pick={pickInternational(country, chosen)} />}
          <Button onClick={() => navigate(paths.international())}>{t('international.changeCountry')}</Button>
        </div>
      </div>
      {/* In one column, the operators, of which there may be many, come after the keypad, so the number stays above. */}
      {isOneColumn && slip}
      {!providers && (
        <LoadingNotice error={step.error} onRetry={() => void step.refetch()}>
          {t('international.loadingOperators')}
        </LoadingNotice>
      )}
      {providers?.length === 0 && (
        <p className="text-ink-2" role="status">
          {t('international.noOperators', { country: name })}
        </p>
      )}
      {providers && providers.length > 0 && (
        <OperatorGrid ref={grid} providers={providers} chosenId={chosen?.id} onChoose={choose} />
      )}
      <OperatorNotes country={country} countries={countries} step={step} />
      <CustomerCheck mask={mask} recipient={recipient} />
    </WizardLayout>
  )
}

/** The number, large enough to read across the counter while it is typed. */
function CustomerCheck({ mask, recipient }: { mask: PhoneMask; recipient: RecipientEntry }) {
  const t = useText()
  const { prefix, shown, gaps } = recipient
  const code = `\u2066+${mask.code}\u2069`
  return (
    <section
      className="paper flex min-h-[160px] flex-1 flex-col justify-between gap-2 rounded-3 border-1 border-paper-line bg-paper p-5 max-sm:hidden"
      aria-label={t('international.mirrorRegion')}
    >
      <h2 className="flex items-center gap-2 font-medium text-paper-ink">
        <MessageSquareQuote size={20} aria-hidden /> {t('international.mirror')}
      </h2>
      <div className="text-7 font-medium [direction:ltr] sm:text-8 md:max-lg:text-7 rtl:text-end">
        {prefix !== '' && <span className="font-normal text-paper-ink">{prefix} </span>}
        {shown}
        <span className="font-normal tracking-[0.14em] text-paper-ink" aria-hidden>
          {gaps}
        </span>
      </div>
      <p className={`text-paper-ink ${recipient.entry.status === 'incomplete' ? '' : 'invisible'}`}>
        {t(mask.isOpen ? 'international.atLeast' : 'international.length', { count: mask.fewest, code })}
      </p>
    </section>
  )
}
