import { useLocation, useNavigate } from 'react-router-dom'

type Asked = 'print' | 'share'

/** The state of a link to a sale that begins this way of delivery at once. */
export const askFor = (asked: Asked) => ({ asked })

/** What the link that led here asks for, until `take` is called. */
export function useAskedDelivery(): { asked: Asked | undefined; take: () => void } {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const asked = typeof state === 'object' && state !== null && 'asked' in state ? state.asked : undefined
  return {
    asked: asked === 'print' || asked === 'share' ? asked : undefined,
    take: () => void navigate(pathname, { replace: true }),
  }
}
