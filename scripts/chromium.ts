import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A Chromium for the browser tests: the one named by CHROMIUM, an installed one, or Debian's package. */
export function findOrInstallChromium(): string {
  const named = process.env['CHROMIUM']
  if (named && existsSync(named)) return named
  const found = PLACES.find((place) => existsSync(place))
  if (found) return found
  console.log('Chromium не найден: устанавливается пакет chromium…')
  const root = process.getuid?.() === 0 ? [] : ['sudo']
  for (const command of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', 'chromium'],
  ]) {
    const [program, ...args] = [...root, ...command]
    const done = spawnSync(program!, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (done.status !== 0)
      throw new Error(
        'Не удалось установить Chromium: поставьте его сами и укажите путь в CHROMIUM',
      )
  }
  return PLACES.find((place) => existsSync(place)) ?? fail()
}

function fail(): never {
  throw new Error('Chromium установлен, но не найден: укажите путь в CHROMIUM')
}
