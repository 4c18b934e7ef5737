/** Relative to the base URL (spec 4). */
export const wholesalerPaths = {
  pointInfo: '/point_info',
  balance: '/balance',
  services: '/services',
  frontview: '/frontview',
  internationalCountries: '/international-bridge/countries',
  internationalCategories: '/international-bridge/categories',
  internationalProviders: '/international-bridge/providers',
  internationalProvider: '/international-bridge/provider',
  check: '/transaction/check',
  confirm: '/transaction/confirm',
  find: '/transaction/find',
} as const

export type WholesalerPath = (typeof wholesalerPaths)[keyof typeof wholesalerPaths]
