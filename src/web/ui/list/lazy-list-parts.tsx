import { ButtonPlaces } from '../keyboard/button-places.tsx'
import { lazyPart } from '../layout/lazy-part.tsx'
import { KeyBuffer } from '../feedback/waiting.tsx'
import table from './table/table.module.css'

/** Parts that a list needs only for selected rows and row actions, not to show the rows. */
export const LazyBulkBar = lazyPart(
  async () => (await import('./selection/bulk-bar.tsx')).BulkBar,
  <KeyBuffer />,
)

/** Loaded with the first right click or Shift + F10. */
export const LazyRowMenu = lazyPart(async () => (await import('./table/row-menu.tsx')).RowMenu)

/** Loaded with the first card beside the list. */
export const LazySidePreview = lazyPart(
  async () => (await import('./table/side-preview.tsx')).SidePreview,
)

/** On a phone only; its space is reserved, so that nothing moves when it has loaded. */
export const LazyCardTable = lazyPart(
  async () => (await import('./table/card-table.tsx')).CardTable,
  <div className={table['scroller']} aria-busy />,
)

/** With the first look at a list as tiles. */
export const LazyTileGrid = lazyPart(
  async () => (await import('./table/tile-grid.tsx')).TileGrid,
  <div className={table['scroller']} aria-busy />,
)

/** On a phone only. */
export const FoldedChoices = lazyPart(
  async () => (await import('./table/card-table.tsx')).FoldedChoices,
  <ButtonPlaces words={['Отбор']} />,
)
