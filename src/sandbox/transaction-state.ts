import type { StoredTransaction } from './ledger-store.ts'
import { internationalScenarioOf } from './international/scenarios.ts'
import { INTERNATIONAL } from './requests.ts'
import { findScenario, scenarios, type Scenario } from './scenarios.ts'
import { findVoucherScenario } from './voucher-scenarios.ts'

export const SUCCESS = 1
export const FAILED = 2
const FINAL = [SUCCESS, FAILED, 3, 4]

/** Chosen by the special account, otherwise by the service of a voucher. International accounts have their own names. */
export function scenarioOf({ serviceId, account }: Pick<StoredTransaction, 'serviceId' | 'account'>): Scenario {
  if (serviceId === INTERNATIONAL) return internationalScenarioOf(account)
  return findScenario(account) ?? findVoucherScenario(serviceId) ?? scenarios.success
}

/** The current state of a transaction (spec 3). */
export function stateOf(transaction: StoredTransaction): number {
  if (transaction.step === 'checked') return -1
  const { waits, ends = SUCCESS } = scenarioOf(transaction)
  return waits && transaction.finds <= waits.finds ? waits.state : ends
}

export function isFinal(state: number): boolean {
  return FINAL.includes(state)
}
