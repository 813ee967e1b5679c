import { existsSync } from 'node:fs'
import { installPackage } from './debian-package.ts'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A Chromium for the browser tests: the one named by CHROMIUM, an installed one, or Debian's package. */
export function findOrInstallChromium(): string {
  const found = findChromium()
  if (found) return found
  if (!installPackage('chromium'))
    throw new Error('Не удалось установить Chromium: поставьте его сами и укажите путь в CHROMIUM')
  return findChromium() ?? fail()
}

export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM']
  if (named && existsSync(named)) return named
  return PLACES.find((place) => existsSync(place))
}

function fail(): never {
  throw new Error('Chromium установлен, но не найден: укажите путь в CHROMIUM')
}
