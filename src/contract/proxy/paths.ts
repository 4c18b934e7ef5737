/** Every path of the API between browser and proxy. */
export const proxyPaths = {
  session: '/api/session',
  enrol: '/api/terminals/enrol',
  status: '/api/status',
  catalogue: '/api/catalogue',
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
