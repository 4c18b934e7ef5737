import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render } from '@testing-library/react'
import type { ReactElement, ReactNode } from 'react'
import { afterEach } from 'vitest'

import en from '#browser/i18n/en.json'

afterEach(cleanup)

export function renderPart(part: ReactElement) {
  i18n.loadAndActivate({ locale: 'en', messages: en })
  return render(part, {
    wrapper: ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
  })
}
