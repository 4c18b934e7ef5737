/** The paths of the shop's day: its reports, shifts, alerts, board and printers. They are apart from the others because no first load needs them. */
export const dayPaths = {
  /** Whether the shop can sell, part by part. */
  readyBoard: '/api/ready',
  /** A supervisor has a backup made now. */
  backup: '/api/ready/backup',
  /** The sales of a range as CSV. */
  salesExport: '/api/sales.csv',
  reports: '/api/reports',
  /** Z reports, and where a shift is opened. */
  shifts: '/api/shifts',
  /** The open shift of the till that asks. */
  currentShift: '/api/shifts/current',
  shift: (id: string) => `/api/shifts/${id}`,
  shiftMovements: (id: string) => `/api/shifts/${id}/movements`,
  countShift: (id: string) => `/api/shifts/${id}/count`,
  countShiftAgain: (id: string) => `/api/shifts/${id}/count-again`,
  closeShift: (id: string) => `/api/shifts/${id}/close`,
  xReport: (id: string) => `/api/shifts/${id}/x`,
  shiftNotes: (id: string) => `/api/shifts/${id}/notes`,
  /** All shops of an installation, for its owner. */
  shops: '/api/shops',
  shopsReport: '/api/shops/report',
  /** The sales of all shops, or of some, as CSV. */
  shopsExport: '/api/shops/sales.csv',
  /** The other shops of the installation that a person is in, or may be let into. */
  personShops: (id: string) => `/api/staff/${id}/shops`,
  dismissPerson: (id: string) => `/api/staff/${id}/shops/dismiss`,
  alerts: '/api/alerts',
  alertEmail: '/api/alerts/email',
  alertWebhook: '/api/alerts/webhook',
  /** What is sent, when and by which ways. */
  alertChoice: '/api/alerts/conditions',
  testAlert: '/api/alerts/test',
  alertDevices: '/api/alerts/devices',
  removeAlertDevice: (id: string) => `/api/alerts/devices/${id}/remove`,
  /** A supervisor says what a movement of the wallet is. */
  walletMovement: (id: string | number) => `/api/wallet/movements/${id}`,
  /** The receipt of a sale at one of the shop's network printers, what a till says of a print of its own that is unclear, and what a person says. */
  printSale: (id: string) => `/api/sales/${id}/print`,
  reportPrint: (id: string) => `/api/sales/${id}/print-report`,
  answerPrint: (id: string) => `/api/sales/${id}/print-answer`,
  /** The receipt of a sale by e-mail to its customer, without its code. */
  mailReceipt: (id: string) => `/api/sales/${id}/mail`,
  /** A document without a code. */
  printDocument: (id: string) => `/api/printers/${id}/print`,
  /** What is known after the journal was put back from a backup; a supervisor confirms there how it goes on. */
  recovery: '/api/recovery',
} as const
