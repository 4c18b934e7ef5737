export type ShopPlace = {
  id: string
  name: string
  /** Contains the schema and a password: never log or show it. */
  database: string
  /** An IANA name; absent if it is in the shop's settings. */
  timeZone?: string | undefined
}
