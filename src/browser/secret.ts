/**
 * A PIN, or what a code sells for: a box that opens once. A mutation takes it out as it sends it, and the part that asked for a code takes that
 * out as it arrives. Caches, logs and devtools hold an empty box.
 */
export class Secret<T = string> {
  #held: { value: T } | undefined

  constructor(value: T) {
    this.#held = { value }
  }

  /** Returns what is in it, once. Throws after that: nothing that was sent is sent again. */
  take(): T {
    if (!this.#held) throw new Error('this secret was taken before')
    const { value } = this.#held
    this.#held = undefined
    return value
  }

  toJSON(): string {
    return '[secret]'
  }
}
