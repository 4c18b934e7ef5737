/**
 * An account or customer as it is sent: read again as the very same. Digits alone would be taken for a number of this country, so those of
 * another one say that they begin with a country code.
 */
export const writeContact = (contact: string): string =>
  /^\d+$/.test(contact) && !contact.startsWith('971') ? `+${contact}` : contact
