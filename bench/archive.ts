import { stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { report } from '#contract/report/report.ts'
import { storeFile, storing } from '#server/features/file/storage/store-file.ts'
import { insertScan } from '#server/features/file/scan-queries.ts'
import { inTransaction } from '#server/db/handle.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { jobSpecs } from '#server/routes.ts'
import { addDeal, addIssued } from '#test/builders/act-forms.ts'
import type { World } from '#test/support/world.ts'
import { delayDuring } from './export.ts'
import { tell } from './tell.ts'
import { watchMemory } from './watch-memory.ts'

const ACTS = 1000
const LOOK_MS = 100
/** A page of paper as a phone gives it after it was stored. */
const SCAN_BYTES = 400_000
const SEALED = ['supplier_snapshot', 'body_html', 'body_blocks'] as const

/** How long an archive of 1,000 issued acts takes, without and with a signed page each, what memory and what size. */
export async function measureArchive(world: World, smoke: boolean): Promise<void> {
  const count = smoke ? 20 : ACTS
  await fillIssuedActs(world, count)
  await world.services.jobs.start(jobSpecs(world.services))
  for (const scans of [false, true]) {
    const before = process.memoryUsage().rss
    const peak = watchMemory()
    const startedAt = performance.now()
    let reportId = ''
    const { p99, most } = await delayDuring(async () => {
      reportId = await makeArchive(world, scans)
    })
    const seconds = Number(((performance.now() - startedAt) / 1000).toFixed(1))
    const facts = {
      acts: count,
      event_loop_p99_ms: p99,
      event_loop_most_ms: most,
      memory_grew_mb: Math.round((peak.stop() - before) / 1024 ** 2),
      archive_mb: Number(((await sizeOf(world, reportId)) / 1024 ** 2).toFixed(1)),
    }
    const name = `archive of ${count} acts ${scans ? 'with scans' : 'without scans'}`
    tell({ name, value: seconds, unit: 's', ...facts })
  }
}

async function makeArchive(world: World, scans: boolean): Promise<string> {
  const { api } = world.own.operator
  const params = { filter: { status: ['issued'] }, scans }
  const body = { type: 'act_archive', params, format: 'zip' as const }
  const { reportId } = await api.send(report.create, { body })
  for (;;) {
    const { status, error } = await api.send(report.getStatus, { query: { reportId } })
    if (status === 'ready') return reportId
    if (status === 'failed') throw new Error(error ?? 'the archive failed')
    await sleep(LOOK_MS)
  }
}

async function sizeOf({ services, own }: World, reportId: string): Promise<number> {
  const row = await services.q
    .selectFrom('report as r')
    .innerJoin('file as f', 'f.id', 'r.file_id')
    .where('r.company_id', '=', own.id)
    .where('r.id', '=', reportId)
    .select('f.storage_key')
    .executeTakeFirstOrThrow()
  return (await stat(path.join(services.config.dataDir, 'files', row.storage_key))).size
}

/** Copies of one issued act under numbers of their own, their sealed parts closed anew, each with an accepted page. */
async function fillIssuedActs({ own, services }: World, count: number): Promise<void> {
  const { id: first } = await addIssued(own, await addDeal(own))
  const { q, seal } = services
  const row = await q
    .selectFrom('act')
    .where('company_id', '=', own.id)
    .where('id', '=', first)
    .select(SEALED)
    .executeTakeFirstOrThrow()
  const placeOf = (id: string, field: string) => ({ companyId: own.id, table: 'act', id, field })
  const plain = SEALED.map((field) => seal.open(placeOf(first, field), row[field]!))
  const page = { bytes: Buffer.alloc(SCAN_BYTES, 0xa5), mime: 'image/jpeg' }
  for (let n = 1; n < count; n++) {
    const id = uuidv7()
    const [supplier, html, blocks] = SEALED.map((field, i) =>
      seal.close(placeOf(id, field), plain[i]!),
    )
    await sql`
      insert into act
      select (jsonb_populate_record(a, jsonb_build_object('id', ${id}::text, 'number', '2020-' || ${n}::int,
        'number_year', 2020, 'number_seq', ${n}::int, 'supplier_snapshot', ${supplier}::bytea,
        'body_html', ${html}::bytea, 'body_blocks', ${blocks}::bytea))).*
      from act a where company_id = ${own.id} and id = ${first}`.execute(q)
    await storing(own.db, [page], (stored) =>
      inTransaction(own.db, async (tx) => {
        const kind = 'signed_act' as const
        const fileId = await storeFile(tx, stored[0]!, { kind, entity: 'act', entityId: id })
        const scanId = uuidv7()
        await insertScan(tx, { id: scanId, entity: 'act', entityId: id, fileId, kind, page: 1 })
        await tx.q
          .updateTable('scan')
          .set({ status: 'accepted' })
          .where('id', '=', scanId)
          .execute()
      }),
    )
  }
}
