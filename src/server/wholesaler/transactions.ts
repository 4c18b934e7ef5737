import { wholesalerPaths } from '#wholesaler-api/paths.ts'
import type { Check, Confirm, Find, InternationalCheck, InternationalConfirm } from '#wholesaler-api/transaction.ts'
import { INTERNATIONAL_ID } from '#domain/catalog/international.ts'
import { toWireNumber } from '#domain/money/money.ts'
import type { Answer, TimedAnswer } from '#domain/wallet/transaction.ts'
import type { Caller, CallPlan, LogWriter } from './caller.ts'
import type { CallLimits } from './call-limits.ts'
import type { Fence } from './fence.ts'
import type { Health } from './health.ts'
import { lost } from './read/read-answer.ts'
import { readTransactionAnswer } from './read/read-transaction.ts'
import type { Wholesaler } from './wholesaler.ts'

type Deps = { call: Caller; health: Health; limits: CallLimits; fence: Fence; log: LogWriter }

/** Check and confirm wait for the fence as long as they may wait in the queue. */
export function transactionCalls({
  call,
  health,
  limits,
  fence,
  log,
}: Deps): Pick<Wholesaler, 'check' | 'confirm' | 'checkInternational' | 'confirmInternational' | 'find'> {
  async function transact(plan: TransactionPlan): Promise<TimedAnswer> {
    const { path } = plan
    const { reply, sentAt, answeredAt } = await call({ ...plan, maxBytes: limits.answerBytes })
    const maySpend = path !== wholesalerPaths.find
    if (reply.kind !== 'object') {
      if (maySpend && reply.kind === 'refusal') health.recordRefusedSale(reply.refusal.code)
      return { answer: reply, sentAt, answeredAt }
    }
    const { answer, dropped } = readTransactionAnswer(reply.value, path)
    if (reply.isDecorated && !names(answer, plan.fields)) return { answer: lost('not-json'), sentAt, answeredAt }
    if (maySpend && answer.kind === 'transaction') health.recordSale()
    for (const problem of dropped) log({ what: 'wholesaler field left out', problem })
    return { answer, sentAt, answeredAt }
  }

  function check(fields: Check | InternationalCheck, withinMs = limits.checkMs): Promise<TimedAnswer> {
    const wholeMs = Math.min(withinMs, limits.checkMs)
    const queueMs = Math.min(wholeMs, limits.checkQueueMs)
    const plan = { path: wholesalerPaths.check, fields, priority: 'other' } as const
    return fence.after(queueMs, (waitedMs) =>
      transact({ ...plan, withinMs: wholeMs - waitedMs, queueMs: queueMs - waitedMs }),
    )
  }

  function confirm(fields: Confirm | InternationalConfirm, isDue: () => boolean = () => true): Promise<TimedAnswer> {
    const plan = { path: wholesalerPaths.confirm, fields, priority: 'confirm', isDue } as const
    return fence.after(limits.confirmMs, (waitedMs) => transact({ ...plan, withinMs: limits.confirmMs - waitedMs }))
  }

  return {
    check: ({ id, serviceId, account, customer, amount, isTest }, withinMs) => {
      const fields: Check = {
        product: serviceId,
        external_transaction_id: id,
        fields: {
          ...(customer === undefined ? {} : { customer }),
          ...(account === undefined ? {} : { account }),
          amount: toWireNumber(amount),
        },
        ...(isTest ? { simulation: true as const } : {}),
      }
      return check(fields, withinMs)
    },
    confirm: ({ id, amount }, isDue) =>
      confirm({ external_transaction_id: id, fields: { amount: toWireNumber(amount) } } satisfies Confirm, isDue),
    checkInternational: ({ denominationId, account, isTest }, withinMs) => {
      const fields: InternationalCheck = {
        product: INTERNATIONAL_ID,
        fields: { amount_id: denominationId, account },
        ...(isTest ? { simulation: 1 as const } : {}),
      }
      return check(fields, withinMs)
    },
    confirmInternational: (transactionId, isDue) =>
      confirm({ transaction_id: transactionId } satisfies InternationalConfirm, isDue),
    find: (by, withinMs = limits.findMs) => {
      const fields: Find =
        'saleId' in by ? { external_transaction_id: by.saleId } : { transaction_id: by.transactionId }
      return transact({
        path: wholesalerPaths.find,
        fields,
        priority: 'find',
        withinMs: Math.min(withinMs, limits.findMs),
      })
    },
  }
}

type TransactionPlan = Omit<CallPlan, 'maxBytes' | 'fields'> & {
  fields: Check | Confirm | Find | InternationalCheck | InternationalConfirm
}

/** An answer names the request by an id, or for an international check, which has none, by everything that was sent. */
function names(answer: Answer, sent: TransactionPlan['fields']): boolean {
  if (answer.kind !== 'transaction') return false
  const { id, saleId, amountId, account } = answer.transaction
  if ('external_transaction_id' in sent) return saleId === sent.external_transaction_id
  if ('transaction_id' in sent) return id === sent.transaction_id
  return amountId === sent.fields.amount_id && account === sent.fields.account
}
