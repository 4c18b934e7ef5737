import { IdCard } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import type { StaffEntry } from '#api/staff.ts'
import { useAddBadge, useBlockBadge } from '../../api/badge.ts'
import { formatDate } from '../../i18n/format-time.ts'
import { useText } from '../../i18n/use-text.ts'
import { endCard, findCardCode } from '../../scanner/scan.ts'
import { useScannedKeys } from '../../scanner/use-scanned-keys.ts'
import { Secret } from '../../lib/secret.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormProblem } from '../../ui/DialogForm.tsx'

type PersonBadgeProps = { person: StaffEntry }

/** Blocking takes one tap, because a lost badge cannot wait. */
export function PersonBadge({ person }: PersonBadgeProps) {
  const t = useText()
  const block = useBlockBadge(person.id)
  const [isAdding, setIsAdding] = useState(false)
  const [wasAdded, setWasAdded] = useState(false)
  const state = useRef<HTMLParagraphElement>(null)
  const { badge } = person
  // The button that opened the dialog now blocks the badge, so it must not keep the focus.
  useEffect(() => {
    if (wasAdded) state.current?.focus()
  }, [wasAdded])
  return (
    <section aria-label={t('staff.badge')} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <p ref={state} tabIndex={-1} className="flex min-w-0 flex-1 items-center gap-2 outline-none" role="status">
          <IdCard size={20} className="shrink-0" aria-hidden />
          {badge ? t('staff.badgeSince', { date: formatDate(badge.since) }) : t('staff.badgeNone')}
        </p>
        {badge ? (
          <Button key="block" variant="danger" pending={block.isPending} onClick={() => block.mutate()}>
            {t('staff.badgeBlock')}
          </Button>
        ) : (
          <Button
            key="add"
            onClick={() => {
              setWasAdded(false)
              setIsAdding(true)
            }}
          >
            {t('staff.badgeAdd')}
          </Button>
        )}
      </div>
      <FormProblem error={block.error} words={{ 'invalid-operation': 'staff.badgeBlockRefused' }} />
      {isAdding && (
        <AddBadge
          person={person}
          onClose={(isAdded) => {
            setIsAdding(false)
            setWasAdded(isAdded)
          }}
        />
      )}
    </section>
  )
}

function AddBadge({ person, onClose }: PersonBadgeProps & { onClose: (isAdded: boolean) => void }) {
  const t = useText()
  const add = useAddBadge(person.id)
  const [isUnusable, setIsUnusable] = useState(false)
  useScannedKeys(([caught]) => {
    if (!caught) return false
    caught.undo()
    if (add.isPending) return true
    const code = findCardCode(caught.scan)
    setIsUnusable(code === undefined)
    if (code !== undefined) add.mutate(new Secret(code), { onSuccess: () => onClose(true) })
    return true
  }, endCard)
  return (
    <Dialog
      heading={t('badge.heading', { name: person.name })}
      actions={
        <Button size="lg" onClick={() => onClose(false)}>
          {t('ticket.cancel')}
        </Button>
      }
      onClose={() => onClose(false)}
    >
      <p>{t('badge.lead')}</p>
      <p className="flex items-center gap-3 font-semibold" role="status">
        <IdCard size={24} className="shrink-0" aria-hidden />
        {t(add.isPending ? 'badge.adding' : isUnusable ? 'badge.unusable' : 'badge.waiting')}
      </p>
      {!add.isPending && <FormProblem error={add.error} words={{ 'invalid-operation': 'badge.refused' }} />}
    </Dialog>
  )
}
