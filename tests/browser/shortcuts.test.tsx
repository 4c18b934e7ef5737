// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { useHotkeys } from '#browser/hotkeys.ts'
import { KEYS } from '#browser/keys.ts'
import { useShortcuts } from '#browser/shortcuts.ts'
import { useTypingAnywhere } from '#browser/use-typing-anywhere.ts'

const pressed = vi.fn<(key: string) => void>()

function Keys() {
  useHotkeys([{ ...KEYS.print, run: () => pressed('p') }])
  useTypingAnywhere({
    onDigit: pressed,
    onDelete: () => pressed('delete'),
    onEnter: () => pressed('enter'),
    onEscape: () => pressed('escape'),
  })
  return <input aria-label="field" />
}

const ALL = ['p', '7', 'Backspace', 'Enter', 'Escape']
const press = (more: KeyboardEventInit = {}, target: Element = document.body) =>
  ALL.forEach((key) => fireEvent.keyDown(target, { key, ...more }))

beforeEach(() => {
  pressed.mockClear()
  useShortcuts.setState({ areOn: true })
})
afterEach(() => {
  cleanup()
  document.querySelector('dialog')?.remove()
})

describe('keys that do something by themselves', () => {
  it('do, wherever the focus is, but do not write into a field and act as well', () => {
    const { getByLabelText } = render(<Keys />)
    press()
    expect(pressed.mock.calls.flat()).toEqual(['7', 'delete', 'enter', 'escape'])
    pressed.mockClear()
    press({}, getByLabelText('field'))
    expect(pressed.mock.calls.flat()).toEqual(['escape'])
  })

  it('mean what they say alone: a letter that a scanner goes on from is none', async () => {
    vi.useFakeTimers()
    render(<Keys />)
    fireEvent.keyDown(document.body, { key: 'p' })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(pressed.mock.calls.flat()).toEqual(['p'])
    vi.useRealTimers()
  })

  it('rest while an input method composes', () => {
    render(<Keys />)
    press({ isComposing: true })
    expect(pressed).not.toHaveBeenCalled()
  })

  it('rest while a dialog is open', () => {
    render(<Keys />)
    document.body.append(Object.assign(document.createElement('dialog'), { open: true }))
    press()
    expect(pressed).not.toHaveBeenCalled()
  })

  it('rest at a terminal where they are turned off, which is kept', () => {
    render(<Keys />)
    useShortcuts.setState({ areOn: false })
    press()
    expect(pressed).not.toHaveBeenCalled()
    expect(localStorage.getItem('toptill-shortcuts')).toContain('false')
  })

  it.each(['{', 'null', '[]', '{"areOn":"no"}'])('are on where %s was kept', async (text) => {
    localStorage.setItem('toptill-shortcuts', text)
    await useShortcuts.persist.rehydrate()
    expect(useShortcuts.getState().areOn).toBe(true)
  })
})
