/** A cashier sells; a supervisor also sees wallet, cost, everybody's sales, and manages people and terminals. */
export type Role = 'cashier' | 'supervisor'
export type Person = { id: string; name: string; role: Role }
/** One enrolled browser. */
export type Terminal = { id: string; name: string }
