import '../../styles/limit.css'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import type { FailureCode } from '#contract/proxy/failure.ts'
import type { Exceeded } from '#domain/sales-limits.ts'
import type { Person } from '#domain/person.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { useCurrentUser } from '../../current-user.ts'
import type { ApproverWithPin } from '../../api/sale.ts'
import { sessionQuery } from '../../api/session.ts'
import { firstName } from '../../i18n/person-name.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Secret } from '../../secret.ts'
import { useText } from '../../i18n/use-text.ts'
import { MAX_PIN, MIN_PIN, PinField } from '../../PinField.tsx'
import { readPinWait, usePinWait, waitOf, type PinWait } from '../../pin-wait.ts'
import { PinWaiting } from '../../PinWaiting.tsx'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Keypad } from '../../ui/Keypad.tsx'
import { formatLimit } from './tell-limit.ts'

/** Why the last one could not let it go. */
type Refusal = { code: FailureCode | 'no-answer'; retryAfterMs?: number }

type AboveLimitDialogProps = {
  sale: Pick<Sale, 'cashier' | 'pays'>
  limits: readonly Exceeded[]
  isAsking: boolean
  refusal: Refusal | undefined
  onApprove: (approver: ApproverWithPin) => void
  onBack: () => void
}

/**
 * A sale above limits: the customer reads that it takes a moment, and a supervisor lets it go or not; one who sells at a till gives their own
 * PIN. The PIN is handed on and kept nowhere.
 */
export function AboveLimitDialog({
  sale,
  limits,
  isAsking,
  refusal,
  onApprove: onLetGo,
  onBack,
}: AboveLimitDialogProps) {
  const t = useText()
  const formats = useFormats()
  const { data: session } = useQuery(sessionQuery)
  const { person, isSupervisor } = useCurrentUser()
  // At a kiosk the proxy says of everybody that they are a cashier (DESIGN rule 17).
  const own = isSupervisor ? person : undefined
  const supervisors = own ? [own] : findApprovers(session?.staff ?? [], [person.id, sale.cashier.id])
  const [chosenId, setChosenId] = useState<string>()
  const chosen = supervisors.length === 1 ? supervisors[0] : supervisors.find(({ id }) => id === chosenId)
  const [pin, setPin] = useState('')
  const [wait, setWait] = useState<PinWait>()
  const [told, setTold] = useState<Refusal>()
  const [isLetGo, setIsLetGo] = useState(false)
  if (refusal && refusal !== told) {
    setTold(refusal)
    setWait(chosen && readPinWait(refusal, chosen.id))
  }
  const secondsLeft = usePinWait(waitOf(wait, chosen?.id))
  const isOff = chosen === undefined || secondsLeft > 0 || isAsking
  const isReady = !isOff && pin.length >= MIN_PIN

  const field = useRef<HTMLInputElement>(null)
  // Behind the dialog's own: it has to be open for that.
  useEffect(() => field.current?.focus(), [isOff, chosen?.id])

  const type = (typed: string) => setPin(typed.replace(/\D/g, '').slice(0, MAX_PIN))
  const letGo = () => {
    if (!isReady) return
    setIsLetGo(true)
    onLetGo({ staffId: chosen.id, pin: new Secret(pin) })
    setPin('')
  }
  const said = refusal && !isAsking && pin === '' ? wordsOf(refusal, isLetGo) : undefined
  const pinLabel = chosen && !own && t('limit.pin', { name: firstName(chosen.name) })
  const missing = secondsLeft > 0 ? 'signIn.waits' : chosen ? 'signIn.tooShort' : 'limit.choose'

  return (
    <Dialog heading={t('limit.title')} onClose={() => !isAsking && onBack()}>
      <div className="overlimit">
        <ul className="small muted">
          {limits.map((limit) => (
            <li key={`${limit.of} ${limit.kind}`}>{formatLimit(limit, t, formats)}</li>
          ))}
          <li>{t('limit.thisSale', { amount: formats.money(sale.pays) })}</li>
        </ul>
        {supervisors.length === 0 ? (
          <p role="alert">{t('limit.nobody')}</p>
        ) : (
          <>
            {!own && (
              <div className="overlimit__who" role="group" aria-label={t('limit.who')}>
                {supervisors.map((person) => (
                  <button
                    key={person.id}
                    type="button"
                    className="btn btn--lg"
                    aria-pressed={person.id === chosen?.id}
                    onClick={() => {
                      setChosenId(person.id)
                      type('')
                    }}
                  >
                    <Avatar id={person.id} name={person.name} size={32} /> <bdi>{person.name}</bdi>
                  </button>
                ))}
              </div>
            )}
            {secondsLeft > 0 ? (
              <PinWaiting wait={wait} secondsLeft={secondsLeft} />
            ) : said ? (
              <p className="text-bad font-semibold" role="alert">
                {t(said)}
              </p>
            ) : (
              <p className="muted">{own ? t('limit.own') : pinLabel || t('limit.choose')}</p>
            )}
            <PinField
              ref={field}
              pin={pin}
              isDisabled={isOff}
              {...(pinLabel && { label: pinLabel })}
              onType={type}
              onEnter={letGo}
            />
            <Keypad
              isDisabled={isOff}
              onDigit={(digit) => type(pin + digit)}
              onDelete={() => type(pin.slice(0, -1))}
              onClear={() => type('')}
            />
          </>
        )}
        <div className="overlimit__ways">
          <button type="button" className="btn btn--lg" aria-disabled={isAsking} onClick={() => !isAsking && onBack()}>
            {t('limit.back')}
          </button>
          {supervisors.length > 0 && (
            <ActionButton
              isBusy={isAsking}
              notReady={isReady || isAsking ? undefined : t(missing)}
              onPress={letGo}
              onNotReady={() => field.current?.focus()}
            >
              {t(isAsking ? 'limit.approving' : 'limit.approve')}
            </ActionButton>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** Supervisors, but for those who sell it. */
const findApprovers = (staff: readonly Person[], sellers: readonly string[]): Person[] =>
  staff.filter(({ id, role }) => role === 'supervisor' && !sellers.includes(id))

/** That it is above a limit is what the dialog is about; a word lets it go above the limits that were told, and no others. */
function wordsOf({ code }: Refusal, isLetGo: boolean) {
  if (code === 'above-limit') return isLetGo ? 'limit.another' : undefined
  return code === 'not-allowed' ? 'limit.noSupervisor' : (`failure.${code}` as const)
}
