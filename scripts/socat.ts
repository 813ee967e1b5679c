import { existsSync } from 'node:fs'
import { installPackage } from './debian-package.ts'

const PLACES = ['/usr/bin/socat', '/usr/local/bin/socat', '/opt/homebrew/bin/socat']

/** The program that plays serial ports in the tests: an installed one, or Debian's package. */
export function findOrInstallSocat(): string {
  const found = findSocat()
  if (found) return found
  if (!installPackage('socat')) throw new Error('Не удалось установить socat: поставьте его сами')
  return PLACES[0]!
}

export const findSocat = () => PLACES.find((place) => existsSync(place))
