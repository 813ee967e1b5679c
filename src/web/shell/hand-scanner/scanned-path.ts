import { allowedPath } from '../../allowed-path.ts'

/**
 * Where the code of a printed form leads: the screen of its record. The server may have had another address when the form was
 * printed, so only the path counts, by the same list as `?path=` at the start (security.md 2.1).
 */
export function scannedPath(text: string, origin: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, pathname, searchParams } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  return allowedPath(searchParams.get('path') ?? pathname, origin)
}
