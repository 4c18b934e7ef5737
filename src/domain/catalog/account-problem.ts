/** Why an account cannot be connected, as far as the wholesaler tells, and the typed field to correct. */
export const ACCOUNT_PROBLEMS = {
  'base-url-form': 'baseUrl',
  'pos-id-form': 'posId',
  'token-form': 'token',
  'key-floor-form': 'keyFloor',
  unreached: 'baseUrl',
  'no-address': 'baseUrl',
  refused: 'baseUrl',
  untrusted: 'baseUrl',
  'wrong-name': 'baseUrl',
  expired: 'baseUrl',
  'other-service': 'baseUrl',
  /** The POS ID, the token or the key: the wholesaler does not say which. */
  signature: 'token',
  inactive: undefined,
  rejected: undefined,
  currency: undefined,
} as const satisfies Record<string, 'baseUrl' | 'posId' | 'token' | 'keyFloor' | undefined>

export type AccountProblem = keyof typeof ACCOUNT_PROBLEMS
