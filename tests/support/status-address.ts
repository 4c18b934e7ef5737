import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { SaleId } from '#domain/sale/id.ts'
import { createStatusLinks, statusKeyOf } from '#server/status-page/status-link.ts'
import { pendingSale } from './sales.ts'

type Signed = {
  id: string
  openedAt: number
  /** The folder of the key file, or another key file. */
  pepper: string | Buffer
  shopId?: string
}

/** The address of the status page of a sale, as a shop with this key file signs it while the sale waits. */
export function statusAddressOf({ id, openedAt, pepper, shopId }: Signed): string {
  const key = statusKeyOf(typeof pepper === 'string' ? readFileSync(join(pepper, 'pepper')) : pepper)
  const links = createStatusLinks({ key, shopId, origin: '', now: () => openedAt })
  return links.linkTo({ ...pendingSale(), id: id as SaleId, openedAt }) ?? ''
}
