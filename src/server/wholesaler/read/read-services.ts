import { Service as WireService, Services } from '#wholesaler-api/catalog.ts'
import { wholesalerPaths } from '#wholesaler-api/paths.ts'
import type { Commission } from '#domain/money/commission.ts'
import { decimal, formatDecimal, type Decimal } from '#domain/money/money.ts'
import { serviceKind, type Service } from '#domain/catalog/service.ts'
import { runToEnd, type Chunks } from '../../lib/cooperative.ts'
import { isAbsent, type JsonObject } from '../../lib/json/parse-json.ts'
import { findLine } from '../plain-text.ts'
import { saysNothing } from './read-error.ts'
import { findWireDecimal } from './read-decimal.ts'
import { fieldProblem, readFields, readName, type Place } from './read-fields.ts'
import { readList, type Skipped } from './read-list.ts'
import type { Read } from '../wholesaler.ts'

const NEEDED = ['id', 'active', 'amount_min', 'amount_max', 'amount_step', 'is_pin_based', 'is_account_required']

/** Spec 2.4. An unreadable service is skipped and named, and doesn't hide the others. */
export function* readServicesInPieces(answer: JsonObject): Chunks<Read<{ services: Service[] } & Skipped>> {
  const list = readFields(Services, answer, { answer: wholesalerPaths.services }, ['services'])
  if (!list.ok) return { ok: false, reason: 'unreadable', problem: list.problem }
  const { services: elements } = list.value
  const { items, ...skipped } = yield* readList(
    elements,
    { answer: wholesalerPaths.services, at: 'services' },
    readService,
  )
  return { ok: true, value: { services: items, ...skipped } }
}

export const readServices = (answer: JsonObject) => runToEnd(readServicesInPieces(answer))

function readService(element: unknown, place: Place): Service | string {
  const read = readFields(WireService, element, place, NEEDED)
  if (!read.ok) return read.problem
  const wire = read.value
  const rule = readRule(wire, place)
  if (typeof rule === 'string') return rule
  const name = readName(wire.name, wire.id, place)
  return {
    id: wire.id,
    // Without the field a service is active.
    isActive: wire.active ?? true,
    name,
    brand: findLine(wire.biller_name) ?? name,
    category: findLine(wire.category_name) ?? '',
    subcategory: findLine(wire.subcategory_name) ?? '',
    kind: serviceKind(wire.id, wire.is_pin_based),
    rule,
    isAccountRequired: wire.is_account_required ?? false,
    ...findCommission(wire, place),
  }
}

function readRule(wire: WireService, place: Place): Service['rule'] | string {
  const min = findWireDecimal(wire.amount_min)
  if (!min) return notAnAmount('amount_min', place)
  const max = findWireDecimal(wire.amount_max)
  if (!max) return notAnAmount('amount_max', place)
  const step = readStep(wire.amount_step)
  if (!step) return notAnAmount('amount_step', place)
  return { min, max, step }
}

/** An unreadable promised commission is noted. */
function findCommission({ commission }: WireService, place: Place): { commission?: Commission } {
  const value = findWireDecimal(commission?.value)
  const kind = ({ '0': 'percent', '1': 'fixed' } as const)[String(commission?.type)]
  if (value && kind) return { commission: { kind, value: formatDecimal(value) } }
  if (!saysNothing(commission)) place.note?.(fieldProblem(place, 'commission', 'cannot be read'))
  return {}
}

/** An absent step means a fixed value: 0. */
function readStep(step: WireService['amount_step']): Decimal | undefined {
  return isAbsent(step) ? decimal(0) : findWireDecimal(step)
}

const notAnAmount = (field: string, place: Place) => fieldProblem(place, field, 'is not a readable amount')
