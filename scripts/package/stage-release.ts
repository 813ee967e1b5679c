import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  statSync,
} from 'node:fs'
import path from 'node:path'

/** Processes of the former release read their files until they are restarted; one more is for tabs that stay open. */
const KEPT_RELEASES = 3

/**
 * Puts the files of a package where programs run from them: a folder for each release, of hard links. So a process keeps
 * its own release when the package is replaced under it, and browsers find the parts that their open tabs load later.
 */
export function stageRelease(home: string, version: string): void {
  const releases = path.join(home, 'releases')
  const current = path.join(home, 'current')
  mkdirSync(releases, { recursive: true })
  const isWhole = (one: string) => !one.startsWith('.')
  const former = readdirSync(releases).filter(isWhole).toSorted(byAge(releases))
  const name = nameFor(version, readdirSync(releases))
  const unfinished = path.join(releases, `.${name}`)
  rmSync(unfinished, { recursive: true, force: true })
  linkTree(path.join(home, 'release'), unfinished)
  for (const one of former.slice(0, KEPT_RELEASES - 1))
    linkAssets(path.join(releases, one), unfinished)
  renameSync(unfinished, path.join(releases, name))
  rmSync(`${current}.new`, { force: true })
  symlinkSync(path.join('releases', name), `${current}.new`)
  renameSync(`${current}.new`, current)
  for (const one of former.slice(KEPT_RELEASES - 1))
    rmSync(path.join(releases, one), { recursive: true, force: true })
}

/** The newest first. */
const byAge = (releases: string) => {
  const age = (name: string) => statSync(path.join(releases, name)).ctimeMs
  return (a: string, b: string) => age(b) - age(a)
}

/** The same version may be installed again. */
function nameFor(version: string, taken: readonly string[]): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? version : `${version}.${n}`
    if (!taken.includes(name)) return name
  }
}

function linkTree(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) linkTree(source, target)
    else if (entry.isSymbolicLink()) cpSync(source, target, { verbatimSymlinks: true })
    else linkSync(source, target)
  }
}

/** What a release itself brought, without what it had kept of others. */
function linkAssets(from: string, to: string): void {
  const list = path.join(from, 'dist/web/releases.json')
  if (!existsSync(list)) return
  const [own = []] = JSON.parse(readFileSync(list, 'utf8')) as string[][]
  for (const name of own) {
    const target = path.join(to, 'dist/web/assets', name)
    const source = path.join(from, 'dist/web/assets', name)
    if (!existsSync(target) && existsSync(source)) linkSync(source, target)
  }
}
