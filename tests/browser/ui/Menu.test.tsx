// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Lock, Moon, Users } from 'lucide-react'
import { expect, it, vi } from 'vitest'

import { Menu, MenuItem, MenuSwitch } from '#browser/ui/Menu.tsx'
import { renderPart } from '../../support/render-part.tsx'

const [onLock, onDark] = [vi.fn(), vi.fn()]

async function openMenu() {
  const user = userEvent.setup()
  renderPart(
    <Menu label="Amal R." renderTrigger={(props) => <button type="button" {...props} />}>
      <MenuItem icon={Users} onPress={() => {}}>
        Other person
      </MenuItem>
      <MenuSwitch icon={Moon} isOn={false} onChange={onDark}>
        Dark
      </MenuSwitch>
      <MenuItem icon={Lock} onPress={onLock}>
        Lock it
      </MenuItem>
    </Menu>,
  )
  const trigger = screen.getByRole('button')
  await user.click(trigger)
  return { user, trigger }
}

it('a menu opens with its first item focused, and the arrow keys go round', async () => {
  const { user, trigger } = await openMenu()
  expect(trigger).toHaveAttribute('aria-expanded', 'true')
  const [first, last] = screen.getAllByRole('menuitem')
  const dark = screen.getByRole('menuitemcheckbox')
  expect(first).toHaveFocus()
  for (const [key, item] of [
    ['{ArrowDown}', dark],
    ['{ArrowUp}{ArrowUp}', last],
    ['{ArrowDown}', first],
    ['{End}', last],
  ] as const) {
    await user.keyboard(key)
    expect(item).toHaveFocus()
  }
})

it('Esc closes a menu and returns the focus to its button, and nothing behind the menu gets the key', async () => {
  const onKeyDown = vi.fn()
  window.addEventListener('keydown', onKeyDown)
  const { user, trigger } = await openMenu()
  await user.keyboard('{Escape}')
  window.removeEventListener('keydown', onKeyDown)
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  expect(trigger).toHaveFocus()
  expect(onKeyDown).not.toHaveBeenCalled()
})

it('a choice or a press outside closes the menu, and a switch leaves it open', async () => {
  const { user, trigger } = await openMenu()
  await user.click(screen.getByRole('menuitemcheckbox'))
  expect(onDark).toHaveBeenCalledWith(true)
  await user.click(screen.getByRole('menuitem', { name: 'Lock it' }))
  expect(onLock).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  await user.click(trigger)
  await user.click(document.body)
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
})
