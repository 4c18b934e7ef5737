/** `Amal` of Amal Rahman. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}

/** `Amal R.` */
export function shortName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const last = others.at(-1)
  return last ? `${first} ${[...last][0] ?? ''}.` : first
}
