import { Service as WireService, Services } from '#contract/wholesaler/services.ts'
import { wholesalerPaths } from '#contract/wholesaler/paths.ts'
import { decimal, findDecimal, type Decimal } from '#domain/money.ts'
import { serviceKind, type Service } from '#domain/service.ts'
import type { JsonObject } from './parse-json.ts'
import { fieldProblem, readFields, type Place } from './read-fields.ts'
import { readList } from './read-list.ts'
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

/** Everything sellable (spec 2.4). One odd element is left out by name and does not hide the others. */
export function readServices(answer: JsonObject): Read<{ services: Service[]; leftOut: string[] }> {
  const list = readFields(Services, answer, { answer: wholesalerPaths.services }, ['services'])
  if (!list.ok) return { ok: false, reason: 'unreadable', problem: list.problem }
  const { services: elements } = list.value
  const read = readList(elements, { answer: wholesalerPaths.services, at: 'services' }, readService)
  return { ok: true, value: { services: read.items, leftOut: read.leftOut } }
}

/** The service, or why it is left out. */
function readService(element: unknown, place: Place): Service | string {
  const read = readFields(WireService, element, place, NEEDED)
  if (!read.ok) return read.problem
  const wire = read.value
  const rule = readRule(wire, place)
  if (typeof rule === 'string') return rule
  return {
    id: wire.id,
    // Nobody said that it is inactive.
    isActive: wire.active ?? true,
    name: wire.name,
    brand: wire.biller_name?.trim() || wire.name,
    category: wire.category_name ?? '',
    subcategory: wire.subcategory_name ?? '',
    kind: serviceKind(wire.id, wire.is_pin_based),
    rule,
    isAccountRequired: wire.is_account_required ?? false,
  }
}

function readRule(wire: WireService, place: Place): Service['rule'] | string {
  const min = findDecimal(wire.amount_min)
  if (!min) return notAnAmount('amount_min', place)
  const max = findDecimal(wire.amount_max)
  if (!max) return notAnAmount('amount_max', place)
  const step = readStep(wire.amount_step)
  if (!step) return notAnAmount('amount_step', place)
  return { min, max, step }
}

/** An absent step is that of a fixed value: 0. */
function readStep(step: WireService['amount_step']): Decimal | undefined {
  return step === null || step === undefined ? decimal(0) : findDecimal(step)
}

const notAnAmount = (field: string, place: Place) => fieldProblem(place, field, 'is not a readable amount')
