import type { Terminal } from '#domain/person.ts'

/** A row of the journal as a terminal. */
export const readTerminal = ({ id, name, is_kiosk }: { id: string; name: string; is_kiosk: number }): Terminal => ({
  id,
  name,
  ...(is_kiosk !== 0 && { isKiosk: true as const }),
})
