import { existsSync } from 'node:fs'
import { installPackage } from './debian-package.ts'

/** Without a window's interface the same engine walks with three quarters of the processor time. */
export const HEADLESS_PACKAGE = 'chromium-headless-shell'

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A Chromium for the browser tests: the one named by CHROMIUM, an installed one, or Debian's package. */
export function findOrInstallChromium(): string {
  const found = findChromium()
  if (found) return found
  // Older releases of Debian have the whole browser alone.
  if (!installPackage(HEADLESS_PACKAGE) && !installPackage('chromium'))
    throw new Error('Не удалось установить Chromium: поставьте его сами и укажите путь в CHROMIUM')
  return findChromium() ?? fail()
}

/** Nothing where none is installed. */
export function findChromium(
  exists: (place: string) => boolean = existsSync,
  named = process.env['CHROMIUM'],
): string | undefined {
  if (named && exists(named)) return named
  return PLACES.find(exists)
}

function fail(): never {
  throw new Error('Chromium установлен, но не найден: укажите путь в CHROMIUM')
}
