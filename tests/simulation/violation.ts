/** Something that must never happen. `name` is the harm it does. */
export type Violation = { name: string; sale: string; at: number; detail: string }
export type Report = (name: string, sale: string, detail: string) => void
