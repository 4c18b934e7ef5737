/** One of the shops of an installation, as the others see it. */
export type ShopPlace = {
  id: string
  name: string
  /** The address of its journal, with the schema that it is in. It contains a password: it is for connections, and for no sentence. */
  database: string
  /** By whose clocks its days begin, an IANA name. */
  timeZone: string
}
