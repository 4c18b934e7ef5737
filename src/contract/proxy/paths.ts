/** Every path of the API between browser and proxy. */
export const proxyPaths = {
  session: '/api/session',
  /** The first supervisor of a new shop, by the link of the first start. */
  setup: '/api/setup',
  /** A person's hand was at the till: it does not lock yet. */
  sessionHere: '/api/session/here',
  /** The own PIN once more. */
  prove: '/api/session/prove',
  enrol: '/api/terminals/enrol',
  /** A supervisor's PIN makes this kiosk an ordinary terminal. */
  leaveKiosk: '/api/terminals/leave-kiosk',
  terminals: '/api/terminals',
  enrolCodes: '/api/terminals/codes',
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
  leftOut: '/api/catalogue/left-out',
  countries: '/api/international/countries',
  country: (id: string) => `/api/international/countries/${id}`,
  provider: (id: string) => `/api/international/providers/${id}`,
  sales: '/api/sales',
  sale: (id: string) => `/api/sales/${id}`,
  confirmSale: (id: string) => `/api/sales/${id}/confirm`,
  findSale: (id: string) => `/api/sales/${id}/find`,
  abandonSale: (id: string) => `/api/sales/${id}/abandon`,
  takeSale: (id: string) => `/api/sales/${id}/take`,
  closeSale: (id: string) => `/api/sales/${id}/close`,
  /** The customer has the money back. */
  givenBack: (id: string) => `/api/sales/${id}/given-back`,
  /** What became of the sale was looked at. */
  seenSale: (id: string) => `/api/sales/${id}/seen`,
  revealSale: (id: string) => `/api/sales/${id}/reveal`,
  /** The customer has the code, or the paper. */
  handedOver: (id: string) => `/api/sales/${id}/handed-over`,
  wallet: '/api/wallet',
  /** A supervisor lets selling go on after the service stopped it. */
  selling: '/api/selling',
  alive: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
} as const
