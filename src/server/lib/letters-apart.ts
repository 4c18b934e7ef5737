/** How many letters have to be removed from `from` and added to get `to`. */
export function lettersApart(from: string, to: string): number {
  let row = [...Array(to.length + 1).keys()]
  for (const letter of from) {
    const next = [row[0]! + 1]
    for (let at = 1; at <= to.length; at += 1)
      next.push(letter === to[at - 1] ? row[at - 1]! : Math.min(row[at]!, next[at - 1]!) + 1)
    row = next
  }
  return row.at(-1)!
}
