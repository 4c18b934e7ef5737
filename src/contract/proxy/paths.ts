/** Every path of the API between browser and proxy. */
export const proxyPaths = {
  session: '/api/session',
  /** The first supervisor of a new shop, by the link of the first start. */
  setup: '/api/setup',
  /** A person's hand was at the till: it does not lock yet. */
  heartbeat: '/api/session/heartbeat',
  /** The own PIN once more. */
  stepUp: '/api/session/step-up',
  enrol: '/api/terminals/enrol',
  /** A supervisor's PIN makes this kiosk an ordinary terminal. */
  leaveKiosk: '/api/terminals/leave-kiosk',
  terminals: '/api/terminals',
  enrollmentCodes: '/api/terminals/enrollment-codes',
  revokeTerminal: (id: string) => `/api/terminals/${id}/revoke`,
  terminalKiosk: (id: string) => `/api/terminals/${id}/kiosk`,
  sessions: '/api/sessions',
  endSession: (id: string) => `/api/sessions/${id}/end`,
  staff: '/api/staff',
  staffPin: (id: string) => `/api/staff/${id}/pin`,
  unlockStaff: (id: string) => `/api/staff/${id}/unlock`,
  disableStaff: (id: string) => `/api/staff/${id}/disable`,
  enableStaff: (id: string) => `/api/staff/${id}/enable`,
  staffPermissions: (id: string) => `/api/staff/${id}/permissions`,
  staffLimits: (id: string) => `/api/staff/${id}/limits`,
  settings: '/api/settings',
  audit: '/api/audit',
  status: '/api/status',
  catalogue: '/api/catalogue',
  /** What could not be read of it. */
  skipped: '/api/catalogue/skipped',
  countries: '/api/international/countries',
  country: (id: string) => `/api/international/countries/${id}`,
  provider: (id: string) => `/api/international/providers/${id}`,
  sales: '/api/sales',
  sale: (id: string) => `/api/sales/${id}`,
  confirmSale: (id: string) => `/api/sales/${id}/confirm`,
  findSale: (id: string) => `/api/sales/${id}/find`,
  abandonSale: (id: string) => `/api/sales/${id}/abandon`,
  takeOverSale: (id: string) => `/api/sales/${id}/take-over`,
  resolveSale: (id: string) => `/api/sales/${id}/resolve`,
  /** The customer has the money back. */
  refundedSale: (id: string) => `/api/sales/${id}/refunded`,
  /** What became of the sale was looked at. */
  acknowledgeSale: (id: string) => `/api/sales/${id}/acknowledge`,
  revealSale: (id: string) => `/api/sales/${id}/reveal`,
  /** The customer has the code, or the paper. */
  deliveredSale: (id: string) => `/api/sales/${id}/delivered`,
  wallet: '/api/wallet',
  /** A supervisor lets selling go on after the service stopped it. */
  resumeSelling: '/api/selling/resume',
  alive: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
} as const
