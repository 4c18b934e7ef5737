/** The kinds of requesters. */
export const REQUESTER_KINDS = [
  'stranger',
  'terminal',
  'cashier',
  'cashier at home',
  'supervisor',
  'supervisor of six minutes ago',
  'kiosk',
  'cashier at a kiosk',
  'supervisor at a kiosk',
  'self-order',
  'disabled',
  'revoked',
  'ended',
  'idle',
  'display',
  'display beside its till',
] as const
export type RequesterKind = (typeof REQUESTER_KINDS)[number]

export type Verdict = 'in' | '401 not-enrolled' | '401 signed-out' | '401 step-up-required' | '403 not-allowed'

/** What a route requires. */
type AccessLevel =
  | 'public'
  | 'sign-in'
  | 'display'
  | 'terminal'
  | 'self-order'
  | 'products'
  | 'selling'
  | 'international'
  | 'counter'
  | 'supervisor'
  | 'step-up'
  | 'owner'

const nobody = {
  stranger: '401 signed-out',
  terminal: '401 signed-out',
  disabled: '401 signed-out',
  revoked: '401 signed-out',
  ended: '401 signed-out',
  idle: '401 signed-out',
  // A tablet at which customers order: nobody signs in there.
  'self-order': '403 not-allowed',
  // Its cookie is none of a till, wherever it is sent.
  display: '401 signed-out',
} as const
const kiosks = (verdict: Verdict) => ({
  kiosk: verdict,
  'cashier at a kiosk': verdict,
  'supervisor at a kiosk': verdict,
})
const cashiers = (verdict: Verdict) => ({
  cashier: verdict,
  'cashier at home': verdict,
  // A second window of the till where a cashier is signed in.
  'display beside its till': verdict,
})
const supervisors = (verdict: Verdict, later = verdict) => ({
  supervisor: verdict,
  'supervisor of six minutes ago': later,
})

const everybody = (verdict: Verdict) =>
  Object.fromEntries(REQUESTER_KINDS.map((visitor) => [visitor, verdict])) as Record<RequesterKind, Verdict>
const strangers = { stranger: '401 not-enrolled', revoked: '401 not-enrolled', display: '401 not-enrolled' } as const
const selling = {
  ...nobody,
  ...kiosks('in'),
  kiosk: '401 signed-out',
  ...cashiers('in'),
  ...supervisors('in'),
} as const

/** A second description of the access rules: who is admitted, and how the others are rejected. */
export const ACCESS_LEVELS: Record<AccessLevel, Record<RequesterKind, Verdict>> = {
  public: everybody('in'),
  'sign-in': { ...everybody('in'), 'self-order': '403 not-allowed' },
  // A till's cookies mean nothing there, whoever is signed in.
  display: { ...everybody('401 not-enrolled'), display: 'in', 'display beside its till': 'in' },
  terminal: { ...everybody('in'), ...strangers, 'self-order': '403 not-allowed' },
  // What is done at a tablet for self-order alone.
  'self-order': { ...everybody('403 not-allowed'), ...strangers, 'self-order': 'in' },
  products: { ...selling, 'self-order': 'in' },
  selling,
  international: {
    ...nobody,
    ...kiosks('in'),
    kiosk: '401 signed-out',
    ...cashiers('in'),
    'cashier at home': '403 not-allowed',
    ...supervisors('in'),
  },
  counter: { ...nobody, ...kiosks('403 not-allowed'), ...cashiers('in'), ...supervisors('in') },
  supervisor: { ...nobody, ...kiosks('403 not-allowed'), ...cashiers('403 not-allowed'), ...supervisors('in') },
  'step-up': {
    ...nobody,
    ...kiosks('403 not-allowed'),
    ...cashiers('403 not-allowed'),
    ...supervisors('in', '401 step-up-required'),
  },
  // In an installation with one shop nobody is an owner: `tests/proxy/journal/postgres-owner.test.ts` has one.
  owner: {
    ...nobody,
    ...kiosks('403 not-allowed'),
    ...cashiers('403 not-allowed'),
    ...supervisors('403 not-allowed'),
  },
}

