// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'

import { Tabs } from '#browser/ui/Tabs.tsx'
import { renderPart } from '../../support/render-part.tsx'

it('the arrow keys go from tab to tab, and only the current one is in the order of Tab', async () => {
  const user = userEvent.setup()
  function Page() {
    const [current, setCurrent] = useState<'first' | 'last'>('first')
    const tabs = (['first', 'last'] as const).map((id) => ({ id, text: id }))
    return (
      <Tabs label="tabs" tabs={tabs} current={current} onChange={setCurrent}>
        {`the ${current}`}
      </Tabs>
    )
  }
  renderPart(<Page />)
  await user.tab()
  expect(screen.getByRole('tab', { name: 'first', selected: true })).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'last', selected: true })).toHaveFocus()
  expect(screen.getByRole('tabpanel', { name: 'last' })).toHaveTextContent('the last')
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'first', selected: true })).toHaveFocus()
})
