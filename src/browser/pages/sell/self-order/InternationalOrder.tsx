import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react'
import { matchPath, useLocation } from 'react-router-dom'

import { onlyDigits } from '#domain/text/digits.ts'
import type { Country, Denomination, Provider } from '#domain/catalog/international.ts'
import { findCountriesByNumber } from '#domain/phone/phone-country.ts'
import { formatAccount } from '#domain/phone/phone-mask.ts'
import type { ArrangedCatalog } from '../../../api/catalog.ts'
import { tabletQueries } from '../../../api/international.ts'
import { useTypingAnywhere } from '../../../lib/hotkeys.ts'
import { countryName, sortCountries } from '../../../i18n/country-name.ts'
import { useLocale, useText } from '../../../i18n/use-text.ts'
import { paths, routes } from '../../../paths.ts'
import { useInternationalDraft, findInternationalWarning } from '../../../sale/international/international.ts'
import { AmountGroups } from '../../../sale/international/AmountGroups.tsx'
import { CountryGrid, OperatorGrid } from '../../../sale/international/choice-grids.tsx'
import { findRecipientBlockReason, keysForNumber, useRecipient } from '../../../sale/international/recipient-entry.ts'
import { RecipientField } from '../../../sale/international/RecipientField.tsx'
import { useLeaveWizard, useWizardNavigate, useWizardTile } from '../../../sale/international/wizard-steps.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Flag } from '../../../ui/Flag.tsx'
import { Keypad } from '../../../ui/Keypad.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { InputBox } from '../../../ui/TextInput.tsx'
import { NumberInput } from '../TicketFields.tsx'
import type { OrderRequest } from './ConfirmOrder.tsx'
import { OrderSheet } from './OrderSheet.tsx'

type InternationalOrderProps = { shop: ArrangedCatalog; onChosen: (wish: OrderRequest) => void }

/** An international top-up chosen by a customer. Prices are current; the till reads them again. */
export function InternationalOrder({ shop, onChosen }: InternationalOrderProps) {
  const t = useText()
  const { pathname } = useLocation()
  const tileId = useWizardTile()
  const { data, error, refetch } = useQuery(tabletQueries.countries)
  const { countryId, providerId, amounts } =
    matchPath(`${routes.international}/:countryId?/:providerId?/:amounts?`, pathname)?.params ?? {}
  if (!data) {
    return (
      <Page>
        <Waiting error={error} onRetry={() => void refetch()}>
          {t('international.loadingCountries')}
        </Waiting>
      </Page>
    )
  }
  const country = data.countries.find(({ id }) => id.toLowerCase() === countryId?.toLowerCase())
  if (!country) return <ChooseCountry countries={data.countries} />
  if (providerId === undefined || amounts === undefined)
    return <ChooseOperator key={country.id} country={country} providerId={providerId} />
  const warning = findInternationalWarning(shop, tileId, country.id)
  return <ChooseAmount country={country} providerId={providerId} warning={warning} onChosen={onChosen} />
}

function ChooseCountry({ countries }: { countries: readonly Country[] }) {
  const t = useText()
  const locale = useLocale()
  const navigate = useWizardNavigate()
  const leave = useLeaveWizard()
  const digits = useInternationalDraft((draft) => draft.number).replace(/\D/g, '')
  const input = useRef<HTMLInputElement>(null)
  const sorted = useMemo(() => sortCountries(countries, locale), [countries, locale])
  const found = digits === '' ? undefined : findCountriesByNumber(`+${digits}`, sorted)
  const only = found?.status === 'found' && found.countries.length === 1 ? found.countries[0]?.id : undefined
  useEffect(() => {
    if (only !== undefined) navigate(paths.internationalCountry(only))
  }, [only, navigate])
  const type = (typed: string) => setNumber(typed === '' ? '' : `+${onlyDigits(typed)}`)
  const keys = keysForNumber(digits, type)
  const next = () => input.current?.focus()
  useLayoutEffect(next, [])
  useTypingAnywhere({ ...keys, onEnter: next, onEscape: leave })
  const shown = found?.countries ?? sorted
  return (
    <OrderSheet blocked={t('international.chooseCountry')} onNext={next} keys={<Keypad {...keys} />}>
      <div className="flex flex-col gap-4 pb-4">
        <StepHeading title={t('international.slip')} onCancel={leave} />
        <Field
          label={t('selfOrder.internationalNumber')}
          problem={shown.length === 0 ? t('international.noneCoded', { text: `\u2066+${digits}\u2069` }) : undefined}
        >
          {(control) => (
            <InputBox size="lg" isActive onPress={next}>
              <NumberInput {...control} ref={input} prefix="+" shown={digits} onType={type} onEnter={next} />
            </InputBox>
          )}
        </Field>
        {shown.length > 0 && (
          <CountryGrid
            label={t('international.chooseCountry')}
            countries={shown}
            onPick={({ id }) => navigate(paths.internationalCountry(id))}
          />
        )}
      </div>
    </OrderSheet>
  )
}

