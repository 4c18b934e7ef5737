import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, startTransition, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'

import { createQueryClient } from './api/query-client.ts'
import { bearForeignNodes } from './foreign-nodes.ts'
import { activateStoredLocale, loadLateFonts, loadLazyMessages } from './i18n/locale.ts'
import { whenIdle } from './lazy-part.tsx'
import { routes } from './paths.ts'
import { AppRoutes } from './routes.tsx'
import { installScanGuard } from './scan-guard.ts'
import { ErrorBoundary } from './shell/ErrorPage.tsx'
import { followForcedColors, followTheme } from './theme.ts'

// It is no till: it asks for no session, and looks at no other address.
const CustomerDisplay = lazy(async () => {
  const [page] = await Promise.all([import('./pages/display/DisplayPage.tsx'), loadLazyMessages()])
  return page
})
const App = location.pathname === routes.display ? CustomerDisplay : AppRoutes

bearForeignNodes()
installScanGuard()
followTheme()
followForcedColors()
// Before the first page, which would jump.
await activateStoredLocale()

const root = createRoot(document.getElementById('root')!)
// In slices: nothing pressed meanwhile waits for all of it.
startTransition(() =>
  root.render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <ErrorBoundary>
          <QueryClientProvider client={createQueryClient()}>
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
// The page comes first, and works without it.
whenIdle(() => void import('./api/keep-offline.ts').then(({ keepPageOffline }) => keepPageOffline()).catch(() => {}))
// Titles, and where the focus is, follow what a page shows.
whenIdle(() => void import('./shell/follow-page.ts').then(({ followPage }) => followPage()).catch(() => {}))
// For names in a script that the language on screen does not have, and for codes.
whenIdle(() => void loadLateFonts())
