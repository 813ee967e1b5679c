import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { tell } from '../tell.ts'
import { listMutants, type Mutant } from './list-mutants.ts'
import { pureCores, type PureCore } from './pure-cores.ts'

const root = path.resolve(import.meta.dirname, '../..')
const SIDE_BY_SIDE = 2
/** A mutant that turns a loop endless is as good as red. */
const STUCK_MS = 60_000

/** Tells of each pure core how many of its mutants no test notices; `named` = only those whose file has these words in its name. */
export async function measureMutants(named = ''): Promise<void> {
  for (const core of pureCores.filter(({ file }) => file.includes(named))) {
    if (!(await passes(core, undefined)))
      throw new Error(`${core.file}: its tests fail as they are`)
    const mutants = listMutants(readFileSync(path.join(root, core.file), 'utf8'))
    const surviving = await survivors(core, mutants)
    const unknown = surviving.filter(({ words }) => !core.equal?.[words])
    for (const { line, words } of unknown) console.log(`${core.file}:${line} survives: ${words}`)
    const name = `mutants ${core.file}`
    const equal = surviving.length - unknown.length
    tell({ name, value: unknown.length, unit: 'survive', baseline: 0, of: mutants.length, equal })
    if (unknown.length > 0) process.exitCode = 1
  }
}

async function survivors(core: PureCore, mutants: readonly Mutant[]): Promise<Mutant[]> {
  const waiting = mutants.values()
  const surviving: Mutant[] = []
  const work = async () => {
    for (const mutant of waiting) if (await passes(core, mutant)) surviving.push(mutant)
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work))
  return surviving.toSorted((a, b) => a.start - b.start)
}

/** Whether all tests of a core are green over its mutant; they stop at the first red file. */
async function passes({ file, tests }: PureCore, mutant: Mutant | undefined): Promise<boolean> {
  const url = pathToFileURL(path.join(root, file)).href
  const none = { start: 0, end: 0, text: '' }
  const env = { ...process.env, MUTANT: JSON.stringify({ url, ...(mutant ?? none) }) }
  for (const test of tests) {
    const loader = path.join(import.meta.dirname, 'load-mutant.ts')
    const child = spawn(process.execPath, ['--import', loader, path.join(root, test)], {
      cwd: root,
      env,
      stdio: 'ignore',
      timeout: STUCK_MS,
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) return false
  }
  return true
}
