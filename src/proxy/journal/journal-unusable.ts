/** The journal cannot be used. The message is a sentence for the administrator. */
export class JournalUnusable extends Error {
  override readonly name = 'JournalUnusable'
}
