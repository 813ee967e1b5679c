import { ButtonPlaces } from '#web/ui/keyboard/button-places.tsx'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'

/** Loaded after the list: the rows are more important than actions on all of them. */
export const LazyListMenus = lazyPart(
  async () => (await import('./list-menus.tsx')).ListMenus,
  <ButtonPlaces words={['Выгрузка', 'Виды', 'Колонки']} />,
)

/** Loaded when a document over the list is printed. */
export const LazyDocumentPaper = lazyPart(
  async () => (await import('./document-paper.tsx')).DocumentPaper,
)
