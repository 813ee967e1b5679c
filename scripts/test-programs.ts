import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findChromium, HEADLESS_PACKAGE } from './chromium.ts'
import { installOrName, type SystemNeed } from './debian.mjs'
import { findMariadb, findMariadbTools } from './mariadb.ts'
import { isPrometheusThere } from './prometheus.ts'

interface TestProgram extends SystemNeed {
  readonly isThere: () => boolean
  /** The test files that cannot run without it. */
  readonly files: RegExp
}

const SOCAT_PLACES = ['/usr/bin/socat', '/usr/local/bin/socat', '/opt/homebrew/bin/socat']

/** The program that plays serial ports in the tests. */
export const findSocat = () => SOCAT_PLACES.find((place) => existsSync(place))

const CHROMIUM: TestProgram = {
  what: 'Chromium',
  why: 'тесты в браузере; другой назовите в CHROMIUM',
  packages: [HEADLESS_PACKAGE],
  isThere: () => findChromium() !== undefined,
  files: /\.e2e\.ts$/,
}

/** Every program of the system that the tests run beside what the lock file brings. */
export const TEST_PROGRAMS: readonly TestProgram[] = [
  CHROMIUM,
  {
    what: 'socat',
    why: 'последовательные порты весов',
    packages: ['socat'],
    isThere: () => findSocat() !== undefined,
    files: /(?:^|\/)(?:scale-(?:lines|old-frames)|yard\/main)\.test\.ts$/,
  },
  {
    what: 'ffmpeg',
    why: 'видеопотоки камер',
    packages: ['ffmpeg'],
    isThere: () => spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0,
    files: /(?:^|\/)rtsp-camera\.test\.ts$/,
  },
  {
    what: 'mariadbd, mariadb-install-db и my_print_defaults',
    why: 'старая база в MySQL',
    // Debian's server does not ask for the second one, whose my_print_defaults its own script calls.
    packages: ['mariadb-server-core', 'mariadb-client-core'],
    isThere: () => findMariadb() !== undefined && findMariadbTools() !== undefined,
    files: /(?:^|\/)mysql-base\.test\.ts$/,
  },
  {
    what: 'prometheus и promtool',
    why: 'тревоги по показателям сервера',
    packages: ['prometheus'],
    isThere: isPrometheusThere,
    files: /(?:^|\/)test\/watch\/\w+\.test\.ts$/,
  },
]

/** Programs that these test files need and that are missing; without named files, for all tests. */
export function missingPrograms(
  files: readonly string[],
  programs: readonly TestProgram[] = TEST_PROGRAMS,
): TestProgram[] {
  const isNeeded = (program: TestProgram) =>
    files.length === 0 || files.some((file) => program.files.test(file))
  return programs.filter((program) => isNeeded(program) && !program.isThere())
}

/**
 * Before a test runs: installs what is missing or ends with all of it at once, because tests that could not run are not
 * tests that passed.
 */
export function ensureTestPrograms(files: readonly string[]): void {
  ensurePrograms(missingPrograms(files))
}

/** The browser alone, for what is no test. */
export function ensureChromium(): string {
  ensurePrograms([CHROMIUM].filter((program) => !program.isThere()))
  return findChromium()!
}

function ensurePrograms(missing: readonly TestProgram[]): void {
  const isThere = (program: TestProgram) => program.isThere()
  try {
    installOrName(missing, { isThere })
  } catch (error) {
    if (!String(error).includes(`Unable to locate package ${HEADLESS_PACKAGE}`)) throw error
    // Older releases of Debian have the whole browser alone.
    const whole = { ...CHROMIUM, packages: ['chromium'] }
    installOrName(
      missing.map((program) => (program === CHROMIUM ? whole : program)),
      { isThere },
    )
  }
}
