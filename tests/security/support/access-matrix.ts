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
  'disabled',
  'revoked',
  'ended',
  'idle',
] as const
export type RequesterKind = (typeof REQUESTER_KINDS)[number]

export type Verdict = 'in' | '401 not-enrolled' | '401 signed-out' | '401 step-up-required' | '403 not-allowed'

/** What a route requires. */
type AccessLevel = 'public' | 'terminal' | 'selling' | 'international' | 'counter' | 'supervisor' | 'step-up'

const nobody = {
  stranger: '401 signed-out',
  terminal: '401 signed-out',
  disabled: '401 signed-out',
  revoked: '401 signed-out',
  ended: '401 signed-out',
  idle: '401 signed-out',
} as const
const kiosks = (verdict: Verdict) => ({
  kiosk: verdict,
  'cashier at a kiosk': verdict,
  'supervisor at a kiosk': verdict,
})
const cashiers = (verdict: Verdict) => ({ cashier: verdict, 'cashier at home': verdict })
const supervisors = (verdict: Verdict, later = verdict) => ({
  supervisor: verdict,
  'supervisor of six minutes ago': later,
})

/** A second description of the access rules: who is admitted, and how the others are rejected. */
export const ACCESS_LEVELS: Record<AccessLevel, Record<RequesterKind, Verdict>> = {
  public: Object.fromEntries(REQUESTER_KINDS.map((visitor) => [visitor, 'in'])) as Record<RequesterKind, Verdict>,
  terminal: {
    ...(Object.fromEntries(REQUESTER_KINDS.map((visitor) => [visitor, 'in'])) as Record<RequesterKind, Verdict>),
    stranger: '401 not-enrolled',
    revoked: '401 not-enrolled',
  },
  selling: { ...nobody, ...kiosks('in'), kiosk: '401 signed-out', ...cashiers('in'), ...supervisors('in') },
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
}

/** All routes. A kiosk can only sell, and money, people, devices and limits are for supervisors. */
export const ROUTES: Record<string, AccessLevel> = {
  'GET /*': 'public',
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /metrics': 'public',
  'GET /api/session': 'public',
  'POST /api/session': 'public',
  'DELETE /api/session': 'public',
  'POST /api/setup': 'public',
  'POST /api/terminals/enrol': 'public',
  'POST /api/terminals/leave-kiosk': 'terminal',
  'POST /api/session/heartbeat': 'selling',
  'POST /api/session/step-up': 'selling',
  'GET /api/status': 'selling',
  'GET /api/catalogue': 'selling',
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
  'POST /api/sales/:id/take-over': 'counter',
  'POST /api/sales/:id/resolve': 'step-up',
  'GET /api/batches/:id': 'selling',
  'PUT /api/batches/:id': 'selling',
  'POST /api/batches/:id/confirm': 'selling',
  'POST /api/batches/:id/stop': 'selling',
  'GET /api/catalogue/skipped': 'supervisor',
  'GET /api/wallet': 'supervisor',
  'GET /api/alerts': 'supervisor',
  'PUT /api/alerts/email': 'step-up',
  'PUT /api/alerts/webhook': 'step-up',
  'PUT /api/alerts/conditions': 'supervisor',
  'POST /api/alerts/test': 'supervisor',
  'POST /api/alerts/devices': 'step-up',
  'POST /api/alerts/devices/:id/remove': 'step-up',
  'POST /api/selling/resume': 'supervisor',
  'GET /api/terminals': 'supervisor',
  'POST /api/terminals/enrollment-codes': 'step-up',
  'POST /api/terminals/:id/revoke': 'step-up',
  'PUT /api/terminals/:id/kiosk': 'step-up',
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
  'GET /api/limits/remaining': 'selling',
  'GET /api/settings': 'supervisor',
  'GET /api/first-steps': 'supervisor',
  'GET /api/ready': 'counter',
  'PUT /api/settings': 'step-up',
  'GET /api/audit': 'supervisor',
}
