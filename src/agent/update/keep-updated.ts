import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AskUpdate } from '#contract/device/release/agent-update.ts'
import type { ReleaseStatement, SignedRelease } from '#contract/device/release/release-statement.ts'
import { isNewer } from '#contract/device/release/newer-version.ts'
import type { Clock } from '../clock.ts'
import type { Identity } from '../link/identity.ts'
import { writePrivate } from '../private-file.ts'
import { VERSION } from '../version.ts'
import { askUpdate, fetchRelease } from './fetch-release.ts'
import { hashFolder } from './hash-tree.ts'
import { readPointer, releasesOf, statementOf, type Pointer } from './pointer.ts'
import { unpackRelease } from './unpack-release.ts'
import { PLATFORM, readKey, RefusedRelease, verifyRelease } from './verify-release.ts'

export interface UpdateSetup {
  readonly dir: string
  /** The file of the release key; null: no launcher started this program, so nothing could switch it. */
  readonly releaseKey: string | null
  readonly identity: Identity
  readonly clock: Clock
  /** Empty scales and nothing that waits for the server. */
  isCalm(): boolean
  /** Asks the launcher to start that release; the agent ends afterwards. */
  switchTo(version: string): void
}

const ASK_MS = 10 * 60_000
const CALM_MS = 10_000
const CALM_STEP_MS = 1000
const BY_HAND =
  'Эта программа обновляется вручную: пакетом (apt install) или установкой из новой папки'

type State = Pick<AskUpdate, 'state' | 'about' | 'detail'>

/** Takes newer releases from the server for as long as the agent runs; a failure costs one round. */
export function keepUpdated(setup: UpdateSetup): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  let stood: State = { state: 'none', about: null, detail: '' }

  const tell = (state: State) => {
    stood = state
    const body = { version: VERSION, platform: PLATFORM, ...state }
    return askUpdate(setup.identity, setup.clock, body, signal)
  }

  async function look(): Promise<void> {
    const pointer = await readPointer(setup.dir)
    // A refusal stands until the offer is gone: the journal gets it once, not with every round.
    const isRefused = stood.state === 'refused'
    const offer = await tell(isRefused ? stood : standOf(setup, pointer))
    if (!offer) stood = standOf(setup, pointer)
    if (!offer || setup.releaseKey === null) return
    try {
      await take(setup, offer, pointer, isRefused ? async () => null : tell, signal)
    } catch (error) {
      if (signal.aborted) return
      await tell({ state: 'refused', about: null, detail: sentenceOf(error) })
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      // The server may be away, or of a former release: the weighing goes on.
      await look().catch((error: unknown) => {
        if (!signal.aborted) console.error('No update', error)
      })
      await sleep(ASK_MS / setup.clock.factor, undefined, { signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    stop() {
      stopping.abort()
      return running
    },
  }
}

function standOf({ releaseKey }: UpdateSetup, { current, failed }: Pointer): State {
  if (releaseKey === null) return { state: 'by-hand', about: null, detail: BY_HAND }
  if (failed !== null && isNewer(failed, VERSION))
    return {
      state: 'returned',
      about: failed,
      detail: `Версия ${failed} не заработала на этом компьютере, работает прежняя. Выпустите исправленную с большим номером`,
    }
  return current === null
    ? { state: 'none', about: null, detail: '' }
    : { state: 'installed', about: current, detail: '' }
}

/** Signature first, then the archive, then the switch at a calm moment; each step leaves the running release as it is. */
async function take(
  setup: UpdateSetup,
  offer: SignedRelease,
  { failed }: Pointer,
  tell: (state: State) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const { dir, identity, clock } = setup
  const key = readKey(setup.releaseKey!)
  const release = verifyRelease(offer, { key, platform: PLATFORM, version: VERSION })
  if (failed !== null && !isNewer(release.version, failed)) return
  const about = release.version
  const folder = releasesOf(dir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const archive = join(folder, `${about}-${release.sha256.slice(0, 16)}.part`)
  await tell({ state: 'downloading', about, detail: '' })
  await fetchRelease(identity, clock, release, archive, signal)
  await unpackWhole(folder, archive, release)
  // The launcher holds the files against it before each start.
  await writePrivate(statementOf(dir, about), offer)
  await tell({ state: 'waiting', about, detail: 'Обновление начнётся, когда весы опустеют' })
  await untilCalm(setup, signal)
  setup.switchTo(about)
}

/** A release has its name only when it is whole; what a killed agent left is begun anew. */
async function unpackWhole(
  folder: string,
  archive: string,
  { version, unpacked, tree }: ReleaseStatement,
): Promise<void> {
  const beside = join(folder, `.${version}`)
  await rm(beside, { recursive: true, force: true })
  try {
    await unpackRelease(archive, beside, unpacked)
    if (!existsSync(join(beside, 'src/agent/main.js')))
      throw new RefusedRelease('В обновлении нет программы агента. Соберите обновление заново')
    if ((await hashFolder(beside)) !== tree)
      throw new RefusedRelease(
        'Файлы обновления на диске не те, что подписаны. Проверьте диск компьютера у весов',
      )
  } catch (error) {
    await rm(beside, { recursive: true, force: true })
    throw error
  }
  await rm(join(folder, version), { recursive: true, force: true })
  await rename(beside, join(folder, version))
}

async function untilCalm({ isCalm, clock }: UpdateSetup, signal: AbortSignal): Promise<void> {
  for (let calm = 0; calm < CALM_MS; calm = isCalm() ? calm + CALM_STEP_MS : 0)
    await sleep(CALM_STEP_MS / clock.factor, undefined, { signal })
}

function sentenceOf(error: unknown): string {
  if (error instanceof RefusedRelease) return error.message
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'На диске компьютера у весов нет места для обновления. Освободите 1 ГБ'
  console.error('The update was not taken', error)
  // Every other error of the file system names its call; those of the network lie in a cause.
  if (syscall !== undefined)
    return 'Обновление не записалось на диск компьютера у весов. Проверьте диск и права на папку агента'
  return 'Обновление не скачалось. Агент попробует снова через десять минут'
}
