import { ChevronDown } from 'lucide-react'

import type { Person } from '#domain/person.ts'
import { shortName } from '../lib/current-user.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { PHONE, useMedia } from '../lib/use-media.ts'

export type UserProps = { person: Person }

/** Shown on the menu's button and, until the menu loads, in its place. */
export function UserLabel({ person: { id, name } }: UserProps) {
  const isPhone = useMedia(PHONE)
  return (
    <>
      <Avatar id={id} name={name} size="sm" />
      {!isPhone && <bdi className="max-w-[160px] shrink-0 text-2 leading-4">{shortName(name)}</bdi>}
      <ChevronDown className="max-md:hidden" size={20} aria-hidden />
    </>
  )
}
