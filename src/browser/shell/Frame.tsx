import { use, type ReactNode } from 'react'

import { KioskContext } from './kiosk-parts.ts'
import { laterPart } from './later.tsx'
import { Rail } from './Rail.tsx'
import { StatusBar } from './StatusBar.tsx'

/** What a person is told on whatever screen they are. */
const Alerts = laterPart(
  () => import('../features/watch/Alerts.tsx'),
  (module) => module.Alerts,
)

type FrameProps = {
  stage?: ReactNode
  tray?: ReactNode
  /** Instead of stage and tray: what places `.stage` and `.tray` itself, such as one region around both (`className="contents"`). */
  children?: ReactNode
}

/** Bar, rail, and the two places of a screen: the stage offers, the tray records. Without a tray the stage is wide. */
export function Frame({ stage, tray, children }: FrameProps) {
  const isWide = children === undefined && tray === undefined
  const kiosk = use(KioskContext)
  return (
    <div className={`app${isWide ? ' app--wide' : ''}${kiosk ? ' kiosk' : ''}`}>
      {kiosk ? (
        <kiosk.Bar />
      ) : (
        <>
          <StatusBar />
          <Rail />
        </>
      )}
      <Alerts />
      {stage !== undefined && <main className="stage">{stage}</main>}
      {tray !== undefined && <aside className="tray">{tray}</aside>}
      {children}
    </div>
  )
}
