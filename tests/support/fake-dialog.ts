import { beforeAll } from 'vitest'

/** jsdom has no modal dialogs: here one that is open is simply there. */
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
