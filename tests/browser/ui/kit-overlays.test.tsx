// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Lock, Moon, Users } from 'lucide-react'
import { useState, type ReactElement, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import en from '#browser/i18n/en.json'
import { Dialog } from '#browser/ui/Dialog.tsx'
import { Drawer } from '#browser/ui/Drawer.tsx'
import { Menu, MenuItem, MenuSwitch } from '#browser/ui/Menu.tsx'
import { Toast } from '#browser/ui/Toast.tsx'
import { fakeDialogs } from '../../support/fake-dialog.ts'

fakeDialogs()
beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: en }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const show = (part: ReactElement) =>
  render(part, {
    wrapper: ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
  })

describe('Dialog', () => {
  it('a dialog is open while it is rendered, is named by its heading, and Esc only asks to close it', () => {
    const onClose = vi.fn()
    const { unmount } = show(
      <Dialog heading="Supervisor needed" actions={<button type="button">Cancel</button>} onClose={onClose}>
        Nothing is sold yet.
      </Dialog>,
    )
    const dialog = screen.getByRole('dialog', { name: 'Supervisor needed' })
    expect(dialog).toHaveAttribute('open')
    expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(false)
    expect(onClose).toHaveBeenCalledOnce()
    unmount()
    expect(dialog).not.toHaveAttribute('open')
  })
})

describe('Drawer', () => {
  it('a drawer takes the focus, Esc closes it, and the focus goes back to where it was', async () => {
    const user = userEvent.setup()
    function Page() {
      const [isOpen, setIsOpen] = useState(false)
      return (
        <>
          <button type="button" onClick={() => setIsOpen(true)}>
            Details
          </button>
          {isOpen && (
            <Drawer label="Sale 0483" onClose={() => setIsOpen(false)}>
              Sold
            </Drawer>
          )}
        </>
      )
    }
    show(<Page />)
    await user.click(screen.getByRole('button', { name: 'Details' }))
    expect(screen.getByRole('dialog', { name: 'Sale 0483' })).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Details' })).toHaveFocus()
  })
})

describe('Menu', () => {
  const [onLock, onDark] = [vi.fn(), vi.fn()]
  const menu = (
    <Menu
      label="Amal R."
      renderTrigger={(props) => (
        <button type="button" {...props}>
          Amal R.
        </button>
      )}
    >
      <MenuItem icon={Users} onPress={() => {}}>
        Switch person
      </MenuItem>
      <MenuSwitch icon={Moon} isOn={false} onChange={onDark}>
        Dark theme
      </MenuSwitch>
      <MenuItem icon={Lock} onPress={onLock}>
        Lock
      </MenuItem>
    </Menu>
  )
  const openMenu = async () => {
    const user = userEvent.setup()
    show(menu)
    const trigger = screen.getByRole('button', { name: 'Amal R.' })
    await user.click(trigger)
    return { user, trigger }
  }

  it('a menu opens with its first item focused, and the arrow keys go round', async () => {
    const { user, trigger } = await openMenu()
    expect(trigger).toHaveAttribute('aria-expanded', 'true')
    const [first, dark, last] = [
      screen.getByRole('menuitem', { name: 'Switch person' }),
      screen.getByRole('menuitemcheckbox', { name: 'Dark theme' }),
      screen.getByRole('menuitem', { name: 'Lock' }),
    ]
    expect(first).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    expect(dark).toHaveFocus()
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(last).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    expect(first).toHaveFocus()
    await user.keyboard('{End}')
    expect(last).toHaveFocus()
  })

  it('Esc closes a menu and returns the focus to its button, and nothing behind the menu gets the key', async () => {
    const onKeyDown = vi.fn()
    window.addEventListener('keydown', onKeyDown)
    const { user, trigger } = await openMenu()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
    expect(trigger).toHaveFocus()
    expect(onKeyDown).not.toHaveBeenCalled()
    window.removeEventListener('keydown', onKeyDown)
  })

  it('a press outside closes a menu', async () => {
    const { user } = await openMenu()
    await user.click(document.body)
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  })

  it('a choice closes the menu, and a switch leaves it open', async () => {
    const { user } = await openMenu()
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Dark theme' }))
    expect(onDark).toHaveBeenCalledWith(true)
    expect(screen.getByRole('menu')).toBeVisible()
    await user.click(screen.getByRole('menuitem', { name: 'Lock' }))
    expect(onLock).toHaveBeenCalledOnce()
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  })
})

describe('Toast', () => {
  it('a toast ignores presses for its first 300 ms, because they were meant for what was there before', () => {
    vi.useFakeTimers()
    const [onPress, onClose] = [vi.fn(), vi.fn()]
    show(
      <Toast action={{ text: 'Open', onPress }} onClose={onClose}>
        Sale 0482 went through
      </Toast>,
    )
    act(() => void vi.advanceTimersByTime(299))
    fireEvent.click(screen.getByRole('button', { name: 'Open' }))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onPress).not.toHaveBeenCalled()
    expect(onClose).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(1))
    fireEvent.click(screen.getByRole('button', { name: 'Open' }))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onPress).toHaveBeenCalledOnce()
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('a toast goes after six seconds', () => {
    vi.useFakeTimers()
    const onClose = vi.fn()
    show(<Toast onClose={onClose}>Sale 0482 went through</Toast>)
    act(() => void vi.advanceTimersByTime(5_999))
    expect(onClose).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(1))
    expect(onClose).toHaveBeenCalledOnce()
  })
})
