import { beforeAll } from 'vitest'

/** jsdom has no modal dialogs, so these methods only show and hide the element. */
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
