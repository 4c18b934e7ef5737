import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { Tabs } from '../../ui/Tabs.tsx'

const PAGES = {
  staff: paths.staff,
  terminals: paths.terminals,
  sessions: paths.sessions,
  limits: paths.limits,
  auditLog: paths.auditLog,
}
/** History state that focuses the tab on the next page. */
const BY_TAB = 'by-tab'

type AdminPage = keyof typeof PAGES

type AdminLayoutProps = {
  page: AdminPage
  actions?: ReactNode
  panel?: ReactNode
  children: ReactNode
}

export function AdminLayout({ page, actions, panel, children }: AdminLayoutProps) {
  const t = useText()
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  return (
    <PageLayout title={t(`${page}.title`)} actions={actions} panel={panel} isPanelAlone>
      <Tabs
        label={t('staff.pages')}
        tabs={(Object.keys(PAGES) as AdminPage[]).map((id) => ({ id, text: t(`${id}.tab`) }))}
        current={page}
        autoFocus={state === BY_TAB}
        onChange={(to) => void navigate(PAGES[to](), { state: BY_TAB })}
      >
        {children}
      </Tabs>
    </PageLayout>
  )
}
