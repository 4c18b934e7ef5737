/** Amounts are decimal text in AED. */
export type CatalogService = {
  id: string
  name: string
  biller: string
  category: string
  subcategory: string
  min: string
  max: string
  step: string
  /** What the agent keeps: `percent` of the amount or a `fixed` sum. */
  commission: { kind: 'percent' | 'fixed'; value: string }
  kind: 'direct' | 'voucher' | 'international'
  isActive: boolean
  isAccountRequired: boolean
}
