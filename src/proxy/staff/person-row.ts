import type { Person } from '#domain/person.ts'

/** A row of the journal as a person. An unknown role has the fewest rights. */
export const readPerson = ({ id, name, role }: { id: string; name: string; role: string }): Person => ({
  id,
  name,
  role: role === 'supervisor' ? 'supervisor' : 'cashier',
})
