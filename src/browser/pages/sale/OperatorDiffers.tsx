import '../../styles/review.css'

import { useQuery } from '@tanstack/react-query'
import { CircleHelp } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'

import type { InternationalChoice, Mismatch, NamedProvider } from '#domain/international.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { countryOfferQuery } from '../../api/international.ts'
import { useAbandonSale } from '../../api/sale.ts'
import { countryName } from '../../i18n/country-name.ts'
import { useText } from '../../i18n/use-text.ts'
import { Flag } from '../../ui/Flag.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { StateBanner } from '../../ui/StateBanner.tsx'
import { offerOfSale } from './content.ts'
import { findListed } from './find-listed.ts'
import { RecipientNumber } from './OfferReadBack.tsx'
import { ReviewSummary } from './ReviewSummary.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { TrayFoot } from './SaleSummary.tsx'
import { ScriptCard } from './ScriptCard.tsx'
import { useArmDelay } from './use-arm-delay.ts'
import { useHotkeys } from '../../hotkeys.ts'
import { KEYS } from '../../keys.ts'
import { useGoToStep, useInternationalOptions } from './use-international-options.ts'
import { useNewSale } from './use-sale-options.ts'

type OperatorDiffersProps = {
  sale: Sale
  /** A person says that the detected operator is the chosen one. */
  onSame: () => void
}

/**
 * The check named another operator than the one chosen: nothing is sent until a person has decided (DESIGN rule 10). No button is filled, none
 * has the focus, and none stands for what one would press without thinking.
 */
export function OperatorDiffers({ sale, onSame }: OperatorDiffersProps) {
  return sale.international && sale.mismatch ? (
    <Decision sale={sale} choice={sale.international} mismatch={sale.mismatch} onSame={onSame} />
  ) : null
}

type DecisionProps = OperatorDiffersProps & { choice: InternationalChoice; mismatch: Mismatch }

function Decision({ sale, choice, mismatch, onSame }: DecisionProps) {
  const t = useText()
  const content = offerOfSale(sale, choice)
  const isArmed = useArmDelay()
  const newSale = useNewSale()
  const goTo = useGoToStep(content)
  const { goToOperator } = useInternationalOptions(content)
  const abandon = useAbandonSale(sale.id)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  const { data: offer, isPending } = useQuery(countryOfferQuery(choice.country.id))
  const listed = findListed(mismatch.detected, offer?.providers)
  const leave = (go: () => void) => {
    // Nobody waits for it: left alone, the check runs out by itself.
    abandon.mutate()
    go()
  }
  useHotkeys([{ ...KEYS.escape, isOnce: true, run: () => leave(newSale) }])
  const detected = nameOf(mismatch.detected)

  return (
    <SaleLayout
      stage={
        <div ref={place} tabIndex={-1} className="operatordiffers">
          <StateBanner
            tone="unk"
            icon={<CircleHelp className="ic" size={32} />}
            heading={t('sale.international.operatorDiffers')}
          >
            <p>{t('sale.international.operatorDiffersHint', { chosen: choice.provider.name })}</p>
          </StateBanner>
          <section className="card paper" aria-label={t('sale.readBack')}>
            <div>
              <RecipientNumber sale={sale} />
              <div className="chosen">
                <Flag code={choice.country.id} src={choice.country.flag} /> <bdi>{countryName(choice.country)}</bdi>
              </div>
            </div>
            <div className="compared">
              <Named
                label={t('sale.international.chosen')}
                name={choice.provider.name}
                logo={offer?.providers.find(({ id }) => id === choice.provider.id)?.logo}
              />
              <Named label={t('sale.international.detected')} name={detected} logo={listed?.logo} isOther />
            </div>
          </section>
          <ScriptCard>{t('sale.international.sayOperator')}</ScriptCard>
        </div>
      }
      tray={
        <>
          <ReviewSummary sale={sale} />
          <TrayFoot
            remark={
              offer &&
              (listed
                ? t('sale.international.detectedListed', { detected })
                : t('sale.international.detectedNotListed', { detected, country: countryName(choice.country) }))
            }
          >
            <Choice
              isArmed={isArmed && !isPending}
              onPick={() => leave(() => (listed ? goToOperator(listed.id) : goTo('operator')))}
            >
              {t('sale.international.useDetected', { detected })}
            </Choice>
            <Choice isArmed={isArmed} onPick={onSame}>
              {t('sale.international.sameOperator', { chosen: choice.provider.name })}
            </Choice>
            <Choice isArmed={isArmed} onPick={() => leave(newSale)}>
              {t('ticket.cancel')} <kbd className="kbd">Esc</kbd>
            </Choice>
          </TrayFoot>
        </>
      }
    />
  )
}

type NamedProps = { label: string; name: string; logo: string | undefined; isOther?: boolean }

function Named({ label, name, logo, isOther = false }: NamedProps) {
  return (
    <div className={isOther ? 'readback__box compared__other' : 'readback__box'}>
      <div className="muted text-4">{label}</div>
      <div className="row gap-3 compared__name">
        <Picture name={name} src={logo} size={40} /> <bdi>{name}</bdi>
      </div>
    </div>
  )
}

type ChoiceProps = { isArmed: boolean; onPick: () => void; children: ReactNode }

function Choice({ isArmed, onPick, children }: ChoiceProps) {
  return (
    <button
      type="button"
      className="btn btn--lg btn--block"
      aria-disabled={!isArmed}
      onClick={() => isArmed && onPick()}
    >
      {children}
    </button>
  )
}

const nameOf = ({ name, id }: NamedProvider) => name ?? id ?? ''
