import { scenarios, type Scenario } from '../scenarios.ts'

/** The fields of `Scenario` are the same as for direct recharges. */
export type InternationalScenario = Scenario & {
  /** What check returns instead of the detected country or operator. */
  detects?: 'another operator' | 'another country' | 'another kind of id' | 'no operator'
}

/** Special accounts: Philippine numbers with a prefix of Islanet. Every other number succeeds at once. */
export const internationalRecipients = {
  success: '639170000001',
  succeedsAfterTwoFinds: '639170000002',
  heldByTurnover: '639170000003',
  fails: '639170000004',
  failsAfterPending: '639170000005',
  noFunds: '639170000006',
  checkRefused: '639170000007',
  banned: '639170000008',
  answerLostBefore: '639170000009',
  answerLostAfter: '639170000010',
  checkAnswerLost: '639170000011',
  checkNeverArrives: '639170000012',
  slow: '639170000013',
  html: '639170000014',
  unknownState: '639170000015',
  canceled: '639170000016',
  replaced: '639170000017',
  otherOperator: '639170000018',
  otherCountry: '639170000019',
  otherOperatorSameName: '639170000020',
  operatorUnsaid: '639170000021',
} as const
export type InternationalRecipientName = keyof typeof internationalRecipients

/** Names that also exist for direct recharges have the same scenario. A lost check is identified by account and amount. */
export const internationalScenarios: Record<InternationalRecipientName, InternationalScenario> = {
  ...scenarios,
  checkAnswerLost: {
    description:
      'The first check for each amount is registered, then the connection is cut. The same check again goes well.',
    check: 'answer-lost',
  },
  checkNeverArrives: {
    description: 'The first check for each amount is cut off and not registered. The same check again goes well.',
    check: 'first-request-lost',
  },
  otherOperator: {
    description: 'Check names Lakbay, although the number looks like Islanet. Sold at once when confirmed.',
    detects: 'another operator',
  },
  otherCountry: { description: 'Check names India. Sold at once when confirmed.', detects: 'another country' },
  otherOperatorSameName: {
    description: 'The right operator by its name, under an id of another kind. Sold at once.',
    detects: 'another kind of id',
  },
  operatorUnsaid: { description: 'Check names no operator at all. Sold at once.', detects: 'no operator' },
}

const byAccount = new Map(
  (Object.keys(internationalRecipients) as InternationalRecipientName[]).map((name) => [
    internationalRecipients[name] as string,
    internationalScenarios[name],
  ]),
)

export function internationalScenarioOf(account: string | undefined): InternationalScenario {
  return byAccount.get(account ?? '') ?? internationalScenarios.success
}
