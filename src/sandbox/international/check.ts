import type { StoredTransaction, LedgerStore } from '../ledger-store.ts'
import { filsText } from '../fils.ts'
import {
  gulfTime,
  findScenarioRefusal,
  newId,
  refuse,
  type EndpointResult,
  type RequestContext,
} from '../transactions.ts'
import type { InternationalCheckRequest } from '../requests.ts'
import { internationalCheckReply } from './answers.ts'
import { detect } from './detect.ts'
import { offersAt } from './offers.ts'
import { internationalScenarioOf } from './scenarios.ts'

/** Spec 4.9, international: detects the operator and reserves. An offer with older prices is rejected. */
export function checkInternational(
  store: LedgerStore,
  request: InternationalCheckRequest,
  { now }: RequestContext,
): EndpointResult {
  const { account, amount_id: amountId } = request.fields
  const offer = offersAt(store.priceGeneration()).find(amountId)
  if (!offer) return refuse(101)
  const detected = detect(account, offer.operator)
  if (!detected) return refuse(201, { displayError: 'There is no such number.' })

  const scenario = internationalScenarioOf(account)
  const refusal = findScenarioRefusal(scenario)
  if (refusal) return refusal
  const name = `${account} ${amountId}`
  const isFirst = !store.isCheckLost(name)
  if (scenario.check === 'first-request-lost' && isFirst) return { change: { lostCheck: name }, reply: { kind: 'cut' } }

  const transaction = {
    id: newId(store),
    serviceId: request.product,
    account,
    amount: offer.amount,
    price: filsText(offer.cost),
    step: 'checked',
    lostConfirms: 0,
    finds: 0,
    time: gulfTime(now),
    isSimulation: request.simulation === 1,
    international: {
      countryId: detected.country.id,
      countryName: detected.country.name,
      providerId: detected.operatorId,
      providerName: detected.operatorName,
      amountId,
      currency: offer.currency,
      ...(offer.isPin && { isPin: true }),
    },
  } satisfies StoredTransaction
  if (scenario.check === 'answer-lost' && isFirst)
    return { change: { transaction, lostCheck: name }, reply: { kind: 'cut' } }
  return { change: { transaction }, reply: internationalCheckReply(transaction) }
}
