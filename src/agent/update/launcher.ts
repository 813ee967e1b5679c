import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { releaseVersion, signedRelease } from '#contract/device/release/release-statement.ts'
import { readSettings, releaseEnvironment } from '../config.ts'
import { readPrivate } from '../private-file.ts'
import { VERSION } from '../version.ts'
import { hashFolder } from './hash-tree.ts'
import { readPointer, releasesOf, statementOf, writePointer, type Pointer } from './pointer.ts'
import { PLATFORM, readKey, RefusedRelease, verifyRelease } from './verify-release.ts'

/** A new release reaches its server within this time of the agent's clock, or the former one runs again. */
const TRIAL_MS = 5 * 60_000
/** It may end so often before that. */
const TRIAL_STARTS = 3
const PAUSE_MS = 1000
/** Longer than the agent needs to close its files. */
const STOP_MS = 10_000

/**
 * `node src/agent/update/launcher.js` runs the agent out of the newest release that works: the one it was installed with, or one that
 * came over the link. It ends as the agent ends, so that the system's own service restarts both. It never replaces itself.
 */
async function main(): Promise<void> {
  const { dir, clockFactor } = readSettings()
  const home = resolve(process.argv[1]!, '../../../..')
  let child: ChildProcess | undefined
  let leaving = false
  const leave = () => {
    leaving = true
    child?.kill('SIGTERM')
  }
  process.once('SIGTERM', leave)
  process.once('SIGINT', leave)

  for (let pointer = await readPointer(dir); ;) {
    pointer = await beginTrial(dir, await withoutUnproved(home, dir, pointer))
    const { current, trial } = pointer
    child = startAgent(home, current === null ? home : join(releasesOf(dir), current))
    const ended = await attend(child, trial !== null, TRIAL_MS / clockFactor, async () => {
      pointer = { ...pointer, trial: null, previous: null }
      await writePointer(dir, pointer)
      removeOthers(dir, pointer)
    })
    if (leaving) return
    const next = afterEnd(pointer, ended)
    if (next === undefined) process.exit(ended.code)
    await writePointer(dir, next)
    pointer = next
    await sleep(PAUSE_MS / clockFactor)
  }
}

/**
 * What came over the link runs while its files are those that were signed and nothing newer was installed by hand since; else the one
 * before it. It is not given up: the agent that runs instead fetches it again.
 */
async function withoutUnproved(home: string, dir: string, pointer: Pointer): Promise<Pointer> {
  const { current, previous } = pointer
  if (current === null || (await isProved(home, dir, current))) return pointer
  const next = { ...pointer, current: previous, previous: null, trial: null }
  await writePointer(dir, next)
  return withoutUnproved(home, dir, next)
}

/** Neither a dying disk nor a hand has changed a file since the release was unpacked: half a second for its 150 MB. */
async function isProved(home: string, dir: string, version: string): Promise<boolean> {
  try {
    const offer = signedRelease.parse(await readPrivate(statementOf(dir, version)))
    const key = readKey(keyFileOf(home))
    const signed = verifyRelease(offer, { key, platform: PLATFORM, version: VERSION })
    const tree = await hashFolder(join(releasesOf(dir), version))
    if (signed.version === version && signed.tree === tree) return true
    throw new RefusedRelease('Файлы обновления не те, что подписаны')
  } catch (error) {
    console.error(`Release ${version} is not run: ${(error as Error).message}`)
    return false
  }
}

const keyFileOf = (home: string) => join(home, 'release-key.pem')

/** On the disk before it starts: a machine that loses its power with each start goes back as well. */
async function beginTrial(dir: string, pointer: Pointer): Promise<Pointer> {
  if (pointer.trial === null) return pointer
  const next =
    pointer.trial < TRIAL_STARTS ? { ...pointer, trial: pointer.trial + 1 } : goBack(pointer)
  await writePointer(dir, next)
  return next
}

interface Ended {
  readonly code: number
  /** The agent has unpacked this release and asks to be started from it. */
  readonly update: string | undefined
  readonly silent: boolean
}

function afterEnd(pointer: Pointer, { update, silent }: Ended): Pointer | undefined {
  const { current, trial } = pointer
  if (update !== undefined) {
    // What has not reached its server yet is nothing to go back to.
    const previous = trial === null ? current : pointer.previous
    return { ...pointer, current: update, previous, trial: 0 }
  }
  if (trial === null) return undefined
  return silent || trial >= TRIAL_STARTS ? goBack(pointer) : pointer
}

function goBack(pointer: Pointer): Pointer {
  return { current: pointer.previous, previous: null, trial: null, failed: pointer.current }
}

/** The Node of a release runs its own program; in a clone there is neither. */
function startAgent(home: string, folder: string): ChildProcess {
  const program = ['js', 'ts'].map((end) => join(folder, `src/agent/main.${end}`)).find(existsSync)
  const own = ['node', 'node.exe'].map((name) => join(folder, name)).find(existsSync)
  return spawn(own ?? process.execPath, [program!], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: releaseEnvironment(keyFileOf(home)),
  })
}

/** Until the agent has ended; `works` once the server has accepted it. */
async function attend(
  child: ChildProcess,
  isTrial: boolean,
  trialMs: number,
  works: () => Promise<void>,
): Promise<Ended> {
  let update: string | undefined
  let silent = false
  let writing = Promise.resolve()
  const patience = isTrial ? setTimeout(giveUp, trialMs) : undefined
  let last: NodeJS.Timeout | undefined
  function giveUp(): void {
    silent = true
    child.kill('SIGTERM')
    last = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  }
  child.on('message', (said: { ready?: unknown; update?: unknown }) => {
    if (said.ready === true && isTrial && !silent) {
      clearTimeout(patience)
      writing = writing.then(works)
    }
    const named = releaseVersion.safeParse(said.update)
    if (named.success) update = named.data
  })
  child.once('error', (error) => console.error('The agent did not start', error))
  const code = await Promise.race([
    once(child, 'close').then(([status]) => (status as number | null) ?? 1),
    once(child, 'error').then(() => 1),
  ])
  clearTimeout(patience)
  clearTimeout(last)
  await writing
  return { code, update, silent }
}

/** What is neither run nor gone back to. */
function removeOthers(dir: string, { current }: Pointer): void {
  for (const name of readdirSync(releasesOf(dir)))
    if (name !== 'pointer.json' && name !== current && name !== `${current}.json`)
      rmSync(join(releasesOf(dir), name), { recursive: true, force: true })
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
