import type { ReactNode } from 'react'

type PageLayoutProps = {
  start?: ReactNode
  /** Absent if the page has its own heading, such as a sale's banner. */
  title?: ReactNode
  note?: ReactNode
  actions?: ReactNode
  children: ReactNode
  panel?: ReactNode
  /** In one column, the panel replaces the page. */
  isPanelAlone?: boolean
  /** In one column, the whole panel stays in sight below the page. */
  isPanelDocked?: boolean
  /** Only a part of the page scrolls, such as the products below the search. */
  isStill?: boolean
}

export function PageLayout(props: PageLayoutProps) {
  const {
    start,
    title,
    note,
    actions,
    children,
    panel,
    isPanelAlone = false,
    isPanelDocked = false,
    isStill = false,
  } = props
  const isAway = isPanelAlone && panel !== undefined
  const away = isAway ? 'max-md:hidden' : ''
  return (
    <>
      <main
        className={`relative flex min-h-0 min-w-0 flex-col gap-3 p-4 max-md:shrink-0 max-md:grow [grid-row-start:stage] [grid-row-end:stage] [grid-column-start:stage] md:px-5 ${panel ? '[grid-column-end:stage]' : '[grid-column-end:-1]'} ${isAway ? 'max-md:sr-only' : ''}`}
      >
        {title !== undefined && (
          <div className="flex min-h-hit w-full max-w-page flex-wrap items-center gap-x-3 gap-y-2">
            {start !== undefined && <span className="-ms-3 flex">{start}</span>}
            <h1 className="text-5">{title}</h1>
            {note !== undefined && <span className="text-ink-2">{note}</span>}
            {actions !== undefined && (
              <div className={`ms-auto flex min-w-0 flex-wrap items-center gap-2 ${away}`}>{actions}</div>
            )}
          </div>
        )}
        {isStill ? (
          <div className={`flex min-h-0 w-full max-w-page flex-1 flex-col ${away}`}>{children}</div>
        ) : (
          // Extends over the padding, so that focus rings and shadows are not clipped.
          <div
            className={`relative -mx-4 -mb-4 flex min-h-0 flex-1 flex-col gap-4 px-4 pb-4 md:-mx-5 md:overflow-y-auto md:px-5 ${away}`}
          >
            <div className="flex w-full max-w-page flex-1 flex-col gap-4">{children}</div>
          </div>
        )}
      </main>
      {/* If it is alone, the panel fills the page, with its foot at the end. */}
      {isAway ? (
        <div className="contents max-md:*:[grid-row-start:stage] max-md:*:*:first:grow">{panel}</div>
      ) : (
        <div className="contents" data-docked={isPanelDocked ? '' : undefined}>
          {panel}
        </div>
      )}
    </>
  )
}
