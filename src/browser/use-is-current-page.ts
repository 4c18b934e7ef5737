import { useLocation } from 'react-router-dom'

/**
 * Whether this screen is still the one of the address. The next one may take a moment to come, and until it stands the keys meet the one
 * before it: what is pressed then was meant for the next.
 */
export function useIsCurrentPage(): () => boolean {
  const { pathname } = useLocation()
  return () => window.location.pathname === pathname
}
