import { existsSync } from 'node:fs'

/** Without a window's interface the same engine needs three quarters of the processor time. */
export const HEADLESS_PACKAGE = 'chromium-headless-shell'

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A Chromium for the browser tests: the one named by CHROMIUM or an installed one; undefined when there is none. */
export function findChromium(
  exists: (place: string) => boolean = existsSync,
  named = process.env['CHROMIUM'],
): string | undefined {
  if (named && exists(named)) return named
  return PLACES.find(exists)
}
