import { ButtonPlaces } from '../button-places.tsx'
import { lazyPart } from '../lazy-part.tsx'
import { KeysWait } from '../waiting.tsx'
import type { BulkBarProps } from './bulk-bar.tsx'
import type { ListMenusProps } from './list-menus.tsx'
import type { RowMenuProps } from './row-menu.tsx'
import type { SidePeekProps } from './side-peek.tsx'

/** Parts that a list needs when rows are chosen or asked about, not to show them. */
export const LazyBulkBar = lazyPart<BulkBarProps<never>>(
  async () => (await import('./bulk-bar.tsx')).BulkBar,
  <KeysWait />,
)

/** Loaded with the first right click or Shift + F10. */
export const LazyRowMenu = lazyPart<RowMenuProps<never>>(
  async () => (await import('./row-menu.tsx')).RowMenu,
)

/** Comes after the list: rows are worth more than what is done with all of them. */
export const LazyListMenus = lazyPart<ListMenusProps<never>>(
  async () => (await import('./list-menus.tsx')).ListMenus,
  <ButtonPlaces words={['Выгрузка', 'Виды', 'Колонки']} />,
)

/** Loaded with the first card beside the list. */
export const LazySidePeek = lazyPart<SidePeekProps>(
  async () => (await import('./side-peek.tsx')).SidePeek,
)
