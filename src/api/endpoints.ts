import type * as v from 'valibot'

import { accountEndpoints } from './account.ts'
import { alertEndpoints } from './alerts.ts'
import { apiDescriptionEndpoints } from './api-description.ts'
import { auditEndpoints } from './audit.ts'
import { batchEndpoints } from './batches.ts'
import { catalogEndpoints } from './catalog.ts'
import { displayEndpoints } from './displays.ts'
import { firstStepsEndpoints } from './first-steps.ts'
import { internationalEndpoints } from './international.ts'
import { knownNumberEndpoints } from './known-numbers.ts'
import { orderEndpoints } from './orders.ts'
import { printingEndpoints } from './printing.ts'
import { readyEndpoints } from './ready.ts'
import { receiptMailEndpoints } from './receipt-mail.ts'
import { recoveryEndpoints } from './recovery.ts'
import { reportEndpoints } from './reports.ts'
import { saleEndpoints } from './sales.ts'
import { sessionEndpoints } from './session.ts'
import { settingsEndpoints } from './settings.ts'
import { shiftEndpoints } from './shifts.ts'
import { shopEndpoints } from './shops.ts'
import { staffEndpoints } from './staff.ts'
import { statusEndpoints } from './status.ts'
import { terminalEndpoints } from './terminals.ts'
import { walletEndpoints } from './wallet.ts'

/**
 * An endpoint by method and path: its query, its body, and its JSON on success. From 400 on the answer is a `Problem`. Without `body`, the body is
 * not read; with `NoContent` it may be present but empty.
 */
type Schemas = { query?: v.GenericSchema; body?: v.GenericSchema; answer: v.GenericSchema | 'text' }

/** The browser imports only its type, so that it loads no schemas. */
export const endpoints = {
  ...accountEndpoints,
  ...alertEndpoints,
  ...apiDescriptionEndpoints,
  ...auditEndpoints,
  ...batchEndpoints,
  ...catalogEndpoints,
  ...displayEndpoints,
  ...firstStepsEndpoints,
  ...internationalEndpoints,
  ...knownNumberEndpoints,
  ...orderEndpoints,
  ...printingEndpoints,
  ...readyEndpoints,
  ...receiptMailEndpoints,
  ...recoveryEndpoints,
  ...reportEndpoints,
  ...saleEndpoints,
  ...sessionEndpoints,
  ...settingsEndpoints,
  ...shiftEndpoints,
  ...shopEndpoints,
  ...staffEndpoints,
  ...statusEndpoints,
  ...terminalEndpoints,
  ...walletEndpoints,
} satisfies Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, Schemas>

export type Endpoint = keyof typeof endpoints
type Part = keyof Schemas
type SchemaOf<E extends Endpoint, P extends Part> =
  (typeof endpoints)[E] extends Record<P, infer S extends v.GenericSchema> ? S : v.UndefinedSchema<undefined>

export type InputOf<E extends Endpoint, P extends Part> = v.InferInput<SchemaOf<E, P>>
export type OutputOf<E extends Endpoint, P extends Part> = v.InferOutput<SchemaOf<E, P>>
