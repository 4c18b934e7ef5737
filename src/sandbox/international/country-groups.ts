const SOUTH_ASIA = ['BGD', 'BTN', 'IND', 'LKA', 'NPL', 'PAK']
const AFRICA = ['CIV', 'CMR', 'EGY', 'ETH', 'GHA', 'KEN', 'MAR', 'MLI', 'NGA', 'RWA', 'SDN', 'SEN', 'SOM', 'TUN', 'TZA', 'UGA', 'ZAF', 'ZMB'] // prettier-ignore

/** A list for some countries, one text for others, nothing for the rest. */
export function groupOf(countryId: string): { groups?: string[]; group?: string } {
  if (SOUTH_ASIA.includes(countryId)) return { groups: ['south-asia'] }
  return AFRICA.includes(countryId) ? { group: 'africa' } : {}
}
