import './styles/fonts.css'
import './styles.css'

import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'

import { createQueryClient } from './api/query-client.ts'
import { installScanGuard } from './scan-guard.ts'
import { activateStoredLocale } from './i18n/locale.ts'
import { AppRoutes } from './routes.tsx'
import { ErrorBoundary } from './shell/ErrorPage.tsx'
import { followTheme } from './theme.ts'
import { keepPageOffline } from './keep-page-offline.ts'

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
keepPageOffline()
