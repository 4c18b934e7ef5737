// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { Field } from '#browser/ui/Field.tsx'
import { renderPart } from '../../support/render-part.tsx'

it('a field is named by its label and described by its hint, and a problem takes the place of the hint', () => {
  const { rerender } = renderPart(<Field label="Price" hint="AED 5 to 500" />)
  const input = screen.getByRole('textbox', { name: 'Price' })
  expect(input).toHaveAccessibleDescription('AED 5 to 500')
  expect(input).toBeValid()
  rerender(<Field label="Price" hint="AED 5 to 500" problem="Too much" />)
  expect(input).toHaveAccessibleDescription('Too much')
  expect(input).toBeInvalid()
  expect(screen.getByRole('status')).toHaveTextContent('Too much')
})
