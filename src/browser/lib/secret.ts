/** For a PIN or a voucher code. `take()` returns it once; caches, logs and devtools see an empty object. */
export class Secret<T = string> {
  #held: { value: T } | undefined

  constructor(value: T) {
    this.#held = { value }
  }

  /** Throws on the second call, so nothing is sent twice. */
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
