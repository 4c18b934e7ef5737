import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, startTransition, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'

import { createQueryClient } from './api/query-client.ts'
import { readFirstPage } from './first-page.ts'
import { bearForeignNodes } from './lib/foreign-nodes.ts'
import { activateStoredLocale, loadLateFonts, loadLazyMessages } from './i18n/locale.ts'
import { whenIdle } from './lib/lazy-part.tsx'
import { recall } from './lib/storage.ts'
import { routes } from './paths.ts'
import { AppRoutes } from './routes.tsx'
import { installScanGuard } from './lib/scan-guard.ts'
import { ErrorBoundary } from './shell/ErrorPage.tsx'
import { followForcedColors, followTheme } from './lib/theme.ts'

// A customer display is not a till: it reads no session and has no other routes.
const CustomerDisplay = lazy(async () => {
  const [page] = await Promise.all([import('./pages/display/DisplayPage.tsx'), loadLazyMessages()])
  return page
})
// A customer's phone never becomes a till, even after its hour.
const PhoneOrder = lazy(async () => {
  const [{ PhoneShell }] = await Promise.all([import('./shell/kiosk/PhoneShell.tsx'), loadLazyMessages()])
  return { default: PhoneShell }
})
const App =
  location.pathname === routes.display
    ? CustomerDisplay
    : location.pathname === routes.phone || recall('phone', Boolean)
      ? PhoneOrder
      : AppRoutes

bearForeignNodes()
installScanGuard()
followTheme()
followForcedColors()
const queryClient = createQueryClient()
// Not awaited: the selling code imports from this file's chunk, and would wait for it.
void start()

async function start() {
  // Before the first render, so the page does not jump.
  await Promise.all([activateStoredLocale(), App === AppRoutes && readFirstPage(queryClient)])

  const root = createRoot(document.getElementById('root')!)
  // A transition renders in slices, so input during it is not delayed.
  startTransition(() =>
    root.render(
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <ErrorBoundary>
            <QueryClientProvider client={queryClient}>
              <BrowserRouter>
                <Suspense fallback={null}>
                  <App />
                </Suspense>
              </BrowserRouter>
            </QueryClientProvider>
          </ErrorBoundary>
        </I18nProvider>
      </StrictMode>,
    ),
  )
  if (App !== PhoneOrder)
    whenIdle(
      () => void import('./api/keep-offline.ts').then(({ keepPageOffline }) => keepPageOffline()).catch(() => {}),
    )
  whenIdle(() => void import('./shell/follow-page.ts').then(({ followPage }) => followPage()).catch(() => {}))
  // For names in scripts that the screen language lacks, and for codes.
  whenIdle(() => void loadLateFonts())
}
