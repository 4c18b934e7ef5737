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
  revealSale: (id: string) => `/api/sales/${id}/reveal`,
  wallet: '/api/wallet',
  alive: '/healthz',
  ready: '/readyz',
} as const
