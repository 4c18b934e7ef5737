/** Something sellable, as the practice service keeps it. Amounts are decimal text in AED. */
export type CatalogueService = {
  id: string
  name: string
  biller: string
  category: string
  subcategory: string
  min: string
  max: string
  step: string
  /** `percent` of the amount, or a `fixed` sum, left to the agent. */
  commission: { kind: 'percent' | 'fixed'; value: string }
  kind: 'direct' | 'voucher' | 'international'
  isActive: boolean
  isAccountRequired: boolean
}
