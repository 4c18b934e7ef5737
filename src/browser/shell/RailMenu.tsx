import { Building2, ChartColumn, CircleHelp, Ellipsis, LockKeyhole, Settings2, Users, Wallet } from 'lucide-react'
import { useNavigate } from 'react-router-dom'

import { useText } from '../i18n/use-text.ts'
import { paths } from '../paths.ts'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { openHelp } from './open-help.ts'

type RailMenuProps = {
  /** The look of an item of the rail. */
  className: string
  hasWallet: boolean
  isOwner: boolean
  isSupervisor: boolean
  onLock: () => void
}

/** The pages that have no room in the rail of a phone. */
export function RailMenu({ className, hasWallet, isOwner, isSupervisor, onLock }: RailMenuProps) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <div className="sm:hidden">
      <Menu
        label={t('shell.more')}
        side="top"
        renderTrigger={(props) => (
          <button type="button" {...props} className={className}>
            <Ellipsis size={24} aria-hidden />
            {t('shell.more')}
          </button>
        )}
      >
        <MenuItem icon={ChartColumn} onPress={() => void navigate(paths.reports())}>
          {t('shell.reports')}
        </MenuItem>
        {hasWallet && (
          <MenuItem icon={Wallet} onPress={() => void navigate(paths.wallet())}>
            {t('shell.wallet')}
          </MenuItem>
        )}
        {isOwner && (
          <MenuItem icon={Building2} onPress={() => void navigate(paths.shops())}>
            {t('shell.shops')}
          </MenuItem>
        )}
        <MenuItem icon={Users} onPress={() => void navigate(paths.staff())}>
          {t('shell.staff')}
        </MenuItem>
        {isSupervisor && (
          <MenuItem icon={Settings2} onPress={() => void navigate(paths.settings())}>
            {t('shell.settings')}
          </MenuItem>
        )}
        <MenuItem icon={CircleHelp} onPress={() => openHelp()}>
          {t('shell.help')}
        </MenuItem>
        <MenuItem icon={LockKeyhole} onPress={onLock}>
          {t('shell.lock')}
        </MenuItem>
      </Menu>
    </div>
  )
}
