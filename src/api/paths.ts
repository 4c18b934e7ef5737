/** Every path of the API between browser and proxy. */
export const proxyPaths = {
  session: '/api/session',
  /** Creates the first supervisor of a new shop with the code of the setup link. */
  setup: '/api/setup',
  /** A person used the terminal, so the session stays alive. */
  heartbeat: '/api/session/heartbeat',
  /** A person enters their own PIN again. */
  stepUp: '/api/session/step-up',
  /** What the person who is signed in reads. */
  ownLanguage: '/api/session/language',
  enrol: '/api/terminals/enrol',
  /** Turns this kiosk into an ordinary terminal with a supervisor's PIN. */
  leaveKiosk: '/api/terminals/leave-kiosk',
  /** Switches this till to practice or back with a supervisor's PIN. */
  switchPractice: '/api/terminals/practice',
  terminals: '/api/terminals',
  enrollmentCodes: '/api/terminals/enrollment-codes',
  revokeTerminal: (id: string) => `/api/terminals/${id}/revoke`,
  terminalKiosk: (id: string) => `/api/terminals/${id}/kiosk`,
  /** Makes a terminal a tablet at which customers order, or an ordinary terminal again. */
  terminalSelfOrder: (id: string) => `/api/terminals/${id}/self-order`,
  /** A one-time code that makes a browser the customer display of this till, and the end of one. */
  displayCodes: (terminalId: string) => `/api/terminals/${terminalId}/display-codes`,
  endDisplay: (id: string) => `/api/displays/${id}/end`,
  /** A till tells what its customer may see of the present sale. */
  ticket: '/api/ticket',
  /** What a customer display reads, and what the customer says there. Its cookie is of this path, and no other cookie is looked at below it. */
  display: '/api/display',
  displayShop: '/api/display/shop',
  displayAnswer: '/api/display/answer',
  pairDisplay: '/api/display/pair',
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
  /** What the limits leave to the person who is signed in. */
  remainingLimits: '/api/limits/remaining',
  /** How far a new shop is prepared. */
  firstSteps: '/api/first-steps',
  audit: '/api/audit',
  status: '/api/status',
  catalogue: '/api/catalogue',
  /** What the wallet may not cover. */
  marks: '/api/catalogue/marks',
  /** The parts of the catalogue that could not be read. */
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
  /** The customer has been refunded. */
  refundedSale: (id: string) => `/api/sales/${id}/refunded`,
  /** A person has read the notification about this sale. */
  acknowledgeSale: (id: string) => `/api/sales/${id}/acknowledge`,
  revealSale: (id: string) => `/api/sales/${id}/reveal`,
  /** The customer has received the code or the printed document. */
  deliveredSale: (id: string) => `/api/sales/${id}/delivered`,
  /** What customers chose at a tablet, and a cashier who takes one or puts it back. */
  orders: '/api/orders',
  order: (id: string) => `/api/orders/${id}`,
  takeOrder: (id: string) => `/api/orders/${id}/take`,
  releaseOrder: (id: string) => `/api/orders/${id}/release`,
  /** What international top-ups a customer can order from, for tablets alone. */
  orderCountries: '/api/orders/countries',
  orderCountry: (id: string) => `/api/orders/countries/${id}`,
  orderProvider: (id: string) => `/api/orders/providers/${id}`,
  batch: (id: string) => `/api/batches/${id}`,
  confirmBatch: (id: string) => `/api/batches/${id}/confirm`,
  stopBatch: (id: string) => `/api/batches/${id}/stop`,
  wallet: '/api/wallet',
  /** A supervisor resumes selling after the service stopped it. */
  resumeSelling: '/api/selling/resume',
  alive: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
} as const

/** Whether a path is of a customer display, where only the display's own cookie counts. */
export const isOfDisplay = (path: string): boolean =>
  path === proxyPaths.display || path.startsWith(`${proxyPaths.display}/`)

/** The `meta` element of a page with the version of its build, and the header in which the page sends it. Absent in development. */
export const PAGE_VERSION_META = 'version'
export const PAGE_VERSION_HEADER = 'x-toptill-version'

/**
 * The header with which a page says that it shows practice in a shop that sells for real. The proxy rejects a page that shows the other thing
 * than its till does, as one that was open while the till was switched.
 */
export const PRACTICE_HEADER = 'x-toptill-practice'

/**
 * Sent with 200 and 304 of `GET /api/catalogue`: when the catalogue was last read (epoch ms). If a part of it is older than its own rule
 * permits, when that part was read.
 */
export const CATALOGUE_AS_OF_HEADER = 'toptill-as-of'
