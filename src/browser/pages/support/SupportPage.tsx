import '../../styles/pages.css'

import { useQuery } from '@tanstack/react-query'
import { Headset, ListX, Store } from 'lucide-react'
import { Link } from 'react-router-dom'

import { useCurrentUser } from '../../current-user.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { sessionQuery } from '../../api/session.ts'
import { firstName } from '../../i18n/person-name.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { mailLink } from '../../mail-link.ts'
import { paths } from '../../paths.ts'
import { SupportFacts } from './SupportFacts.tsx'

/** Whom to ask, and what they will ask. */
export default function SupportPage() {
  const t = useText()
  const { data: session } = useQuery(sessionQuery)
  const { isSupervisor } = useCurrentUser()
  const { data: email } = useQuery({ ...catalogueQuery, select: ({ point }) => point.supportEmail })
  const supervisors = session?.staff.filter(({ role }) => role === 'supervisor') ?? []
  const names = new Intl.ListFormat(useLocale(), { type: 'disjunction' }).format(
    supervisors.map(({ name }) => firstName(name)),
  )

  return (
    <div className="support">
      <div className="head">
        <h1>{t('support.title')}</h1>
        <span className="muted grow">{t('support.lead')}</span>
        {isSupervisor && (
          <Link className="btn" to={paths.catalogueProblems()}>
            <ListX className="ic" size={20} aria-hidden="true" /> {t('catalogueProblems.title')}
          </Link>
        )}
      </div>
      <div className="support__columns">
        <div className="support__cards">
          <section className="card">
            <h2 className="row">
              <Store className="ic" size={20} aria-hidden="true" /> {t('support.inShop')}
            </h2>
            <p>{supervisors.length > 0 ? t('support.inShopNames', { names }) : t('support.inShopNobody')}</p>
          </section>
          <section className="card">
            <h2 className="row">
              <Headset className="ic" size={20} aria-hidden="true" /> {t('support.service')}
            </h2>
            <p>{t('support.serviceNext')}</p>
            {email ? (
              <p>
                <a className="support__email" href={mailLink(email)}>
                  <bdi>{email}</bdi>
                </a>
              </p>
            ) : (
              email !== undefined && <p className="muted">{t('support.noEmail')}</p>
            )}
            <p className="muted">{t('support.aSale')}</p>
            <Link className="btn self-start" to={paths.sales()}>
              {t('salesList.title')}
            </Link>
          </section>
        </div>
        <SupportFacts />
      </div>
    </div>
  )
}
