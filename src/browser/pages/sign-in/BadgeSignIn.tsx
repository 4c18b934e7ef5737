import { IdCard } from 'lucide-react'
import { useState } from 'react'

import type { Person } from '#domain/person.ts'
import { PinNeeded, useBadge } from '../../api/badge.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { firstName } from '../../lib/current-user.ts'
import { useText } from '../../i18n/use-text.ts'
import { endCard, findCardCode } from '../../scanner/scan.ts'
import { useScannedKeys } from '../../scanner/use-scanned-keys.ts'
import { Secret } from '../../lib/secret.ts'

type BadgeSignInProps = {
  staff: readonly Person[]
  /** The badge is this person's. `code` is sent with their PIN. */
  onPinNeeded: (personId: string, code: Secret) => void
  onRefused: () => void
}

/** With a card that a reader types. A scan is never left in a field, and its Enter presses nothing. */
export function BadgeSignIn({ staff, onPinNeeded, onRefused }: BadgeSignInProps) {
  const t = useText()
  const badge = useBadge()
  const [isUnreadable, setIsUnreadable] = useState(false)

  useScannedKeys(([caught]) => {
    if (!caught) return false
    caught.undo()
    if (badge.isPending) return true
    const code = findCardCode(caught.scan)
    setIsUnreadable(code === undefined)
    if (code === undefined) {
      badge.reset()
      onRefused()
      return true
    }
    // The code is needed again if the PIN is.
    const again = new Secret(code)
    badge.mutate(new Secret(code), {
      onError: (error) => (error instanceof PinNeeded ? onPinNeeded(error.personId, again) : onRefused()),
    })
    return true
  }, endCard)

  const { error } = badge
  const owner = error instanceof PinNeeded ? staff.find(({ id }) => id === error.personId) : undefined
  const problem = isUnreadable ? 'badge.unreadable' : error && !owner ? failureMessage(error) : undefined
  return (
    <p className="flex items-center gap-2 text-ink-2">
      <IdCard size={24} className="shrink-0" aria-hidden />
      {problem ? (
        <span role="alert" className="font-semibold text-bad">
          {t(problem)}
        </span>
      ) : (
        <span role="status">
          {badge.isPending
            ? t('signIn.checking')
            : owner
              ? t('badge.enterPin', { name: firstName(owner.name) })
              : t('badge.hint')}
        </span>
      )}
    </p>
  )
}
