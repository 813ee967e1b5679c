import { lazyPart } from '#web/ui/layout/lazy-part.tsx'

/** Loaded after the screen of either kind of post: it only counts what the server has. */
export const OfflineEpisodes = lazyPart(
  async () => (await import('./offline-episodes.tsx')).OfflineEpisodes,
)
