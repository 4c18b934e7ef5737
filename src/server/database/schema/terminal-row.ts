import type { Terminal } from '#domain/person.ts'

export type TerminalRow = { id: string; name: string; is_kiosk: number; is_self_order: number; is_practice: number }
export const TERMINAL_COLUMNS = ['id', 'name', 'is_kiosk', 'is_self_order', 'is_practice'] as const
/** A counter if both are 0. */
export type TerminalKind = Pick<TerminalRow, 'is_kiosk' | 'is_self_order'>
export const COUNTER: TerminalKind = { is_kiosk: 0, is_self_order: 0 }

export const readTerminal = ({ id, name, is_kiosk, is_self_order, is_practice }: TerminalRow): Terminal => ({
  id,
  name,
  ...(is_kiosk !== 0 && { isKiosk: true as const }),
  ...(is_self_order !== 0 && { isSelfOrder: true as const }),
  ...(is_practice !== 0 && { isPractice: true as const }),
})
