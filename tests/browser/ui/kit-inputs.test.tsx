// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState, type ReactElement, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import en from '#browser/i18n/en.json'
import { Field } from '#browser/ui/Field.tsx'
import { NewPinFields } from '#browser/ui/NewPinFields.tsx'
import { PinForm } from '#browser/ui/PinForm.tsx'
import { Select } from '#browser/ui/Select.tsx'
import { Stepper } from '#browser/ui/Stepper.tsx'
import { Switch } from '#browser/ui/Switch.tsx'
import { text } from '../../support/texts.ts'

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: en }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const show = (part: ReactElement) =>
  render(part, {
    wrapper: ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
  })

describe('Field', () => {
  it('a field is named by its label and described by its hint, and a problem takes the place of the hint', () => {
    const { rerender } = show(<Field label="Amount" hint="AED 5 to 500" />)
    const input = screen.getByRole('textbox', { name: 'Amount' })
    expect(input).toHaveAccessibleDescription('AED 5 to 500')
    expect(input).toBeValid()
    rerender(<Field label="Amount" hint="AED 5 to 500" problem="Largest is AED 500" />)
    expect(input).toHaveAccessibleDescription('Largest is AED 500')
    expect(input).toBeInvalid()
    expect(screen.getByRole('status')).toHaveTextContent('Largest is AED 500')
  })
})

describe('Stepper', () => {
  it('a stepper counts up and down and stops at its bounds', async () => {
    const user = userEvent.setup()
    function Counter() {
      const [count, setCount] = useState(2)
      return <Stepper label="Quantity" value={count} max={3} onChange={setCount} />
    }
    show(<Counter />)
    const [less, more, value] = [
      screen.getByRole('button', { name: 'One less' }),
      screen.getByRole('button', { name: 'One more' }),
      screen.getByRole('status'),
    ]
    await user.click(more)
    expect(value).toHaveTextContent('3')
    expect(more).toHaveAttribute('aria-disabled', 'true')
    await user.click(more)
    expect(value).toHaveTextContent('3')
    for (let times = 0; times < 4; times++) await user.click(less)
    expect(value).toHaveTextContent('1')
    expect(less).toHaveAttribute('aria-disabled', 'true')
  })
})

it('a switch says whether it is on and changes at a press', async () => {
  const onChange = vi.fn()
  show(
    <Switch isOn={false} onChange={onChange}>
      Print the receipt
    </Switch>,
  )
  const button = screen.getByRole('switch', { name: 'Print the receipt' })
  expect(button).not.toBeChecked()
  await userEvent.click(button)
  expect(onChange).toHaveBeenCalledWith(true)
})

it('a select hands on the value of the chosen option', async () => {
  const onChange = vi.fn()
  const options = [
    { value: '58', text: '58 mm' },
    { value: '80', text: '80 mm' },
  ]
  show(<Select aria-label="Paper" value="58" options={options} onChange={onChange} />)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Paper' }), '80 mm')
  expect(onChange).toHaveBeenCalledWith('80')
})

describe('PinForm', () => {
  const form = { length: { min: 4, max: 6 }, action: 'Sign in', lead: 'Enter your PIN', pending: false }

  it('a PIN is handed on when it is long enough, once, and is gone from the form', async () => {
    const user = userEvent.setup()
    const onSubmit = vi.fn()
    show(<PinForm {...form} onSubmit={onSubmit} />)
    const input = screen.getByLabelText('PIN')
    expect(input).toHaveFocus()
    await user.keyboard('135')
    expect(screen.getByRole('button', { name: text('signIn.tooShort') })).toBeVisible()
    await user.keyboard('{Enter}')
    expect(onSubmit).not.toHaveBeenCalled()
    await user.keyboard('7{Enter}')
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith('1357')
    expect(input).toHaveValue('')
  })

  it('digits beyond the longest PIN are left out, whether typed or pressed', async () => {
    const user = userEvent.setup()
    const onSubmit = vi.fn()
    show(<PinForm {...form} onSubmit={onSubmit} />)
    await user.keyboard('12a345678')
    await user.click(screen.getByRole('button', { name: '9' }))
    expect(screen.getByText('6 digits entered')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(onSubmit).toHaveBeenCalledWith('123456')
  })

  it('a refusal is announced until the next digit', async () => {
    show(<PinForm {...form} refusal={{ text: text('failure.wrong-pin') }} onSubmit={() => {}} />)
    expect(screen.getByRole('alert')).toHaveTextContent(text('failure.wrong-pin'))
    await userEvent.keyboard('1')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('no PIN is taken until a lock is over', () => {
    vi.useFakeTimers({ now: 0 })
    show(<PinForm {...form} refusal={{ text: 'Too many wrong PINs.', until: 2_000 }} onSubmit={() => {}} />)
    expect(screen.getByRole('alert')).toHaveTextContent(
      `Too many wrong PINs. ${text('signIn.goOnIn', { time: '0:02' })}`,
    )
    expect(screen.getByLabelText('PIN')).toBeDisabled()
    expect(screen.getByRole('button', { name: text('signIn.waits') })).toBeVisible()
    act(() => void vi.advanceTimersByTime(2_000))
    expect(screen.getByLabelText('PIN')).toBeEnabled()
    expect(screen.getByLabelText('PIN')).toHaveFocus()
  })

  it('a form that waits for a name takes no digits and says so', () => {
    show(<PinForm {...form} blocked="Choose your name" onSubmit={() => {}} />)
    expect(screen.getByLabelText('PIN')).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Choose your name' })).toBeVisible()
  })

  it('a digit typed beside the form goes to it', () => {
    show(
      <>
        <button type="button">Beside</button>
        <PinForm {...form} onSubmit={() => {}} />
      </>,
    )
    const beside = screen.getByRole('button', { name: 'Beside' })
    beside.focus()
    fireEvent.keyDown(beside, { key: '1' })
    expect(screen.getByLabelText('PIN')).toHaveFocus()
  })
})

it('the second entry of a new PIN is wrong only when it can no longer become the same', () => {
  const length = { min: 6, max: 12 }
  const { rerender } = show(
    <NewPinFields entry={{ pin: '135790', again: '135' }} length={length} onChange={() => {}} />,
  )
  const again = screen.getByLabelText(text('staff.pinAgain'))
  expect(again).toBeValid()
  rerender(<NewPinFields entry={{ pin: '135790', again: '136' }} length={length} onChange={() => {}} />)
  expect(again).toBeInvalid()
  expect(again).toHaveAccessibleDescription(text('staff.pinDifferent'))
})
