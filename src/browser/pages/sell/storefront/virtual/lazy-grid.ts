// One chunk: what a shelf needs beyond the first sight of it.
export { VirtualTileGrid as BigShelf } from './VirtualTileGrid.tsx'
export { GridKeys as ShelfKeys } from './GridKeys.tsx'
