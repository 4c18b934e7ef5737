/** A box that opens once, for a PIN or what a code sells for: caches, logs and devtools hold an empty one. */
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
