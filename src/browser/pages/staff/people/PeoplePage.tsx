import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'

import { catalogueQuery } from '../../../api/catalogue.ts'
import { staffQuery } from '../../../api/staff.ts'
import { useText } from '../../../i18n/use-text.ts'
import { SupervisorsOnly } from '../../../SupervisorsOnly.tsx'
import { AsyncContent } from '../AsyncContent.tsx'
import { AdminLayout } from '../AdminLayout.tsx'
import { AddDialog } from './AddDialog.tsx'
import { PersonPanel } from './PersonPanel.tsx'
import { rowIdOf, StaffTable } from './StaffTable.tsx'

/** The shop's people; one of them beside the list, with what may be changed. */
export default function PeoplePage() {
  return (
    <SupervisorsOnly next="staff.forSupervisors">
      <Staff />
    </SupervisorsOnly>
  )
}

function Staff() {
  const t = useText()
  const { staffId } = useParams()
  const staff = useQuery(staffQuery)
  const { data: currency } = useQuery({ ...catalogueQuery, select: ({ currency }) => currency })
  const [isAdding, setIsAdding] = useState(false)
  useFocusBack(staffId)
  const chosen = staff.data?.find(({ id }) => id === staffId)

  return (
    <AdminLayout
      page="staff"
      end={
        <button type="button" className="btn btn--tint" onClick={() => setIsAdding(true)}>
          <UserPlus className="ic" size={20} aria-hidden="true" />
          {t('staff.add')}
        </button>
      }
      panel={chosen && <PersonPanel key={chosen.id} entry={chosen} currency={currency} />}
    >
      <AsyncContent query={staff}>
        {(people) => (
          <>
            <StaffTable people={people} currency={currency} chosenId={chosen?.id} />
            <p className="staff__note muted small">{t('staff.note')}</p>
            {isAdding && <AddDialog people={people} onClose={() => setIsAdding(false)} />}
          </>
        )}
      </AsyncContent>
    </AdminLayout>
  )
}

/** From the panel back to the row it was opened from. */
function useFocusBack(staffId: string | undefined): void {
  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (staffId === undefined && opened.current !== undefined) document.getElementById(rowIdOf(opened.current))?.focus()
    opened.current = staffId
  }, [staffId])
}