/** All routes. A kiosk can only sell, and money, people, devices and limits are for supervisors. */
export const ROUTES: Record<string, AccessLevel> = {
  'GET /*': 'public',
  // Whoever has a signed link to a sale: `tests/security/status-links.test.ts`.
  'GET /s/*': 'public',
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /metrics': 'public',
  'GET /api/session': 'public',
  'POST /api/session': 'sign-in',
  'DELETE /api/session': 'public',
  'POST /api/setup': 'public',
  'POST /api/terminals/enrol': 'public',
  'POST /api/terminals/leave-kiosk': 'terminal',
  'POST /api/terminals/practice': 'terminal',
  'POST /api/display/pair': 'public',
  'GET /api/display': 'display',
  'GET /api/display/shop': 'display',
  'POST /api/display/answer': 'display',
  'PUT /api/ticket': 'selling',
  'POST /api/terminals/:id/display-codes': 'step-up',
  'POST /api/displays/:id/end': 'step-up',
  'POST /api/session/heartbeat': 'selling',
  'POST /api/session/step-up': 'selling',
  'PUT /api/session/language': 'counter',
  'GET /api/status': 'selling',
  'GET /api/catalogue': 'products',
  'GET /api/international/countries': 'international',
  'GET /api/international/countries/:id': 'international',
  'GET /api/international/providers/:id': 'international',
  'GET /api/sales': 'selling',
  'GET /api/sales/:id': 'selling',
  'PUT /api/sales/:id': 'selling',
  'POST /api/sales/:id/confirm': 'selling',
  'POST /api/sales/:id/find': 'selling',
  'POST /api/sales/:id/abandon': 'selling',
  'POST /api/sales/:id/refunded': 'selling',
  'POST /api/sales/:id/acknowledge': 'selling',
  'POST /api/sales/:id/reveal': 'selling',
  'POST /api/sales/:id/delivered': 'selling',
  'POST /api/sales/:id/print': 'selling',
  'POST /api/sales/:id/print-report': 'selling',
  'POST /api/sales/:id/print-answer': 'selling',
  'POST /api/printers/:id/print': 'selling',
  'POST /api/sales/:id/mail': 'counter',
  'POST /api/sales/:id/take-over': 'counter',
  'POST /api/sales/:id/resolve': 'step-up',
  'GET /api/orders': 'counter',
  'PUT /api/orders/:id': 'self-order',
  'POST /api/orders/:id/take': 'counter',
  'POST /api/orders/:id/release': 'counter',
  'GET /api/orders/countries': 'self-order',
  'GET /api/orders/countries/:id': 'self-order',
  'GET /api/orders/providers/:id': 'self-order',
  'GET /api/batches/:id': 'selling',
  'PUT /api/batches/:id': 'selling',
  'POST /api/batches/:id/confirm': 'selling',
  'POST /api/batches/:id/stop': 'selling',
  'GET /api/catalogue/marks': 'counter',
  'GET /api/catalogue/skipped': 'supervisor',
  'GET /api/shifts/current': 'counter',
  'POST /api/shifts': 'counter',
  'POST /api/shifts/:id/movements': 'counter',
  'POST /api/shifts/:id/count': 'counter',
  'POST /api/shifts/:id/count-again': 'counter',
  'POST /api/shifts/:id/close': 'counter',
  'GET /api/shifts': 'counter',
  'GET /api/shifts/:id': 'counter',
  'POST /api/shifts/:id/x': 'supervisor',
  'POST /api/shifts/:id/notes': 'supervisor',
  'GET /api/wallet': 'supervisor',
  'GET /api/recovery': 'supervisor',
  'POST /api/recovery': 'step-up',
  'GET /api/alerts': 'supervisor',
  'PUT /api/alerts/email': 'step-up',
  'PUT /api/alerts/webhook': 'step-up',
  'PUT /api/alerts/conditions': 'supervisor',
  'POST /api/alerts/test': 'supervisor',
  'POST /api/alerts/devices': 'step-up',
  'POST /api/alerts/devices/:id/remove': 'step-up',
  'GET /api/reports': 'supervisor',
  'GET /api/sales.csv': 'supervisor',
  'GET /api/shops': 'owner',
  'GET /api/shops/report': 'owner',
  'GET /api/shops/sales.csv': 'owner',
  'POST /api/wallet/movements/:id': 'supervisor',
  'POST /api/selling/resume': 'supervisor',
  'GET /api/terminals': 'supervisor',
  'POST /api/terminals/enrollment-codes': 'step-up',
  'POST /api/terminals/:id/revoke': 'step-up',
  'PUT /api/terminals/:id/kiosk': 'step-up',
  'PUT /api/terminals/:id/self-order': 'step-up',
  'GET /api/sessions': 'supervisor',
  'POST /api/sessions/:id/end': 'step-up',
  'GET /api/staff': 'supervisor',
  'POST /api/staff': 'step-up',
  'POST /api/staff/:id/pin': 'step-up',
  'POST /api/staff/:id/unlock': 'step-up',
  'POST /api/staff/:id/disable': 'step-up',
  'POST /api/staff/:id/enable': 'step-up',
  'PUT /api/staff/:id/permissions': 'step-up',
  'PUT /api/staff/:id/limits': 'step-up',
  'GET /api/staff/:id/shops': 'supervisor',
  'POST /api/staff/:id/shops': 'step-up',
  'POST /api/staff/:id/shops/dismiss': 'step-up',
  'GET /api/limits/remaining': 'selling',
  'GET /api/settings': 'supervisor',
  'GET /api/first-steps': 'supervisor',
  'GET /api/ready': 'counter',
  'PUT /api/settings': 'step-up',
  'GET /api/audit': 'supervisor',
}

