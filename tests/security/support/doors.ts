/** Who can stand before a route. */
export const VISITORS = [
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
export type Visitor = (typeof VISITORS)[number]

export type Verdict = 'in' | '401 not-enrolled' | '401 signed-out' | '401 step-up' | '403 not-allowed'

/** What stands before what. */
type Door = 'open' | 'enrolled' | 'sell' | 'abroad' | 'counter' | 'office' | 'power'

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

/** A second reading of what is asked for: who passes which door, and what the others are told. */
export const DOORS: Record<Door, Record<Visitor, Verdict>> = {
  open: Object.fromEntries(VISITORS.map((visitor) => [visitor, 'in'])) as Record<Visitor, Verdict>,
  enrolled: {
    ...(Object.fromEntries(VISITORS.map((visitor) => [visitor, 'in'])) as Record<Visitor, Verdict>),
    stranger: '401 not-enrolled',
    revoked: '401 not-enrolled',
  },
  sell: { ...nobody, ...kiosks('in'), kiosk: '401 signed-out', ...cashiers('in'), ...supervisors('in') },
  abroad: {
    ...nobody,
    ...kiosks('in'),
    kiosk: '401 signed-out',
    ...cashiers('in'),
    'cashier at home': '403 not-allowed',
    ...supervisors('in'),
  },
  counter: { ...nobody, ...kiosks('403 not-allowed'), ...cashiers('in'), ...supervisors('in') },
  office: { ...nobody, ...kiosks('403 not-allowed'), ...cashiers('403 not-allowed'), ...supervisors('in') },
  power: {
    ...nobody,
    ...kiosks('403 not-allowed'),
    ...cashiers('403 not-allowed'),
    ...supervisors('in', '401 step-up'),
  },
}

/** Every route there may be. From a kiosk only selling answers; money, people, devices and limits are a supervisor's. */
export const ROUTES: Record<string, Door> = {
  'GET /*': 'open',
  'GET /healthz': 'open',
  'GET /readyz': 'open',
  'GET /metrics': 'open',
  'GET /api/session': 'open',
  'POST /api/session': 'open',
  'DELETE /api/session': 'open',
  'POST /api/setup': 'open',
  'POST /api/terminals/enrol': 'open',
  'POST /api/terminals/leave-kiosk': 'enrolled',
  'POST /api/session/here': 'sell',
  'POST /api/session/prove': 'sell',
  'GET /api/status': 'sell',
  'GET /api/catalogue': 'sell',
  'GET /api/international/countries': 'abroad',
  'GET /api/international/countries/:id': 'abroad',
  'GET /api/international/providers/:id': 'abroad',
  'GET /api/sales': 'sell',
  'GET /api/sales/:id': 'sell',
  'PUT /api/sales/:id': 'sell',
  'POST /api/sales/:id/confirm': 'sell',
  'POST /api/sales/:id/find': 'sell',
  'POST /api/sales/:id/abandon': 'sell',
  'POST /api/sales/:id/given-back': 'sell',
  'POST /api/sales/:id/seen': 'sell',
  'POST /api/sales/:id/reveal': 'sell',
  'POST /api/sales/:id/handed-over': 'sell',
  'POST /api/sales/:id/take': 'counter',
  'POST /api/sales/:id/close': 'power',
  'GET /api/catalogue/left-out': 'office',
  'GET /api/wallet': 'office',
  'POST /api/selling': 'office',
  'GET /api/terminals': 'office',
  'POST /api/terminals/codes': 'power',
  'POST /api/terminals/:id/revoke': 'power',
  'PUT /api/terminals/:id/kiosk': 'power',
  'GET /api/sessions': 'office',
  'POST /api/sessions/:id/end': 'power',
  'GET /api/staff': 'office',
  'POST /api/staff': 'power',
  'POST /api/staff/:id/pin': 'power',
  'POST /api/staff/:id/unlock': 'power',
  'POST /api/staff/:id/disable': 'power',
  'POST /api/staff/:id/enable': 'power',
  'PUT /api/staff/:id/permissions': 'power',
  'PUT /api/staff/:id/limits': 'power',
  'GET /api/settings': 'office',
  'PUT /api/settings': 'power',
  'GET /api/audit': 'office',
}
