import { KEYS, useHotkeys } from '../../../hotkeys.ts'

type SearchKeys = { onSlash: () => void; onLetter?: (letter: string) => void }

/** `/` leads to the search from anywhere but a text, and a letter typed outside of a field begins one. */
export function useSearchKeys({ onSlash, onLetter }: SearchKeys): void {
  useHotkeys([
    { ...KEYS.search, run: onSlash },
    { ...KEYS.letter, run: onLetter && (({ key }) => onLetter(key)) },
  ])
}
