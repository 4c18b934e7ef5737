import type { Kysely } from 'kysely'

import type { UnknownSale } from '#domain/alerts.ts'
import type { Clock } from '../clock.ts'
import { RECORD_COLUMNS, recordOf } from '../journal/sale-row.ts'
import type { JournalTables } from '../journal/tables.ts'
import type { SellingStack } from '../selling/selling-stack.ts'
import type { ShopSettings } from '../staff/settings.ts'
import type { AlertSources } from './alerts.ts'

/** More than anyone reads one by one; the others are told once these are known. */
const MAX_UNKNOWN = 50

type Deps = {
  db: Kysely<JournalTables>
  selling: Pick<SellingStack, 'wholesaler' | 'disk' | 'balances'>
  settings: ShopSettings
  clock: Clock
}

/** What alerts are raised from, as this shop has it. */
export function alertSources({ db, selling, settings, clock }: Deps): AlertSources {
  const { wholesaler, disk, balances } = selling
  let diskSince: number | undefined
  return {
    service: () => {
      const { service, reason, since } = wholesaler.health()
      diskSince = disk.isFull() ? (diskSince ?? clock.now()) : undefined
      if (reason) return { service, stopReason: reason, since }
      if (diskSince !== undefined) return { service, stopReason: 'disk-full', since: diskSince }
      // Until the first answer after a start nothing shows that the service is there.
      return { service: service === 'ok' && !wholesaler.isFenced() ? 'unproven' : service, since }
    },

    unknownSales: async (confirmedBefore) => {
      const rows = await db
        .selectFrom('sales')
        .select(RECORD_COLUMNS)
        .where('is_open', '=', 1)
        .where('state', '=', 'unknown')
        .where('confirmed_at', '<=', confirmedBefore)
        .orderBy('opened_at')
        .limit(MAX_UNKNOWN)
        .execute()
      return rows.map(recordOf).flatMap(({ id, number, serviceName, pays, confirmedAt, resolution }): UnknownSale[] =>
        // A supervisor has decided already.
        resolution || confirmedAt === undefined ? [] : [{ id, number, product: serviceName, pays, confirmedAt }],
      )
    },

    balance: async () => (await balances.latest())?.balance,
    walletLines: () => {
      const { line, daysLine } = settings.current().wallet
      return { line: (line as never) ?? undefined, daysLine: daysLine ?? undefined }
    },
  }
}
