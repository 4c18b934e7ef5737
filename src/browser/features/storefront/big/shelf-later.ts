// One chunk: what a shelf needs beyond the first sight of it.
export { BigShelf } from './BigShelf.tsx'
export { ShelfKeys } from './ShelfKeys.tsx'
