// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'

import SupportPage from '#browser/pages/support/SupportPage.tsx'
import { paths } from '#browser/paths.ts'
import { amal, hamad, proxyWith } from '../../../support/fake-proxy.ts'
import { renderPage } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

it.each([
  { person: hamad, addresses: ['/api/openapi.json'] },
  { person: amal, addresses: [] },
])('$person.role: the description of the API is offered to supervisors only', async ({ person, addresses }) => {
  renderPage(<SupportPage />, { at: paths.support(), proxy: proxyWith(() => undefined, { person }) })
  await screen.findByRole('link', { name: text('salesList.title') })
  await waitFor(() => expect(screen.queryByText(text('support.inShopNobody'))).toBeNull())
  const links = screen.queryAllByRole('link', { name: text('support.api') })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(addresses)
})