/**
 * What a till in practice can reach: practice serves it from its own journal, or it is about people and tills. Everything else is closed there,
 * whoever is signed in. Only what has nothing to do with the shop's money is added here.
 */
export const OPEN_IN_PRACTICE: readonly string[] = [
  'GET /api/session',
  'POST /api/session',
  'DELETE /api/session',
  'POST /api/setup',
  'POST /api/terminals/enrol',
  'POST /api/terminals/leave-kiosk',
  'POST /api/terminals/practice',
  'POST /api/display/pair',
  'GET /api/display',
  'GET /api/display/shop',
  'POST /api/display/answer',
  'PUT /api/ticket',
  'POST /api/terminals/:id/display-codes',
  'POST /api/displays/:id/end',
  'POST /api/session/heartbeat',
  'POST /api/session/step-up',
  'PUT /api/session/language',
  'GET /api/status',
  'GET /api/catalogue',
  'GET /api/international/countries',
  'GET /api/international/countries/:id',
  'GET /api/international/providers/:id',
  'GET /api/sales',
  'GET /api/sales/:id',
  'PUT /api/sales/:id',
  'POST /api/sales/:id/confirm',
  'POST /api/sales/:id/find',
  'POST /api/sales/:id/abandon',
  'POST /api/sales/:id/refunded',
  'POST /api/sales/:id/acknowledge',
  'POST /api/sales/:id/reveal',
  'POST /api/sales/:id/delivered',
  'POST /api/sales/:id/print',
  'POST /api/sales/:id/print-report',
  'POST /api/sales/:id/print-answer',
  'POST /api/printers/:id/print',
  'POST /api/sales/:id/take-over',
  'POST /api/sales/:id/resolve',
  'GET /api/batches/:id',
  'PUT /api/batches/:id',
  'POST /api/batches/:id/confirm',
  'POST /api/batches/:id/stop',
  'GET /api/catalogue/marks',
  'GET /api/catalogue/skipped',
  'POST /api/selling/resume',
  'GET /api/terminals',
  'POST /api/terminals/enrollment-codes',
  'POST /api/terminals/:id/revoke',
  'PUT /api/terminals/:id/kiosk',
  'PUT /api/terminals/:id/self-order',
  'GET /api/sessions',
  'POST /api/sessions/:id/end',
  'GET /api/staff',
  'POST /api/staff',
  'POST /api/staff/:id/pin',
  'POST /api/staff/:id/unlock',
  'POST /api/staff/:id/disable',
  'POST /api/staff/:id/enable',
  'PUT /api/staff/:id/permissions',
  'PUT /api/staff/:id/limits',
  'GET /api/staff/:id/shops',
  'POST /api/staff/:id/shops',
  'POST /api/staff/:id/shops/dismiss',
  'GET /api/limits/remaining',
  'GET /api/settings',
  'PUT /api/settings',
  'GET /api/audit',
]
