/** Something asked about staff or terminals that cannot be done; the message is the sentence for the person who asked. */
export class InvalidOperation extends Error {
  override readonly name = 'InvalidOperation'
}
