import { createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { legacyDatabase } from '#contract/supplier/legacy-database.ts'
import { csv, DIRTY_CSV, useOldBase } from '#test/builders/old-base.ts'
import type { World } from '#test/support/world.ts'
import { delayDuring } from './export.ts'
import { tell } from './tell.ts'

/** The sizes of issue 9: a usual base and the largest that is read; a smoke run takes what is read at once. */
const SIZES_MB = [12.9, 62.8]
const SMOKE_MB = [1]
const QUIET_MS = 1000
/** Rare, common and by digits: each costs its own way. */
const SEARCHES = ['воронцов илья', 'вич', '9495659162']

/** How long a search in a CSV old base holds up the event loop, and what the server's memory is afterwards. */
export async function measureOldBase(world: World, dir: string, smoke: boolean): Promise<void> {
  const { api } = world.own.manager
  const legacy = world.services.config.legacy as Map<string, unknown>
  const quiet = await delayDuring(() => sleep(QUIET_MS))
  for (const size of smoke ? SMOKE_MB : SIZES_MB) {
    const file = path.join(dir, `old-${size}.csv`)
    await writeBase(file, size * 1e6)
    legacy.set(...csv(`size${String(size).replace('.', '')}`, file))
    await useOldBase(world, world.own, `size${String(size).replace('.', '')}`)
    for (const search of SEARCHES) {
      const before = memoryMb()
      let found = 'refused'
      const startedAt = performance.now()
      const delay = await delayDuring(async () => {
        const answer = await api
          .send(legacyDatabase.find, { query: { filter: { search } } })
          .catch((error: Error) => error)
        if (!(answer instanceof Error)) found = `${answer.total}${answer.total_capped ? '+' : ''}`
      })
      const seconds = Number(((performance.now() - startedAt) / 1000).toFixed(2))
      tell({
        name: `event loop, most, during a search for «${search}» in ${size} MB`,
        value: delay.most,
        unit: 'ms',
        quiet: quiet.most,
        p99: delay.p99,
        cpu_most: delay.cpu_most,
        seconds,
        found,
        memory_before: before,
        memory_after: memoryMb(),
      })
    }
  }
}

/** The demo's dirty rows again and again under numbers of their own, until the file has the wanted size. */
async function writeBase(file: string, bytes: number): Promise<void> {
  const whole = await readFile(DIRTY_CSV)
  const headerEnd = whole.indexOf('\n') + 1
  const rows = whole.subarray(headerEnd).toString('latin1').split('\r\n').filter(Boolean)
  const out = createWriteStream(file)
  out.write(whole.subarray(0, headerEnd))
  for (let written = headerEnd, n = 0; written < bytes; n++) {
    const row = Buffer.from(rows[n % rows.length]!.replace(/^\d+/, String(n)) + '\r\n', 'latin1')
    written += row.length
    if (!out.write(row)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'close')
  if ((await stat(file)).size < bytes) throw new Error('The base is shorter than asked')
}

const memoryMb = () => Math.round(process.memoryUsage().rss / 1e6)
