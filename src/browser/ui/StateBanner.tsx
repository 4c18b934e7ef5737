import type { ReactNode } from 'react'

import type { StateTone } from './StateChip.tsx'

type StateBannerProps = {
  tone: Exclude<StateTone, 'open'>
  icon: ReactNode
  heading: string
  children?: ReactNode
  /** At the end side, such as a countdown. */
  end?: ReactNode
}

/** Edge, icon, a heading of a few words and one sentence. The heading alone is announced, at once when not sold or not known. */
export function StateBanner({ tone, icon, heading, children, end }: StateBannerProps) {
  const isUrgent = tone === 'bad' || tone === 'unk'
  return (
    <div className={`banner banner--${tone}`}>
      <i className={`edge edge--${tone}`} />
      <span className="banner__ic">{icon}</span>
      <div className="grow">
        <h1>
          <span role={isUrgent ? 'alert' : 'status'}>{heading}</span>
        </h1>
        {children}
      </div>
      {end}
    </div>
  )
}
