import { lazyPart } from '../lazy-part.tsx'
import type { BulkBarProps } from './bulk-bar.tsx'
import type { RowMenuProps } from './row-menu.tsx'

/** Parts that a list needs when rows are chosen or asked about, not to show them. */
export const LazyBulkBar = lazyPart<BulkBarProps<never>>(
  async () => (await import('./bulk-bar.tsx')).BulkBar,
)

/** Loaded with the first right click or Shift + F10. */
export const LazyRowMenu = lazyPart<RowMenuProps<never>>(
  async () => (await import('./row-menu.tsx')).RowMenu,
)
