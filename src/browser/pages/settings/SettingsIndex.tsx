import { ChevronRight, Search } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'

import { mayOpen } from '../../page-access.ts'
import { findByWords } from '../../lib/find-by-words.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import {
  findSettings,
  isSettingsSection,
  SETTINGS_GROUPS,
  SETTINGS_LINKS,
  SETTINGS_SECTIONS,
  type SettingsEntry,
  type SettingsSection,
} from '../../settings/settings-index.ts'
import { isPracticing } from '../../api/session.ts'
import { TextInput } from '../../ui/TextInput.tsx'
import type { Session } from '#api/session.ts'

const LINK =
  'flex min-h-hit items-center gap-3 rounded-2 px-3 py-1 text-ink active:bg-sunken aria-[current=page]:bg-act-tint aria-[current=page]:font-semibold aria-[current=page]:text-act-ink'

type SettingsIndexProps = { session: Session; current: SettingsSection | undefined }

/** The sections by group. Typed words leave those that contain them; Enter opens the first. */
export function SettingsIndex({ session, current }: SettingsIndexProps) {
  const t = useText()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // Newer browsers return a promise, which is no cleanup.
    const here = list.current?.querySelector('[aria-current=page]')
    if (here) here.scrollIntoView({ block: 'nearest' })
  }, [current])
  const all = entriesFor(session)
  const found = typed.trim() === '' ? all : findByWords(all, typed, t)
  const groups = SETTINGS_GROUPS.map(({ title, entries }) => {
    const isOfGroup = (id: string) => (entries as readonly string[]).includes(id)
    return { title, entries: all.filter((entry) => isOfGroup(entry.id) && found.includes(entry)) }
  }).filter(({ entries }) => entries.length > 0)
  return (
    <div className="flex min-h-0 flex-col gap-3">
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          if (found[0]) void navigate(found[0].path)
        }}
      >
        <TextInput
          type="search"
          enterKeyHint="go"
          aria-label={t('settings.find')}
          placeholder={t('settings.find')}
          start={<Search size={20} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
      <nav
        ref={list}
        aria-label={t('settings.title')}
        className="relative -mx-1 flex min-h-0 flex-col gap-3 px-1 pb-4 md:overflow-y-auto"
      >
        {groups.map(({ title, entries }) => (
          <section key={title} aria-label={t(title)}>
            <h2 className="px-3 py-1 text-1 font-medium text-ink-2">{t(title)}</h2>
            <ul>
              {entries.map(({ id, title: name, icon: Icon, path }) => (
                <li key={id}>
                  <Link className={LINK} to={path} aria-current={id === current ? 'page' : undefined}>
                    <Icon className="shrink-0" size={20} aria-hidden />
                    <span className="min-w-0 flex-1">{t(name)}</span>
                    <ChevronRight className="text-ink-2 md:hidden rtl:-scale-x-100" size={20} aria-hidden />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <p role="status" className="px-3 text-ink-2 empty:hidden">
          {found.length === 0 && t('search.none', { text: typed.trim() })}
        </p>
      </nav>
    </div>
  )
}

type Place = SettingsEntry & { id: string; path: string }

function entriesFor(session: Session): Place[] {
  const sections = findSettings(isPracticing(session))
  return SETTINGS_GROUPS.flatMap(({ entries }) => entries).flatMap((id): Place[] => {
    if (isSettingsSection(id))
      return sections.includes(id) ? [{ id, ...SETTINGS_SECTIONS[id], path: paths.settings(id) }] : []
    return mayOpen(id, session) ? [{ id, ...SETTINGS_LINKS[id], path: paths[id]() }] : []
  })
}
