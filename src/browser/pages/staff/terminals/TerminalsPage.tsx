import { useQuery } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'

import type { TerminalEntry } from '#contract/proxy/terminals.ts'
import { terminalsQuery } from '../../../api/terminals.ts'
import { useText } from '../../../i18n/use-text.ts'
import { SupervisorsOnly } from '../../../SupervisorsOnly.tsx'
import { AsyncContent } from '../AsyncContent.tsx'
import { AdminLayout } from '../AdminLayout.tsx'
import { KioskDialog } from './KioskDialog.tsx'
import { NewTerminalDialog } from './NewTerminalDialog.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import { TerminalTable } from './TerminalTable.tsx'

/** The enrolled browsers: who is there, which are kiosks, and the code for a new one. */
export default function TerminalsPage() {
  return (
    <SupervisorsOnly next="staff.forSupervisors">
      <Terminals />
    </SupervisorsOnly>
  )
}

type Asked = { what: 'kiosk' | 'revoke'; terminal: TerminalEntry }

function Terminals() {
  const t = useText()
  const terminals = useQuery(terminalsQuery)
  const [isAdding, setIsAdding] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <AdminLayout
      page="terminals"
      end={
        <button type="button" className="btn btn--tint" onClick={() => setIsAdding(true)}>
          <MonitorSmartphone className="ic" size={20} aria-hidden="true" />
          {t('terminals.add')}
        </button>
      }
    >
      <AsyncContent query={terminals}>
        {(entries) => (
          <TerminalTable
            entries={entries}
            onKiosk={(terminal) => setAsked({ what: 'kiosk', terminal })}
            onRevoke={(terminal) => setAsked({ what: 'revoke', terminal })}
          />
        )}
      </AsyncContent>
      {isAdding && <NewTerminalDialog onClose={() => setIsAdding(false)} />}
      {asked?.what === 'kiosk' && <KioskDialog terminal={asked.terminal} onClose={close} />}
      {asked?.what === 'revoke' && <RevokeDialog terminal={asked.terminal} onClose={close} />}
    </AdminLayout>
  )
}
