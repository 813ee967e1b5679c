import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Serial ports that lead to the indicators. */
export interface Ttys {
  /** `path` stays; `device` under /dev is another one each time the plug was pulled out. */
  paths: { post: number; path: string; device: string }[]
  close(): void
}

/** A line that broke is plugged in again after so long. */
const REPLUG_MS = 1000
const POLL_MS = 20
const START_MS = 5000

/**
 * One pseudo-terminal a post, made by `socat`, which connects to the indicator only while a program has the port open; a broken
 * line removes the port for a second, as a pulled plug does.
 */
export async function openTtys(posts: { post: number; port: number }[]): Promise<Ttys> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'priyomka-yard-'))
  const cables = new Map<number, ChildProcess>()
  const paths = posts.map(({ post }) => ({ post, path: path.join(dir, `scale${post}`) }))
  let closed = false
  let missing: Error | undefined

  function plug(post: number, port: number) {
    const pty = `pty,raw,echo=0,wait-slave,link=${path.join(dir, `scale${post}`)}`
    const cable = spawn('socat', [pty, `tcp:127.0.0.1:${port}`], { stdio: 'ignore' })
    cables.set(post, cable)
    cable.once('error', (error) => (missing = error))
    cable.once('exit', () => {
      if (!closed) setTimeout(() => closed || plug(post, port), REPLUG_MS).unref()
    })
  }

  for (const { post, port } of posts) plug(post, port)
  const deadline = performance.now() + START_MS
  while (!paths.every((tty) => existsSync(tty.path))) {
    // Nothing would be made within any time.
    if (missing) throw new Error(`${missing.message}: --tty needs socat (apt-get install socat)`)
    if (performance.now() > deadline) throw new Error('socat made no serial ports within 5 s')
    await pause(POLL_MS)
  }
  return {
    paths: paths.map((tty) => ({ ...tty, device: realpathSync(tty.path) })),
    close() {
      closed = true
      for (const cable of cables.values()) cable.kill()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
