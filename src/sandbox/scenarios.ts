/** By default everything succeeds at once. */
export type Scenario = {
  description: string
  check?: 'wrong-account' | 'banned' | 'answer-lost' | 'first-request-lost'
  /** What happens on the first confirm. A repeated one returns the transaction in its current state. */
  confirm?: 'no-funds' | 'request-lost' | 'answer-lost' | 'html' | 'slow'
  /** The state returned until the transaction has had `finds` finds; then it is `ends`. */
  waits?: { state: number; finds: number }
  /** The final state; 1 by default. */
  ends?: number
  error?: string
  isCharged?: false
}

/** Special accounts for development, demonstration and tests. Every other number succeeds at once. */
export const recipients = {
  success: '971500000001',
  succeedsAfterTwoFinds: '971500000002',
  heldByTurnover: '971500000003',
  fails: '971500000004',
  failsAfterPending: '971500000005',
  noFunds: '971500000006',
  checkRefused: '971500000007',
  banned: '971500000008',
  answerLostBefore: '971500000009',
  answerLostAfter: '971500000010',
  checkAnswerLost: '971500000011',
  checkNeverArrives: '971500000012',
  slow: '971500000013',
  html: '971500000014',
  unknownState: '971500000015',
  canceled: '971500000016',
  replaced: '971500000017',
} as const
export type RecipientName = keyof typeof recipients

export const scenarios: Record<RecipientName, Scenario> = {
  success: { description: 'Sold at once, like every number that is not listed here.' },
  succeedsAfterTwoFinds: {
    description: 'Pending (0) at confirm and for two finds, then sold.',
    waits: { state: 0, finds: 2 },
  },
  heldByTurnover: {
    description: 'Held by turnover (6) at confirm and for three finds, then sold.',
    waits: { state: 6, finds: 3 },
  },
  fails: {
    description: 'Fails at confirm (2). Nothing is charged.',
    ends: 2,
    error: 'Subscriber number is not active.',
    isCharged: false,
  },
  failsAfterPending: {
    description: 'Pending (0) at confirm and for one find, then failed (2). Nothing is charged.',
    waits: { state: 0, finds: 1 },
    ends: 2,
    error: 'The operator did not accept the top-up.',
    isCharged: false,
  },
  noFunds: { description: 'Every confirm is refused with error 1001. Nothing is charged.', confirm: 'no-funds' },
  checkRefused: {
    description: 'Check is refused: wrong account (201), with a text for the customer.',
    check: 'wrong-account',
  },
  banned: { description: 'Check is refused: customer banned (1200), with a text for the customer.', check: 'banned' },
  answerLostBefore: {
    description: 'The first confirm is cut off and not executed: finds say -1. A second confirm sells.',
    confirm: 'request-lost',
  },
  answerLostAfter: {
    description: 'The first confirm is executed and charged, then the connection is cut. Finds say sold.',
    confirm: 'answer-lost',
  },
  checkAnswerLost: {
    description: 'Check is registered, then the connection is cut. Finds say -1; confirm sells.',
    check: 'answer-lost',
  },
  checkNeverArrives: {
    description: 'The first check of each id is cut off and not registered. The same check again goes well.',
    check: 'first-request-lost',
  },
  slow: { description: 'Executed at once, but the answer of confirm takes four seconds.', confirm: 'slow' },
  html: {
    description: 'The first confirm is executed and charged, but answers an HTML page with status 502.',
    confirm: 'html',
  },
  unknownState: {
    description: 'Nobody knows this state (9) at confirm and for two finds, then sold.',
    waits: { state: 9, finds: 2 },
  },
  canceled: { description: 'Canceled (3) at confirm. Nothing is charged.', ends: 3, isCharged: false },
  replaced: { description: 'Replaced by hand (4) at confirm, and charged.', ends: 4 },
}

const byAccount = new Map(
  (Object.keys(recipients) as RecipientName[]).map((name) => [recipients[name] as string, scenarios[name]]),
)

export function findScenario(account: string | undefined): Scenario | undefined {
  return account === undefined ? undefined : byAccount.get(account)
}
