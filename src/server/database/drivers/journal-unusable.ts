/** The journal cannot be used. The message is a sentence for the administrator. */
export class JournalUnusable extends Error {
  override readonly name = 'JournalUnusable'
  /** Another process has it open. */
  readonly isInUse: boolean
  constructor(message: string, { isInUse = false, ...options }: ErrorOptions & { isInUse?: boolean } = {}) {
    super(message, options)
    this.isInUse = isInUse
  }
}
