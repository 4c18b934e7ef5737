import type { ReactNode } from 'react'

import type { Tile } from '#domain/frontview.ts'
import type { Service } from '#domain/service.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { SummaryHead } from '../../ui/TicketSummary.tsx'

type ProductHeadProps = { service: Service; tile: Tile | undefined; star?: ReactNode; onCancel: () => void }

/** What the ticket sells, and the way out of it. */
export function ProductHead({ service, tile, star, onCancel }: ProductHeadProps) {
  const t = useText()
  const category = [service.category, service.subcategory].filter(Boolean).join(t('shell.comma'))
  return (
    <SummaryHead
      picture={<Picture src={tile?.imageSmall} srcInstead={tile?.imageLarge} name={service.name} size="tile" />}
      title={<bdi>{service.name}</bdi>}
      note={
        <span className="line-clamp-1" title={category}>
          {category}
        </span>
      }
      end={
        <>
          {/* Their margins give room to the name, and the two touch without a gap. */}
          <span className="-ms-2 -me-1">{star}</span>
          <span className="-me-2">
            <CancelButton onPress={onCancel} />
          </span>
        </>
      }
    />
  )
}

export function CancelButton({ onPress }: { onPress: () => void }) {
  const t = useText()
  return (
    <Button variant="quiet" onClick={onPress}>
      {t('ticket.cancel')}
      {/* The name of the product needs its line more than the key, which Help lists. */}
      <span className="inline-grid max-xl:hidden kiosk:hidden">
        <Kbd>Esc</Kbd>
      </span>
    </Button>
  )
}
