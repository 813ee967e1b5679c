import { lazyPart } from '#web/ui/lazy-part.tsx'

/** Comes after the screen of either kind of post: it only counts what the server has. */
export const OfflineLoads = lazyPart(async () => (await import('./offline-loads.tsx')).OfflineLoads)
