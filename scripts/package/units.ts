import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

/** A server process that systemd runs: the instance of its unit is its port. */
export interface Unit {
  readonly name: string
  readonly port: number
  readonly isActive: boolean
}

/** The processes of this machine, by their ports; undefined where systemd does not run. */
export function listUnits(): Unit[] | undefined {
  const pattern = 'priyomka@*.service'
  const flags = ['--all', '--plain', '--no-legend', '--full']
  const done = spawnSync('systemctl', ['list-units', ...flags, pattern], { encoding: 'utf8' })
  if (done.error || done.status !== 0) return undefined
  const lines = done.stdout.split('\n').filter((line) => line.trim() !== '')
  return lines
    .map((line) => line.trim().split(/\s+/))
    .map(([name, , active]) => ({
      name: name!,
      port: Number(/@(\d+)\.service$/.exec(name!)?.[1]),
      isActive: active === 'active',
    }))
    .filter(({ port }) => port > 0)
    .toSorted((a, b) => a.port - b.port)
}

/** Ends after the old process has ended and the new one was started. */
export function restartUnit({ name }: Unit): boolean {
  return spawnSync('systemctl', ['restart', name], { stdio: 'inherit' }).status === 0
}

export async function isReady({ port }: Unit): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, {
    signal: AbortSignal.timeout(2000),
  }).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.ok === true
}

const READY_MS = 120_000
const ASK_MS = 200

export async function awaitReady(unit: Unit): Promise<boolean> {
  const latest = performance.now() + READY_MS
  while (performance.now() < latest) {
    if (await isReady(unit)) return true
    await pause(ASK_MS)
  }
  return false
}
