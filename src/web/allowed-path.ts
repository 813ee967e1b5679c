import { screenAt } from '#contract/screen-paths.ts'

/** The query's `path` is at most this long (security.md 2.1). */
const MAX_PATH = 512
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u001f\u007f\\?#]|%2f|%5c/i

/**
 * Where `?path=` may lead: a declared screen of our own origin other than the home page and the
 * password link; anything else counts as absent (security.md 2.1, screens.md 3.2).
 */
export function allowedPath(path: string | null, origin: string): string | undefined {
  if (!path || path.length > MAX_PATH || FORBIDDEN.test(path)) return undefined
  if (!/^\/[^/]/.test(path) || !URL.canParse(path, origin)) return undefined
  const url = new URL(path, origin)
  if (url.origin !== origin || url.pathname !== path) return undefined
  const name = screenAt(path)
  return !name || name === 'home' || name === 'tmplink' ? undefined : path
}
