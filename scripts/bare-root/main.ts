import { appendFileSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../ports.ts'
import { makeBareRoot, makeUserRoot, ROOT_USERS, type RootUser } from './make-root.ts'
import { runIn } from './namespace.ts'
import { namedCommand } from './named-command.ts'
import { tryPackages } from './try-packages.ts'

const { values: flags, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    users: { type: 'string', default: ROOT_USERS.map(({ name }) => name).join(',') },
    // Where the roots are made; it needs a file system with devices and set-user-ID, 3 GB a user.
    dir: { type: 'string', default: os.tmpdir() },
    keep: { type: 'boolean', default: false },
    'only-start': { type: 'boolean', default: false },
    // The packages instead of README's commands.
    packages: { type: 'boolean', default: false },
  },
})
/** A message that names two steps one after the other is followed twice, an endless one is not. */
const MOST_ADVICE = 3

interface Outcome {
  readonly user: string
  readonly command: string
  readonly works: boolean
  /** What the product named and this program then did as the administrator. */
  readonly named: readonly string[]
  /** Packages that the command installed by itself. */
  readonly installed: readonly string[]
  readonly seconds: number
}

const stopping = new AbortController()

/** `npm run bare-root`: both commands of README in the smallest Debian, as each kind of user; or with `--packages` those. */
async function main(): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('bare-root makes a chroot: run it as root')
  const users = ROOT_USERS.filter(({ name }) => flags.users.split(',').includes(name))
  const dir = mkdtempSync(path.join(flags.dir, 'priyomka-bare-root-'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stopping.abort(new Error(`ended by ${signal}`)))
  const outcomes: Outcome[] = []
  try {
    console.log(`making the bare root in ${dir}`)
    await makeBareRoot(path.join(dir, 'base'))
    if (flags.packages) {
      if (!(await tryPackages(path.join(dir, 'base'), dir, stopping.signal))) process.exitCode = 1
    } else for (const user of users) outcomes.push(...(await tryUser(dir, user)))
  } finally {
    if (flags.keep) console.log(`kept in ${dir}`)
    else await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  }
  for (const outcome of outcomes) console.log(JSON.stringify(outcome))
  if (outcomes.some(({ works }) => !works)) process.exitCode = 1
}

async function tryUser(dir: string, user: RootUser): Promise<Outcome[]> {
  const root = path.join(dir, user.name)
  await makeUserRoot(path.join(dir, 'base'), root, user)
  const start = ['node', '/usr/local/lib/try-start.mjs', String(await freePort())]
  const outcomes = [await tryCommand({ root, user, name: 'npm start', command: start })]
  if (!flags['only-start']) {
    const test = ['npm', 'test', ...(files.length > 0 ? ['--', ...files] : [])]
    outcomes.push(await tryCommand({ root, user, name: test.join(' '), command: test }))
  }
  if (!flags.keep) await rm(root, { recursive: true, force: true, maxRetries: 5 })
  return outcomes
}

interface Trial {
  readonly root: string
  readonly user: RootUser
  readonly name: string
  readonly command: readonly string[]
}

/** Runs a command; where it only names what is missing, does exactly what it says as root and runs it again. */
async function tryCommand({ root, user, name, command }: Trial): Promise<Outcome> {
  const startedAt = Date.now()
  const before = await packagesIn(root)
  const named: string[] = []
  const work = path.posix.join(user.home, 'priyomka')
  const log = `${root}.log`
  const hear = (text: string) => (appendFileSync(log, text), void process.stdout.write(text))
  let code = 1
  while (!stopping.signal.aborted) {
    console.log(`\n=== ${user.name}: ${name}`)
    const order = { root, user: user.name, home: work, command, signal: stopping.signal, hear }
    const done = await runIn(order)
    code = done.code
    const advice = code === 0 ? undefined : namedCommand(done.output)
    if (advice === undefined || named.length === MOST_ADVICE) break
    console.log(`\n=== the administrator: ${advice}`)
    named.push(advice)
    await runIn({ ...order, user: 'root', home: '/', command: ['sh', '-c', advice] })
  }
  stopping.signal.throwIfAborted()
  const asked = new Set(named.flatMap((advice) => advice.split(' ')))
  const added = (await packagesIn(root)).filter((one) => !before.includes(one) && !asked.has(one))
  return {
    user: user.name,
    command: name,
    works: code === 0,
    named,
    // Those that were asked for, without what they bring along.
    installed: named.length > 0 ? [] : await manualAmong(root, added),
    seconds: Math.round((Date.now() - startedAt) / 1000),
  }
}

async function packagesIn(root: string): Promise<string[]> {
  return linesOf(root, ['dpkg-query', '--show', '--showformat=${Package}\\n'])
}

async function manualAmong(root: string, packages: readonly string[]): Promise<string[]> {
  const manual = await linesOf(root, ['apt-mark', 'showmanual'])
  return packages.filter((name) => manual.includes(name))
}

async function linesOf(root: string, command: readonly string[]): Promise<string[]> {
  const { output } = await runIn({ root, user: 'root', home: '/', command })
  return output.split('\n').filter(Boolean)
}

await main()
