import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { lazy, startTransition, StrictMode, Suspense, Component, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'

import { createQueryClient } from './api/query-client.ts'
import { activateStoredLocale, loadLateFonts, loadLazyMessages } from './i18n/locale.ts'
import { useText } from './i18n/use-text.ts'
import { whenIdle } from './lazy-part.tsx'
import { routes } from './paths.ts'
import { AppRoutes } from './routes.tsx'
import { installScanGuard } from './scan-guard.ts'
import { followForcedColors, followTheme } from './theme.ts'
import { Button } from './ui/Button.tsx'
import { MessagePage } from './ui/MessagePage.tsx'
import './styles.css'
import './styles/fonts.css'

// It is no till: it asks for no session, and looks at no other address.
const CustomerDisplay = lazy(async () => {
  const [page] = await Promise.all([import('./pages/display/DisplayPage.tsx'), loadLazyMessages()])
  return page
})
const App = location.pathname === routes.display ? CustomerDisplay : AppRoutes

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

type ErrorBoundaryProps = { children: ReactNode }

/** Catches what a screen throws while drawing, and says that the money is safe: the proxy keeps every sale. */
class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <ErrorPage /> : this.props.children
  }
}

function ErrorPage() {
  const t = useText()
  return (
    <MessagePage
      role="alert"
      icon={ShieldCheck}
      heading={t('shell.error.heading')}
      actions={
        <Button variant="primary" size="lg" onClick={() => location.reload()}>
          {t('shell.loadAgain')}
        </Button>
      }
    >
      <p>{t('shell.error.money')}</p>
    </MessagePage>
  )
}
