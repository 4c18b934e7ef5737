import { create } from 'zustand'

type Search = {
  /** `undefined` while it is closed. */
  text: string | undefined
  /** The text for which Enter was pressed before there was a result. */
  awaited?: string | undefined
}

/** The one search over products, sales and pages. The frame shows it; pages only open it. */
export const useSearch = create<Search>(() => ({ text: undefined }))

/** Adds letters typed before the search had the focus. */
export const openSearch = (typed = ''): void =>
  useSearch.setState(({ text = '' }) => ({ text: text + typed, awaited: undefined }))

export const setSearch = (text: string): void => useSearch.setState({ text, awaited: undefined })

export const closeSearch = (): void => useSearch.setState({ text: undefined, awaited: undefined })
