import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler, type To } from 'react-router-dom'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: To; state?: unknown }

/** A link to another screen. The router's own also fetches ahead what a server renders: 2 kB that a till has no use for. */
export function Link({ to, state, onClick, children, ...rest }: LinkProps) {
  const follow = useLinkClickHandler(to, { state })
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    >
      {children}
    </a>
  )
}
