import { useQuery } from '@tanstack/react-query'
import { UserRoundCheck } from 'lucide-react'
import { useState } from 'react'

import type { Sale } from '#domain/sale/sale.ts'
import { sessionQuery, useSignOut } from '../../api/session.ts'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { firstName } from '../../i18n/person-name.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { useSaleRights } from '../../sale/use-sale-rights.ts'

/** Nothing for a supervisor, who would call themselves. */
export function CallSupervisorButton({ sale }: { sale: Sale }) {
  const t = useText()
  const { isSupervisor } = useSaleRights(sale)
  const [isCalling, setIsCalling] = useState(false)
  if (isSupervisor) return null
  return (
    <>
      <button type="button" className="btn btn--lg" onClick={() => setIsCalling(true)}>
        <UserRoundCheck className="ic" size={20} aria-hidden="true" /> {t('sale.callSupervisor')}
      </button>
      {isCalling && <CallSupervisorDialog sale={sale} onClose={() => setIsCalling(false)} />}
    </>
  )
}

type CallSupervisorDialogProps = { sale: Sale; onClose: () => void }

/** Who can help in this shop and by which number they find the sale, and the till handed to them. */
export function CallSupervisorDialog({ sale, onClose }: CallSupervisorDialogProps) {
  const t = useText()
  const list = new Intl.ListFormat(useLocale(), { type: 'disjunction' })
  const { data: session } = useQuery(sessionQuery)
  const signOut = useSignOut()
  const names = session?.staff.filter(({ role }) => role === 'supervisor').map(({ name }) => firstName(name)) ?? []
  const number = formatSaleNumber(sale.number)
  return (
    <Dialog heading={t('sale.callSupervisor')} onClose={onClose}>
      <p>{t('sale.callNames', { names: list.format(names), number })}</p>
      <p className="muted">{t(sale.attention ? 'sale.callInOpenItems' : 'sale.callInSales')}</p>
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn--lg" onClick={onClose}>
          {t('shell.close')}
        </button>
        <button
          type="button"
          className="btn btn--lg btn--act"
          aria-disabled={signOut.isPending}
          onClick={() => !signOut.isPending && signOut.mutate()}
        >
          {t('sale.callSignIn')}
        </button>
      </div>
    </Dialog>
  )
}
