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
  'phone',
  'disabled',
  'revoked',
  'ended',
  'idle',
  'display',
  'display beside its till',
] as const
export type RequesterKind = (typeof REQUESTER_KINDS)[number]

type Verdict = 'in' | '401 not-enrolled' | '401 signed-out' | '401 step-up-required' | '403 not-allowed'

/** Tablets at which customers order, and their own phones: no one signs in there. */
const customers = (verdict: Verdict) => ({ 'self-order': verdict, phone: verdict })
const nobody = {
  stranger: '401 signed-out',
  terminal: '401 signed-out',
  disabled: '401 signed-out',
  revoked: '401 signed-out',
  ended: '401 signed-out',
  idle: '401 signed-out',
  ...customers('403 not-allowed'),
  // Its cookie does not work for a till, wherever it is sent.
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
  // A second window of a till at which a cashier is signed in.
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
export const ACCESS_LEVELS = {
  public: everybody('in'),
  'sign-in': { ...everybody('in'), ...customers('403 not-allowed') },
  // A till's cookies have no effect there, even with a signed-in person.
  display: { ...everybody('401 not-enrolled'), display: 'in', 'display beside its till': 'in' },
  terminal: { ...everybody('in'), ...strangers, ...customers('403 not-allowed') },
  device: { ...everybody('in'), ...strangers },
  badge: { ...everybody('in'), ...strangers, ...kiosks('403 not-allowed'), ...customers('403 not-allowed') },
  // Only customers do this.
  'self-order': { ...everybody('403 not-allowed'), ...strangers, ...customers('in') },
  products: { ...selling, ...customers('in') },
  selling,
  international: { ...selling, 'cashier at home': '403 not-allowed' },
  counter: { ...nobody, ...kiosks('403 not-allowed'), ...cashiers('in'), ...supervisors('in') },
  supervisor: { ...nobody, ...kiosks('403 not-allowed'), ...cashiers('403 not-allowed'), ...supervisors('in') },
  'step-up': {
    ...nobody,
    ...kiosks('403 not-allowed'),
    ...cashiers('403 not-allowed'),
    ...supervisors('in', '401 step-up-required'),
  },
  // An installation with one shop has no owner; see `tests/server/shops/postgres-owner.test.ts`.
  owner: {
    ...nobody,
    ...kiosks('403 not-allowed'),
    ...cashiers('403 not-allowed'),
    ...supervisors('403 not-allowed'),
  },
} satisfies Record<string, Record<RequesterKind, Verdict>>
type AccessLevel = keyof typeof ACCESS_LEVELS

/**
 * All routes. A kiosk can only sell; money, people, devices and limits are for supervisors. `practice` means that a
 * till in practice can reach the route, because practice serves it from a separate database, or because it is about
 * people and tills. All other routes are closed there for everyone. Add only routes that have nothing to do with the
 * shop's money.
 */
const TABLE: Record<string, AccessLevel | `${AccessLevel} practice`> = {
  'GET /*': 'public',
  // For anyone with a signed link to a sale; see `tests/security/status-links.test.ts`.
  'GET /s/*': 'public',
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /metrics': 'public',
  'GET /api/session': 'public practice',
  'GET /api/brand': 'device practice',
  'POST /api/session': 'sign-in practice',
  'POST /api/session/badge': 'badge practice',
  'DELETE /api/session': 'public practice',
  'POST /api/setup': 'public practice',
  // With the link on the console, and only at the computer itself: `tests/server/account/connecting.test.ts`.
  'POST /api/account/try': 'public',
  'POST /api/account/connect': 'public',
  'GET /api/account': 'supervisor',
  'POST /api/account/token': 'step-up',
  'POST /api/terminals/enroll': 'public practice',
  'POST /api/terminals/leave-kiosk': 'terminal practice',
  'POST /api/terminals/practice': 'terminal practice',
  'POST /api/display/pair': 'public practice',
  'GET /api/display': 'display practice',
  'GET /api/display/shop': 'display practice',
  'POST /api/display/answer': 'display practice',
  'PUT /api/ticket': 'selling practice',
  'POST /api/terminals/:id/display-codes': 'step-up practice',
  'POST /api/displays/:id/end': 'step-up practice',
  'POST /api/session/heartbeat': 'selling practice',
  'POST /api/session/step-up': 'selling practice',
  'PUT /api/session/language': 'counter practice',
  'GET /api/status': 'selling practice',
  'GET /api/catalog': 'products practice',
  'GET /api/international/countries': 'international practice',
  'GET /api/international/countries/:id': 'international practice',
  'GET /api/international/providers/:id': 'international practice',
  'GET /api/sales': 'selling practice',
  'GET /api/sales/:id': 'selling practice',
  'PUT /api/sales/:id': 'selling practice',
  'POST /api/sales/:id/confirm': 'selling practice',
  'POST /api/sales/:id/find': 'selling practice',
  'POST /api/sales/:id/abandon': 'selling practice',
  'POST /api/sales/:id/refunded': 'selling practice',
  'POST /api/sales/:id/acknowledge': 'selling practice',
  'POST /api/sales/:id/reveal': 'selling practice',
  'POST /api/sales/:id/delivered': 'selling practice',
  'POST /api/sales/:id/print': 'selling practice',
  'POST /api/sales/:id/print-report': 'selling practice',
  'POST /api/sales/:id/print-answer': 'selling practice',
  'POST /api/printers/:id/print': 'counter practice',
  'POST /api/sales/:id/mail': 'counter',
  'POST /api/sales/:id/times': 'counter',
  'POST /api/sales/:id/take-over': 'counter practice',
  'POST /api/sales/:id/resolve': 'step-up practice',
  'POST /api/known-numbers': 'counter practice',
  'POST /api/known-numbers/:id/choose': 'counter practice',
  'POST /api/known-numbers/erase': 'step-up',
  'GET /api/orders': 'counter',
  // With the invitation of a customer display: `tests/security/phones.test.ts`.
  'POST /api/orders/phone': 'public',
  'PUT /api/orders/:id': 'self-order',
  'POST /api/orders/:id/take': 'counter',
  'POST /api/orders/:id/release': 'counter',
  'GET /api/orders/countries': 'self-order',
  'GET /api/orders/countries/:id': 'self-order',
  'GET /api/orders/providers/:id': 'self-order',
  'GET /api/batches/:id': 'selling practice',
  'GET /api/batches/:id/lines.csv': 'selling practice',
  'PUT /api/batches/:id': 'selling practice',
  'POST /api/batches/:id/confirm': 'selling practice',
  'POST /api/batches/:id/stop': 'selling practice',
  'GET /api/catalog/affordability': 'counter practice',
  'GET /api/catalog/skipped': 'supervisor practice',
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
  'POST /api/ready/backup': 'supervisor',
  'POST /api/recovery': 'step-up',
  'GET /api/alerts': 'supervisor',
  'PUT /api/alerts/email': 'step-up',
  'PUT /api/alerts/webhook': 'step-up',
  'PUT /api/alerts/conditions': 'step-up',
  'POST /api/alerts/test': 'supervisor',
  'POST /api/alerts/devices': 'step-up',
  'POST /api/alerts/devices/:id/remove': 'step-up',
  'GET /api/reports': 'supervisor',
  'GET /api/reports/times.csv': 'supervisor',
  'GET /api/sales.csv': 'supervisor',
  'GET /api/shops': 'owner',
  'GET /api/shops/report': 'owner',
  'GET /api/shops/sales.csv': 'owner',
  'POST /api/wallet/movements/:id': 'step-up',
  'POST /api/wallet/deposits': 'step-up',
  'POST /api/wallet/deposits/:id/match': 'step-up',
  'POST /api/wallet/deposits/:id/withdraw': 'step-up',
  'POST /api/selling/resume': 'step-up practice',
  'GET /api/terminals': 'supervisor practice',
  'POST /api/terminals/enrollment-codes': 'step-up practice',
  'POST /api/terminals/:id/revoke': 'step-up practice',
  'PUT /api/terminals/:id/kiosk': 'step-up practice',
  'PUT /api/terminals/:id/self-order': 'step-up practice',
  'GET /api/sessions': 'supervisor practice',
  'POST /api/sessions/:id/end': 'step-up practice',
  'GET /api/staff': 'supervisor practice',
  'POST /api/staff': 'step-up practice',
  'POST /api/staff/:id/pin': 'step-up practice',
  'POST /api/staff/:id/unlock': 'step-up practice',
  'POST /api/staff/:id/badge': 'step-up practice',
  'POST /api/staff/:id/badge/block': 'supervisor practice',
  'POST /api/staff/:id/disable': 'step-up practice',
  'POST /api/staff/:id/enable': 'step-up practice',
  'PUT /api/staff/:id/permissions': 'step-up practice',
  'PUT /api/staff/:id/limits': 'step-up practice',
  'GET /api/staff/:id/shops': 'supervisor practice',
  'POST /api/staff/:id/shops': 'step-up practice',
  'POST /api/staff/:id/shops/dismiss': 'step-up practice',
  'GET /api/limits/remaining': 'selling practice',
  'GET /api/settings': 'supervisor practice',
  'GET /api/first-steps': 'supervisor',
  'GET /api/ready': 'counter',
  'PUT /api/settings': 'step-up practice',
  'GET /api/audit': 'supervisor practice',
  'GET /api/openapi.json': 'supervisor practice',
}

export const ROUTES = Object.fromEntries(
  Object.entries(TABLE).map(([route, level]) => [route, level.replace(' practice', '') as AccessLevel]),
)
export const OPEN_IN_PRACTICE = Object.keys(TABLE).filter((route) => TABLE[route]?.endsWith(' practice'))
