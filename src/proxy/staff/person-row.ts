import * as v from 'valibot'

import { PERMISSIONS, type Permission, type Person } from '#domain/person.ts'

type Row = { id: string; name: string; role: string; permissions: string }

/** A row of the journal as a person. An unknown role has the fewest rights, and unreadable permissions are none. */
export const readPerson = ({ id, name, role, permissions }: Row): Person =>
  role === 'supervisor' ? { id, name, role } : { id, name, role: 'cashier', permissions: readPermissions(permissions) }

function readPermissions(text: string): Permission[] {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), v.array(v.string())), text)
  return read.success ? PERMISSIONS.filter((permission) => read.output.includes(permission)) : []
}
