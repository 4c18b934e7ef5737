import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { isValidElement, useLayoutEffect, type ReactElement, type ReactNode } from 'react'
import { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, expect, vi } from 'vitest'

import { createQueryClient } from '#browser/api/query-client.ts'
import { CurrentUser } from '#browser/lib/current-user.ts'
import en from '#browser/i18n/en.json'
import type { Session } from '#api/session.ts'
import type { Person } from '#domain/person.ts'
import { fakeDialogs } from './fake-dialog.ts'

/** The server's answer: a body for 200, a status with its body, or none. */
export type FakeAnswer = { status?: number; body: unknown; headers?: Record<string, string> } | 'no answer'
export type FakeProxy = (method: string, path: string, body: unknown) => FakeAnswer | undefined

export type SentRequest = { method: string; path: string; body: unknown }

fakeDialogs()

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

/** A URL, or one with the state that the previous page passed on. */
type Place = string | { pathname: string; state: unknown }

type Pages = Record<string, ReactNode>

type RenderOptions = {
  at: Place
  proxy: FakeProxy
  /** The media query that matches. */
  media?: string
}

/** Renders one page as `main.tsx` would, with only the network behind it replaced. */
export function renderPage(page: ReactElement | Pages, { at, proxy, media }: RenderOptions) {
  const seen: SentRequest[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body?: string }) => {
    const sent: unknown = body === undefined ? undefined : JSON.parse(body)
    seen.push({ method, path, body: sent })
    const answer = proxy(method, path, sent)
    if (answer === 'no answer') throw new TypeError('fetch failed')
    const {
      status = 200,
      body: content,
      headers,
    } = answer ?? {
      status: 404,
      body: { code: 'not-found', message: path, moneyMoved: 'no' },
      headers: undefined,
    }
    return new Response(JSON.stringify(content), { status, ...(headers ? { headers } : {}) })
  })
  // There is no layout here, so nothing is cut off.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  i18n.loadAndActivate({ locale: 'en', messages: en })

  const { pathname, state } = typeof at === 'string' ? { pathname: at, state: null } : at
  window.history.replaceState({ usr: state }, '', pathname)
  const place = { path: '' }
  function Here() {
    const { pathname } = useLocation()
    // Known as soon as the page is shown, not a moment later.
    useLayoutEffect(() => {
      place.path = pathname
    }, [pathname])
    return null
  }
  const rendered = render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={createQueryClient()}>
        <BrowserRouter>
          <CurrentUser value={personIn(proxy)}>{isValidElement(page) ? page : routesOf(page)}</CurrentUser>
          <Here />
        </BrowserRouter>
      </QueryClientProvider>
    </I18nProvider>,
  )
  return { ...rendered, seen, place }
}

const routesOf = (pages: Pages) => (
  <Routes>
    {Object.entries({ '*': null, ...pages }).map(([path, element]) => (
      <Route key={path} path={path} element={element} />
    ))}
  </Routes>
)

function personIn(proxy: FakeProxy): Person | undefined {
  const answer = proxy('GET', '/api/session', undefined)
  return answer === undefined || answer === 'no answer' ? undefined : (answer.body as Partial<Session>).person
}

/**
 * Finds a button once it reacts to presses. For a moment after it appears, it ignores them, because they were meant for
 * the previous page.
 */
export async function listening(name: string | RegExp): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'))
  return button
}

export const press = async (name: string | RegExp): Promise<void> => userEvent.click(await listening(name))
