import '../../styles/staff.css'

import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'

const PAGES = {
  staff: paths.staff,
  terminals: paths.terminals,
  sessions: paths.sessions,
  limits: paths.limits,
  auditLog: paths.auditLog,
}
export type PageName = keyof typeof PAGES

type AdminLayoutProps = {
  page: PageName
  /** At the end of the heading. */
  end?: ReactNode
  /** Over the page: what lies below rests. */
  panel?: ReactNode
  children: ReactNode
}

/** One of the pages on people and doors, with the way to the others. */
export function AdminLayout({ page, end, panel, children }: AdminLayoutProps) {
  const t = useText()
  const tabs = useRef<HTMLElement>(null)
  // On a phone they are wider than the screen.
  useLayoutEffect(() => {
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [])
  return (
    <div className={panel ? 'staff staff--split' : 'staff'}>
      <div className="staff__page">
        <nav ref={tabs} className="staff__tabs" aria-label={t('staff.pages')}>
          {(Object.keys(PAGES) as PageName[]).map((each) => (
            <Link
              key={each}
              className="staff__tab"
              to={PAGES[each]()}
              aria-current={each === page ? 'page' : undefined}
            >
              {t(`${each}.tab`)}
            </Link>
          ))}
        </nav>
        <div className="head">
          <h1 className="grow">{t(`${page}.title`)}</h1>
          {end}
        </div>
        {children}
      </div>
      {panel}
    </div>
  )
}
