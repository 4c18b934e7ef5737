// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { Dialog } from '#browser/ui/Dialog.tsx'
import { fakeDialogs } from '../../support/fake-dialog.ts'
import { renderPart } from '../../support/render-part.tsx'

fakeDialogs()

it('a dialog is open while it is rendered, is named by its heading, and Esc only asks to close it', () => {
  const onClose = vi.fn()
  const { unmount } = renderPart(
    <Dialog heading="Who may?" actions={null} onClose={onClose}>
      Nobody else.
    </Dialog>,
  )
  const dialog = screen.getByRole('dialog', { name: 'Who may?' })
  expect(dialog).toHaveAttribute('open')
  expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(false)
  expect(onClose).toHaveBeenCalledOnce()
  unmount()
  expect(dialog).not.toHaveAttribute('open')
})
