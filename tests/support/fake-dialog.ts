import { beforeAll } from 'vitest'

/** Nothing is laid out in the page of a test, so a modal dialog is only shown and hidden. */
export function fakeDialogs(): void {
  beforeAll(() => {
    Object.assign(HTMLDialogElement.prototype, {
      showModal(this: HTMLDialogElement) {
        this.open = true
      },
      close(this: HTMLDialogElement) {
        this.open = false
      },
    })
  })
}
