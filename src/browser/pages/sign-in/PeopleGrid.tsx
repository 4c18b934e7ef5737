import { Check } from 'lucide-react'

import type { Person } from '#domain/person.ts'
import { firstName, shortName } from '../../i18n/person-name.ts'
import { useText } from '../../i18n/use-text.ts'
import { Avatar } from '../../ui/Avatar.tsx'

type PeopleGridProps = {
  staff: Person[]
  /** Practice only. */
  demoPins?: Record<string, string> | undefined
  chosen: Person | undefined
  onChoose: (person: Person) => void
}

export function PeopleGrid({ staff, demoPins, chosen, onChoose }: PeopleGridProps) {
  const t = useText()
  const isShared = (name: string) => staff.filter((other) => firstName(other.name) === firstName(name)).length > 1
  return (
    <div className="people" role="group" aria-label={t('signIn.people')}>
      {staff.map((person) => {
        const isChosen = person.id === chosen?.id
        const pin = demoPins?.[person.id]
        return (
          <button
            key={person.id}
            type="button"
            className={isChosen ? 'person person--sel' : 'person'}
            aria-pressed={isChosen}
            onClick={() => onChoose(person)}
          >
            {isChosen && (
              <span className="tile__tick">
                <Check className="ic" size={16} />
              </span>
            )}
            <Avatar id={person.id} name={person.name} size={72} />
            <span>
              <b>
                <bdi>{isShared(person.name) ? shortName(person.name) : firstName(person.name)}</bdi>
              </b>
              <span className="m">{t(`shell.role.${person.role}`)}</span>
            </span>
            {pin !== undefined && <span className="tag person__demo">{t('signIn.demoPin', { pin })}</span>}
          </button>
        )
      })}
    </div>
  )
}
