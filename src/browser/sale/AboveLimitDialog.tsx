import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { FailureCode } from '#api/failure.ts'
import { PIN_LENGTH, type Person } from '#domain/person.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { Exceeded } from '#domain/sales-limits.ts'
import type { ApproverWithPin } from '../api/sale-steps.ts'
import { sessionQuery } from '../api/session.ts'
import { useFormats } from '../i18n/formats.ts'
import type { MessageId } from '../i18n/locale.ts'
import { firstName } from '../lib/current-user.ts'
import { useText, type Text } from '../i18n/use-text.ts'
import { Secret } from '../lib/secret.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { PinForm, pinRefusalOf, type PinRefusal } from '../ui/PinForm.tsx'
import { formatSaleAccount, productOfSale } from './sale-naming.ts'

/** Why the last PIN did not approve the sale. */
type Refusal = { code: FailureCode | 'no-answer'; retryAfterMs?: number }

type AboveLimitDialogProps = {
  sale: Pick<Sale, 'cashier' | 'pays' | 'serviceName' | 'account' | 'international'>
  count?: number | undefined
  limits: readonly Exceeded[]
  isAsking: boolean
  refusal: Refusal | undefined
  onApprove: (approver: ApproverWithPin) => void
  onBack: () => void
}

/** A supervisor may approve even their own sale at a till. The PIN is passed on and not stored. */
export function AboveLimitDialog({ sale, count = 1, limits, isAsking, ...props }: AboveLimitDialogProps) {
  const { refusal, onApprove, onBack } = props
  const t = useText()
  const formats = useFormats()
  const product = productOfSale(sale, t)
  const { data: session } = useQuery(sessionQuery)
  // At a kiosk the server reports everyone as a cashier (rule 17).
  const own = session?.person?.role === 'supervisor' ? session.person : undefined
  const supervisors = own ? [own] : findApprovers(session?.staff ?? [], [session?.person?.id, sale.cashier.id])
  const [chosenId, setChosenId] = useState<string>()
  const chosen = supervisors.length === 1 ? supervisors[0] : supervisors.find(({ id }) => id === chosenId)
  const [hasTried, setHasTried] = useState(false)
  const [last, setLast] = useState<{ of: Refusal; personId: string | undefined; shown: PinRefusal | undefined }>()
  if (refusal && refusal !== last?.of) {
    const text = findText(refusal, hasTried)
    setLast({ of: refusal, personId: chosen?.id, shown: text && pinRefusalOf(refusal, t(text), t) })
  }
  // A lock applies to one person's PIN, a rate limit to everyone's.
  const isAbout = last && (last.personId === chosen?.id || last.of.code === 'rate-limited')
  const pinLabel = chosen && !own ? t('limit.pin', { name: firstName(chosen.name) }) : undefined
  const back = (
    <Button size="lg" aria-disabled={isAsking} onClick={() => !isAsking && onBack()}>
      {t('limit.back')}
    </Button>
  )
  return (
    <Dialog heading={t('limit.title')} size="md" onClose={() => !isAsking && onBack()}>
      {/* For the supervisor, who did not hear the customer. */}
      <p className="font-semibold wrap-anywhere">
        <bdi>{count === 1 ? product : t('sale.quantity', { count, product })}</bdi>
        {sale.account !== undefined && (
          <bdi className="block" dir="ltr">
            {formatSaleAccount(sale)}
          </bdi>
        )}
      </p>
      <ul className="text-ink-2">
        {limits.map((limit) => (
          <li key={`${limit.of} ${limit.kind}`}>{formatLimit(limit, t, formats)}</li>
        ))}
        <li>{t('limit.thisSale', { amount: formats.money(sale.pays) })}</li>
      </ul>
      {supervisors.length > 0 && <p className="font-semibold">{t('limit.collectFirst')}</p>}
      {!own && supervisors.length > 0 && (
        <div className="flex flex-wrap gap-2" role="group" aria-label={t('limit.who')}>
          {supervisors.map(({ id, name }) => (
            <Button
              key={id}
              size="lg"
              variant={id === chosen?.id ? 'tint' : 'secondary'}
              aria-pressed={id === chosen?.id}
              onClick={() => setChosenId(id)}
            >
              <Avatar id={id} name={name} size="sm" /> <bdi>{name}</bdi>
            </Button>
          ))}
        </div>
      )}
      {supervisors.length === 0 ? (
        <>
          <p role="alert">{t('limit.nobody')}</p>
          {back}
        </>
      ) : (
        <div className="low:[--hit-key:48px]">
          <PinForm
            // Clears the digits when another person is chosen.
            key={chosen?.id}
            length={PIN_LENGTH.supervisor}
            action={t(isAsking ? 'limit.approving' : 'limit.approve')}
            label={pinLabel}
            lead={own ? t('limit.own') : (pinLabel ?? t('limit.choose'))}
            refusal={isAbout ? last.shown : undefined}
            pending={isAsking}
            blocked={chosen ? undefined : t('limit.choose')}
            cancel={back}
            onSubmit={(pin) => {
              if (!chosen) return
              setHasTried(true)
              onApprove({ staffId: chosen.id, pin: new Secret(pin) })
            }}
          />
        </div>
      )}
    </Dialog>
  )
}

const findApprovers = (staff: readonly Person[], sellers: readonly (string | undefined)[]): Person[] =>
  staff.filter(({ id, role }) => role === 'supervisor' && !sellers.includes(id))

/** The dialog itself explains the limit, so there is a message only if more limits than those shown were exceeded. */
function findText({ code }: Refusal, hasTried: boolean): MessageId | undefined {
  if (code === 'above-limit') return hasTried ? 'limit.another' : undefined
  return code === 'not-allowed' ? 'limit.noSupervisor' : `failure.${code}`
}

function formatLimit({ of, kind, limit, used }: Exceeded, t: Text, formats: ReturnType<typeof useFormats>): string {
  const tell = (value: typeof limit) => (typeof value === 'number' ? value : formats.money(value))
  return t(`limit.${of}.${kind}`, { limit: tell(limit), used: tell(used) })
}