function ChooseOperator({ country, providerId }: { country: Country; providerId: string | undefined }) {
  const t = useText()
  const name = countryName(country, useLocale())
  const navigate = useWizardNavigate()
  const leave = useLeaveWizard()
  const { mask, recipient } = useRecipient(country)
  const { data, error, refetch } = useQuery(tabletQueries.country(country.id))
  const providers = data?.providers
  const chosen: Provider | undefined =
    providers?.length === 1 ? providers[0] : providers?.find(({ id }) => id === providerId)
  const blockReason = findRecipientBlockReason(recipient.entry, chosen)
  const input = useRef<HTMLInputElement>(null)
  const focus = () => input.current?.focus({ preventScroll: true })
  useLayoutEffect(focus, [])
  const next = () => {
    if (!blockReason && chosen) navigate(paths.internationalAmounts(country.id, chosen.id))
    else focus()
  }
  const keys = keysForNumber(recipient.shown, setNumber)
  useTypingAnywhere({ ...keys, onEnter: next, onEscape: leave })
  return (
    <OrderSheet blocked={blockReason && t(blockReason.message)} onNext={next} keys={<Keypad {...keys} />}>
      <div className="flex flex-col gap-4 pb-4">
        <StepHeading
          title={name}
          picture={<Flag code={country.id} src={country.flagLarge ?? country.flag} size="lg" />}
          onCancel={leave}
        >
          <Button
            onClick={() => {
              setNumber('')
              navigate(paths.international())
            }}
          >
            {t('international.changeCountry')}
          </Button>
        </StepHeading>
        <RecipientField
          ref={input}
          country={country}
          mask={mask}
          recipient={recipient}
          onType={setNumber}
          onEnter={next}
        />
        {!providers && (
          <Waiting error={error} onRetry={() => void refetch()}>
            {t('international.loadingOperators')}
          </Waiting>
        )}
        {providers?.length === 0 && <p role="status">{t('international.noOperators', { country: name })}</p>}
        {providers && providers.length > 0 && (
          <OperatorGrid
            providers={providers}
            chosenId={chosen?.id}
            onChoose={({ id }) => navigate(paths.internationalProvider(country.id, id), { replace: true })}
          />
        )}
      </div>
    </OrderSheet>
  )
}

type ChooseAmountProps = {
  country: Country
  providerId: string
  warning: string | undefined
  onChosen: (wish: OrderRequest) => void
}

function ChooseAmount({ country, providerId, warning, onChosen }: ChooseAmountProps) {
  const t = useText()
  const locale = useLocale()
  const navigate = useWizardNavigate()
  const leave = useLeaveWizard()
  const { mask, account } = useRecipient(country)
  const { data: offer, error, refetch } = useQuery(tabletQueries.provider(country.id, providerId))
  const toNumber = useCallback(
    () => navigate(paths.internationalProvider(country.id, providerId), { replace: true }),
    [navigate, country.id, providerId],
  )
  useEffect(() => {
    if (account === undefined) toNumber()
  }, [account, toNumber])
  const choose = ({ id: denominationId, gets, pays }: Denomination) => {
    if (!offer || account === undefined) return
    const { id, name, logo } = offer.provider
    onChosen({
      order: { kind: 'international', countryId: country.id, providerId: id, denominationId, account },
      name,
      country,
      number: formatAccount(mask, account),
      amount: gets,
      pays,
      picture: logo,
      warning,
    })
  }
  return (
    <Page>
      <StepHeading
        title={offer?.provider.name ?? '…'}
        note={countryName(country, locale)}
        picture={offer && <Picture name={offer.provider.name} src={offer.provider.logo} size="md" />}
        onCancel={leave}
      >
        <Button onClick={toNumber}>{t('selfOrder.change')}</Button>
      </StepHeading>
      {!offer && (
        <Waiting error={error} onRetry={() => void refetch()}>
          {t('international.loadingAmounts')}
        </Waiting>
      )}
      {offer?.denominations.length === 0 && (
        <p role="status">{t('international.noAmounts', { operator: offer.provider.name })}</p>
      )}
      {offer && offer.denominations.length > 0 && (
        <AmountGroups offer={offer} chosen={undefined} cameByItself={false} onChoose={choose} />
      )}
    </Page>
  )
}

const setNumber = (number: string) => useInternationalDraft.getState().setNumber(number)

const Page = ({ children }: { children: ReactNode }) => (
  <main className="flex min-h-0 min-w-0 flex-1 flex-col gap-4 overflow-y-auto p-4 md:px-5">{children}</main>
)

type StepHeadingProps = {
  title: string
  note?: string
  picture?: ReactNode
  children?: ReactNode
  onCancel: () => void
}

function StepHeading({ title, note, picture, children, onCancel }: StepHeadingProps) {
  const t = useText()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {picture}
      <div className="min-w-0 flex-1 wrap-anywhere">
        <h2 className="text-4 sm:text-5">
          <bdi>{title}</bdi>
        </h2>
        {note !== undefined && (
          <p className="text-ink-2">
            <bdi>{note}</bdi>
          </p>
        )}
      </div>
      <div className="flex gap-3">
        {children}
        <Button onClick={onCancel}>{t('ticket.cancel')}</Button>
      </div>
    </div>
  )
}

type WaitingProps = { error: Error | null; onRetry: () => void; children: string }

/** The tablet's reads are rate-limited, so the text refers to the counter. */
function Waiting({ error, onRetry, children }: WaitingProps) {
  const t = useText()
  return (
    <div className="flex flex-col items-start gap-4">
      <p role="status">{error ? t('selfOrder.away') : children}</p>
      {error && (
        <Button size="lg" onClick={onRetry}>
          {t('storefront.tryAgain')}
        </Button>
      )}
    </div>
  )
}
