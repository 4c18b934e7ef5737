/** The way to a mail to an address; what is not the `@` between its halves is escaped. */
export const mailLink = (address: string): string =>
  `mailto:${address.trim().split('@').map(encodeURIComponent).join('@')}`
