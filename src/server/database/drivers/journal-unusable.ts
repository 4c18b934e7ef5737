/** The message is for the administrator. */
export class JournalUnusable extends Error {
  override readonly name = 'JournalUnusable'
  readonly isInUse: boolean
  constructor(message: string, { isInUse = false, ...options }: ErrorOptions & { isInUse?: boolean } = {}) {
    super(message, options)
    this.isInUse = isInUse
  }
}
