import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { Accent } from '#domain/accent.ts'
import { brandQuery, sessionQuery } from '../api/session.ts'
import { Logo } from '../ui/Logo.tsx'

/** Shows the shop's color. The rules load only for a shop that chose one. */
export function useShopAccent(accent: Accent = 'petrol'): void {
  useEffect(() => {
    const isUsual = accent === 'petrol' && document.documentElement.dataset['accent'] === undefined
    if (isUsual) return
    document.documentElement.dataset['accent'] = accent
    void import('./accent-rules.ts').then(({ showAccent }) => showAccent(accent)).catch(() => {})
  }, [accent])
}

export function ShopMark({ size = 36 }: { size?: number }) {
  const { data: isTill = false } = useQuery({ ...sessionQuery, select: ({ terminal }) => terminal !== null })
  const { data } = useQuery({ ...brandQuery, enabled: isTill })
  return <Mark logo={data?.logo} size={size} />
}

export const Mark = ({ logo, size }: { logo: string | undefined; size: number }) =>
  logo === undefined ? (
    <span className="inline-block shrink-0 rounded-3 bg-rail p-[6px]">
      <Logo size={size} />
    </span>
  ) : (
    // Logos are drawn for paper.
    <img
      src={logo}
      alt=""
      className="shrink-0 rounded-3 bg-white object-contain p-[6px]"
      style={{ height: size + 12 }}
    />
  )
