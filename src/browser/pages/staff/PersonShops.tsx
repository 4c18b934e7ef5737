import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { PersonShop, StaffEntry } from '#api/staff.ts'
import type { Role } from '#domain/person.ts'
import { personShopsQuery, useAdmitPerson, useDismissPerson } from '../../api/staff.ts'
import { useText } from '../../i18n/use-text.ts'
import { Async } from '../../ui/Async.tsx'
import { Button } from '../../ui/Button.tsx'
import { DialogForm, FormProblem } from '../../ui/DialogForm.tsx'
import { Radios } from '../../ui/Radios.tsx'

const ROLES: readonly Role[] = ['cashier', 'supervisor']

type PersonProps = { person: StaffEntry }

export function PersonShops({ person }: PersonProps) {
  const t = useText()
  const shops = useQuery(personShopsQuery(person.id))
  // Before the response, it is unknown whether there are several shops.
  if (shops.data ? shops.data.length === 0 : !shops.error) return null
  return (
    <section aria-label={t('personShops.title')} className="flex flex-col gap-3 rounded-3 bg-surface p-4">
      <h3 className="text-3">{t('personShops.title')}</h3>
      <Async query={shops}>
        {(all) => (
          <ul className="flex flex-col gap-3">
            {all.map((shop) => (
              <OneShop key={shop.id} person={person} shop={shop} />
            ))}
          </ul>
        )}
      </Async>
    </section>
  )
}

type ShopProps = PersonProps & { shop: PersonShop }

function OneShop({ person, shop }: ShopProps) {
  const t = useText()
  const admit = useAdmitPerson(person.id)
  const [dialog, setDialog] = useState<'add' | 'remove'>()
  const role = shop.state === 'read' ? shop.role : undefined
  const isBlocked = person.disabledAt !== undefined
  return (
    <li className="flex flex-wrap items-center gap-2">
      <span className="min-w-0 flex-1 wrap-anywhere">
        <bdi className="font-medium">{shop.name}</bdi>
        <span className="block text-1 text-ink-2">
          {shop.state !== 'read' && t(`personShops.${shop.state}`)}
          {shop.state === 'read' && t(roleText(role))}
        </span>
      </span>
      {shop.state === 'read' && shop.pin === 'newer' && (
        <b className="w-full font-semibold">{t('personShops.ahead', { shop: shop.name })}</b>
      )}
      {shop.state === 'read' && shop.pin === 'older' && (
        <>
          <b className="w-full font-semibold">{t('personShops.behind')}</b>
          <Button
            pending={admit.isPending}
            onClick={() => admit.mutate({ shop: shop.id, role: role === 'cashier' ? role : 'supervisor' })}
          >
            {t('personShops.tellAgain')}
          </Button>
        </>
      )}
      {shop.state === 'read' && role === undefined && !isBlocked && (
        <Button onClick={() => setDialog('add')}>{t('personShops.add')}</Button>
      )}
      {role !== undefined && <Button onClick={() => setDialog('remove')}>{t('personShops.remove')}</Button>}
      <FormProblem error={admit.error} words={{ 'invalid-operation': 'personShops.refused' }} />
      {dialog === 'add' && <AddTo person={person} shop={shop} onClose={() => setDialog(undefined)} />}
      {dialog === 'remove' && <RemoveFrom person={person} shop={shop} onClose={() => setDialog(undefined)} />}
    </li>
  )
}

function roleText(role: Role | 'owner' | undefined) {
  if (role === undefined) return 'personShops.none'
  return role === 'owner' ? 'staff.owner' : (`shell.role.${role}` as const)
}

type DialogProps = ShopProps & { onClose: () => void }

/** A supervisor may get either role; cashiers and owners keep theirs everywhere. */
function AddTo({ person, shop, onClose }: DialogProps) {
  const t = useText()
  const admit = useAdmitPerson(person.id)
  const [role, setRole] = useState<Role>(person.role)
  const { name } = person
  return (
    <DialogForm
      heading={t('personShops.addTo', { name, shop: shop.name })}
      action={t('personShops.add')}
      sending={admit}
      words={{ 'invalid-operation': 'personShops.refused' }}
      onSubmit={() => admit.mutate({ shop: shop.id, role }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('personShops.addLead', { name })}</p>
      {person.role === 'supervisor' && !person.isOwner && (
        <Radios
          label={t('staff.role')}
          options={ROLES.map((value) => ({
            value,
            text: t(`shell.role.${value}`),
            hint: t(`staff.role.${value}.hint`),
          }))}
          value={role}
          onChange={setRole}
        />
      )}
    </DialogForm>
  )
}

function RemoveFrom({ person, shop, onClose }: DialogProps) {
  const t = useText()
  const dismiss = useDismissPerson(person.id)
  const { name } = person
  return (
    <DialogForm
      heading={t('personShops.removeFrom', { name, shop: shop.name })}
      action={t('personShops.remove')}
      sending={dismiss}
      words={{ 'invalid-operation': 'personShops.refused' }}
      isDanger
      onSubmit={() => dismiss.mutate({ shop: shop.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('personShops.removeLead', { name })}</p>
    </DialogForm>
  )
}
