import { Service as WireService, Services } from '#contract/wholesaler/catalogue.ts'
import { SHOWN } from '#contract/wholesaler/loose.ts'
import { wholesalerPaths } from '#contract/wholesaler/paths.ts'
import type { Commission } from '#domain/commission.ts'
import { decimal, findDecimal, formatDecimal, type Decimal } from '#domain/money.ts'
import { serviceKind, type Service } from '#domain/service.ts'
import { allAtOnce, type Pieces } from '../turns.ts'
import type { JsonObject } from './parse-json.ts'
import { cut } from './plain-text.ts'
import { fieldProblem, readFields, type Place } from './read-fields.ts'
import { readList, type Skipped } from './read-list.ts'
import type { Read } from './wholesaler.ts'

const NEEDED = [
  'id',
  'active',
  'name',
  'amount_min',
  'amount_max',
  'amount_step',
  'is_pin_based',
  'is_account_required',
]

/** The services (spec 2.4). An unreadable one is skipped and named, and does not hide the others. */
export function* readServicesInPieces(answer: JsonObject): Pieces<Read<{ services: Service[] } & Skipped>> {
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

export const readServices = (answer: JsonObject) => allAtOnce(readServicesInPieces(answer))

/** The service, or why it is skipped. */
function readService(element: unknown, place: Place): Service | string {
  const read = readFields(WireService, element, place, NEEDED)
  if (!read.ok) return read.problem
  const wire = read.value
  const rule = readRule(wire, place)
  if (typeof rule === 'string') return rule
  const name = nameOf(wire.name)
  return {
    id: wire.id,
    // Without the field a service is active.
    isActive: wire.active ?? true,
    name,
    brand: nameOf(wire.biller_name).trim() || name,
    category: nameOf(wire.category_name),
    subcategory: nameOf(wire.subcategory_name),
    kind: serviceKind(wire.id, wire.is_pin_based),
    rule,
    isAccountRequired: wire.is_account_required ?? false,
    ...findCommission(wire),
  }
}

const nameOf = (text: string | null | undefined): string => cut(text ?? '', SHOWN.name)

function readRule(wire: WireService, place: Place): Service['rule'] | string {
  const min = findDecimal(wire.amount_min)
  if (!min) return notAnAmount('amount_min', place)
  const max = findDecimal(wire.amount_max)
  if (!max) return notAnAmount('amount_max', place)
  const step = readStep(wire.amount_step)
  if (!step) return notAnAmount('amount_step', place)
  return { min, max, step }
}

/** The promised commission, or nothing if it cannot be read. */
function findCommission({ commission }: WireService): { commission?: Commission } {
  const value = findDecimal(commission?.value)
  const kind = ({ '0': 'percent', '1': 'fixed' } as const)[String(commission?.type)]
  return value && kind ? { commission: { kind, value: formatDecimal(value) } } : {}
}

/** An absent step means a fixed value: 0. */
function readStep(step: WireService['amount_step']): Decimal | undefined {
  return step === null || step === undefined ? decimal(0) : findDecimal(step)
}

const notAnAmount = (field: string, place: Place) => fieldProblem(place, field, 'is not a readable amount')
