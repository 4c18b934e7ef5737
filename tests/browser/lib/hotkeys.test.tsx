// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import {
  ANY_KEY,
  type Hotkey,
  interceptKeys,
  KEYS,
  useHotkeys,
  useShortcuts,
  useTypingAnywhere,
} from '#browser/lib/hotkeys.ts'

const pressed = vi.fn<(name: string) => void>()
const names = () => pressed.mock.calls.flat()

type LayerProps = { name: string; hotkeys?: Partial<Hotkey>; isModal?: boolean }

function Layer({ name, hotkeys, isModal = false }: LayerProps) {
  useHotkeys([{ ...KEYS.escape, run: () => pressed(name), ...hotkeys }], { isModal })
  return null
}

const press = (key: string, more: KeyboardEventInit = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, ...more })

beforeEach(() => {
  pressed.mockClear()
  useShortcuts.setState({ areOn: true })
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.useRealTimers()
})

it('the newest layer with a key gets it, even when another layer renders again, and the one below gets it once that layer is removed', () => {
  const { rerender } = render([<Layer key="1" name="page" />, <Layer key="2" name="drawer" />])
  expect(press('Escape')).toBe(false)
  rerender([<Layer key="1" name="another page" />, <Layer key="2" name="drawer" />])
  press('Escape')
  rerender([<Layer key="1" name="page" />])
  press('Escape')
  expect(names()).toEqual(['drawer', 'drawer', 'page'])
})

it('a key that the newest layer declines goes to the layer below, and one that no layer takes goes to the browser', () => {
  render([<Layer key="1" name="page" />, <Layer key="2" name="grid" hotkeys={{ run: () => false }} />])
  press('Escape')
  expect(names()).toEqual(['page'])
  expect(press('F7')).toBe(true)
})

it('no key passes a modal layer, not even one that it has no handler for', () => {
  render([<Layer key="1" name="page" />, <Layer key="2" name="prompt" isModal hotkeys={{ key: 'x' }} />])
  press('Escape')
  press('x')
  expect(names()).toEqual(['prompt'])
})

it('a layer that takes any key gets every key, and the browser does nothing with it', () => {
  render([<Layer key="1" name="page" />, <Layer key="2" name="prompt" isModal hotkeys={{ key: ANY_KEY }} />])
  for (const more of [{}, { ctrlKey: true }, { altKey: true }]) expect(press('q', more)).toBe(false)
  expect(names()).toEqual(['prompt', 'prompt', 'prompt'])
})

it('while a dialog is open only the layers inside it get keys', () => {
  function Inside() {
    const field = useRef<HTMLInputElement>(null)
    useHotkeys([{ ...KEYS.escape, run: () => pressed('inside') }], { within: field })
    return (
      <dialog open>
        <input ref={field} />
      </dialog>
    )
  }
  const { rerender } = render([<Layer key="1" name="page" />, <Inside key="2" />])
  press('Escape')
  rerender([
    <Layer key="1" name="page" />,
    <dialog key="3" open>
      Another one
    </dialog>,
  ])
  press('Escape')
  expect(names()).toEqual(['inside'])
})

it('a key that a field handled first reaches no layer', () => {
  render(<Layer name="page" />)
  const field = document.body.appendChild(document.createElement('input'))
  field.addEventListener('keydown', (event) => event.preventDefault())
  press('Escape', {}, field)
  expect(pressed).not.toHaveBeenCalled()
})

it('a key with Ctrl, Meta or Alt is left to the browser', () => {
  render(<Layer name="page" />)
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) press('Escape', more)
  expect(pressed).not.toHaveBeenCalled()
})

it('a key that is held down acts once where a single press is required', () => {
  render(<Layer name="page" hotkeys={{ isOnce: true }} />)
  press('Escape')
  press('Escape', { repeat: true })
  expect(names()).toEqual(['page'])
})

it('a key that is always on works while shortcuts are turned off', () => {
  render([<Layer key="1" name="page" hotkeys={{ isAlways: true }} />, <Layer key="2" name="drawer" />])
  useShortcuts.setState({ areOn: false })
  press('Escape')
  expect(names()).toEqual(['page'])
})

it('a key is found by its position on a keyboard of another script', async () => {
  vi.useFakeTimers()
  render(<Layer name="page" hotkeys={KEYS.print} />)
  press('ح', { code: 'KeyP' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(names()).toEqual(['page'])
})

it('a key that waits for a scanner does nothing once its page is closed', async () => {
  vi.useFakeTimers()
  const { unmount } = render(<Layer name="page" hotkeys={KEYS.print} />)
  press('p')
  unmount()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(pressed).not.toHaveBeenCalled()
})

it('an interceptor gets a key before any layer, until it is released', () => {
  render(<Layer name="page" />)
  const release = interceptKeys((event) => event.key === 'Escape' && event.preventDefault())
  press('Escape')
  expect(pressed).not.toHaveBeenCalled()
  release()
  press('Escape')
  expect(names()).toEqual(['page'])
})

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
const pressAll = (more: KeyboardEventInit = {}, target: Element = document.body) =>
  ALL.forEach((key) => fireEvent.keyDown(target, { key, ...more }))

it('single-key shortcuts work wherever the focus is, but never while they would also type into a field', () => {
  vi.useFakeTimers()
  const { getByLabelText } = render(<Keys />)
  pressAll()
  expect(names()).toEqual(['7', 'delete', 'enter', 'escape'])
  pressed.mockClear()
  pressAll({}, getByLabelText('field'))
  expect(names()).toEqual(['escape'])
})

it('a single-key shortcut acts only alone: a letter that starts a scan does nothing', async () => {
  vi.useFakeTimers()
  render(<Keys />)
  fireEvent.keyDown(document.body, { key: 'p' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(names()).toEqual(['p'])
})

it('single-key shortcuts are off while an input method composes, and while a dialog is open', () => {
  render(<Keys />)
  pressAll({ isComposing: true })
  document.body.append(Object.assign(document.createElement('dialog'), { open: true }))
  pressAll()
  expect(pressed).not.toHaveBeenCalled()
})

it('single-key shortcuts are off at a terminal where they are turned off, and that setting is stored', () => {
  render(<Keys />)
  useShortcuts.setState({ areOn: false })
  pressAll()
  expect(pressed).not.toHaveBeenCalled()
  expect(localStorage.getItem('toptill-shortcuts')).toContain('false')
})

it.each(['{', 'null', '[]', '{"areOn":"no"}'])(
  'single-key shortcuts are on when the stored setting is %s',
  async (text) => {
    localStorage.setItem('toptill-shortcuts', text)
    await useShortcuts.persist.rehydrate()
    expect(useShortcuts.getState().areOn).toBe(true)
  },
)

it('behind the scan guard a letter within a scan does nothing', async () => {
  vi.resetModules()
  vi.useFakeTimers()
  const { installScanGuard } = await import('#browser/lib/scan-guard.ts')
  const { useHotkeys: useGuarded } = await import('#browser/lib/hotkeys.ts')
  installScanGuard()
  function Guarded() {
    useGuarded([{ ...KEYS.print, run: () => pressed('print') }])
    return null
  }
  render(<Guarded />)
  for (const key of '6p5p') press(key)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(pressed).not.toHaveBeenCalled()
  press('p')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(names()).toEqual(['print'])
})
