import { EllipsisVertical, TicketCheck } from 'lucide-react'

import { useText } from '../../i18n/use-text.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'

/** Beside the button to the next customer: records the delivery, and the page remains. */
export function GiveMenu({ onStay }: { onStay: () => void }) {
  const t = useText()
  return (
    <Menu
      label={t('delivery.moreWays')}
      side="top"
      renderTrigger={(props) => (
        <button
          type="button"
          {...props}
          className="grid h-full w-bar place-items-center rounded-3 border-1 border-line-strong bg-surface text-ink active:bg-sunken"
          aria-label={t('delivery.moreWays')}
        >
          <EllipsisVertical size={24} aria-hidden />
        </button>
      )}
    >
      <MenuItem icon={TicketCheck} value={<Kbd>G</Kbd>} onPress={onStay}>
        {t('delivery.given')}
      </MenuItem>
    </Menu>
  )
}
