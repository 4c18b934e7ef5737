/** Where a scan began: a PIN or an amount, the box above the shelves, a field of the ticket, another field, or none. */
export type ScanPlace = 'guarded' | 'box' | 'ticket' | 'field' | 'page'

export type ScanAt = {
  place: ScanPlace
  /** It is the id of a service sold here. */
  isKnown: boolean
  /** It is a whole phone number of this country, or an e-mail address. */
  isContact: boolean
  isSelling: boolean
  hasDialog: boolean
}

export type ScanVerdict = {
  /** The key that ended it presses nothing. */
  isSwallowed: boolean
  /** What it typed is taken back. */
  isUndone: boolean
  deed?: 'open' | 'tell' | 'not-now' | 'to-amount'
}

/** What a scan does. It never stays in a PIN or an amount, and its Enter never reviews or sends. */
export function classifyScan({ place, isKnown, isContact, isSelling, hasDialog }: ScanAt): ScanVerdict {
  const taken = { isSwallowed: true, isUndone: true }
  if (hasDialog) return taken
  if (isKnown && isSelling) return { ...taken, deed: 'open' }
  switch (place) {
    case 'guarded':
    case 'page':
      return isKnown ? { ...taken, deed: 'not-now' } : isSelling ? { ...taken, deed: 'tell' } : taken
    // A number may be scanned, too: it leads on to the amount, and no further.
    case 'ticket':
      return isContact ? { isSwallowed: true, isUndone: false, deed: 'to-amount' } : { ...taken, deed: 'tell' }
    case 'box':
      return isContact ? { isSwallowed: true, isUndone: false } : { ...taken, deed: 'tell' }
    case 'field':
      return { isSwallowed: false, isUndone: false }
  }
}
