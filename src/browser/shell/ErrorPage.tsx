import { ShieldCheck } from 'lucide-react'
import { Component, type ReactNode } from 'react'

import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/Button.tsx'
import { MessagePage } from '../ui/MessagePage.tsx'

type ErrorBoundaryProps = { children: ReactNode }

/** Catches rendering errors. The money is safe, because the server keeps every sale. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
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
