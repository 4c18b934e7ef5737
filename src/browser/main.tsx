import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'

import { createQueryClient } from './api/query-client.ts'
import { activateStoredLocale, loadLateFonts } from './i18n/locale.ts'
import { whenIdle } from './lazy-part.tsx'
import { AppRoutes } from './routes.tsx'
import { installScanGuard } from './scan-guard.ts'
import { ErrorBoundary } from './shell/ErrorPage.tsx'
import './styles.css'
import './styles/fonts.css'
import { followTheme } from './theme.ts'

installScanGuard()
followTheme()
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
              <AppRoutes />
            </BrowserRouter>
          </QueryClientProvider>
        </ErrorBoundary>
      </I18nProvider>
    </StrictMode>,
  ),
)
// The page comes first, and works without it.
whenIdle(() => void import('./api/keep-offline.ts').then(({ keepPageOffline }) => keepPageOffline()).catch(() => {}))
// For names in a script that the language on screen does not have, and for codes.
whenIdle(() => void loadLateFonts())
