// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { X } from 'lucide-react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'

import { Button, ButtonLink, IconButton } from '#browser/ui/Button.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('a blocked button shows the reason in place of its label, can have the focus and leads to what is missing', () => {
  const [onClick, onBlocked, onSubmit] = [vi.fn(), vi.fn(), vi.fn()]
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" blocked="What is missing" onClick={onClick} onBlocked={onBlocked}>
        Go on
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'What is missing' })
  button.focus()
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-disabled', 'true')
  fireEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
  expect(onSubmit).not.toHaveBeenCalled()
  expect(onBlocked).toHaveBeenCalledOnce()
})

it('a pending button keeps its label, says that it is busy and ignores presses', () => {
  const onClick = vi.fn()
  render(
    <Button pending onClick={onClick}>
      Send
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Send' })
  expect(button).toHaveAttribute('aria-busy', 'true')
  fireEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
})

it('a button that takes the focus ignores presses during its delay, because they were meant for the page before', () => {
  vi.useFakeTimers()
  const onClick = vi.fn()
  render(
    <Button autoFocus armDelayMs={600} amount="AED 50.00" onClick={onClick}>
      Send
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Send AED 50.00' })
  expect(button).toHaveFocus()
  act(() => void vi.advanceTimersByTime(599))
  fireEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(1))
  fireEvent.click(button)
  expect(onClick).toHaveBeenCalledOnce()
})

it('a held Enter does not press a button with a delay, but presses any other', () => {
  render(
    <>
      <Button armDelayMs={600}>Send</Button>
      <Button>Another</Button>
    </>,
  )
  const held = { key: 'Enter', repeat: true }
  expect(fireEvent.keyDown(screen.getByRole('button', { name: 'Send' }), held)).toBe(false)
  expect(fireEvent.keyDown(screen.getByRole('button', { name: 'Another' }), held)).toBe(true)
})

it('a button with only an icon has a name', () => {
  render(<IconButton icon={X} label="Shut" />)
  expect(screen.getByRole('button', { name: 'Shut' })).toBeVisible()
})

it('a link that looks like a button is a link', () => {
  render(
    <MemoryRouter>
      <ButtonLink to="/sales">Elsewhere</ButtonLink>
    </MemoryRouter>,
  )
  expect(screen.getByRole('link', { name: 'Elsewhere' })).toHaveAttribute('href', '/sales')
})
