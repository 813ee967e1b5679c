import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { audit } from '#contract/audit/audit.ts'
import { files } from '#contract/file/file.ts'
import { selfEmployed } from '#contract/supplier/self-employed.ts'
import { savePicture } from '#test/builders/bank-files/bank-letter.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { approval } from '#test/support/approve.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
const { operator, manager } = own
const { api } = operator
const addSelfEmployed = () => addSupplier(own, { type: 'self_employed' })

test('a mark by hand takes the picture of what was seen: it stands beside the mark and in the journal, and serves one day', async () => {
  const payee = await addSelfEmployed()
  const proof_file_id = await proofFor(payee.id, '#101010')
  const body = {
    id: payee.id,
    outcome: 'payer' as const,
    note: 'npd.nalog.ru в 10:15',
    proof_file_id,
  }
  const asked = await api.refused(selfEmployed.markNpd, { body })
  assert.match(asked.approval!.about!.warnings!.join(), /приложен снимок/)
  const pin = await approval(operator, asked, manager)
  // The PIN is for this very picture.
  const changed = { ...body, proof_file_id: await proofFor(payee.id, '#202020') }
  assert.equal(
    (await api.refused(selfEmployed.markNpd, { body: changed }, pin)).code,
    'approval.required',
  )
  const again = await api.refused(selfEmployed.markNpd, { body })
  const state = await api.send(
    selfEmployed.markNpd,
    { body },
    await approval(operator, again, manager),
  )
  assert.equal(state.checks[0]!.proof_file_id, proof_file_id)
  const filter = {
    entity: ['supplier' as const],
    entity_id: payee.id,
    action: 'supplier.npd',
  }
  const { items } = await manager.api.send(audit.getEvents, { query: { filter } })
  const event = await manager.api.send(audit.getEvent, { query: { seq: items[0]!.seq } })
  assert.ok(
    event.changes.some(({ title, after: said }) => title === 'Снимок' && said === proof_file_id),
  )
  // It is no page that waits for a check, and personal.
  const { items: kept } = await manager.api.send(files.getAll, {
    query: { filter: { entity: ['supplier'], entity_id: payee.id } },
  })
  assert.deepEqual(kept.map(({ kind, scan_id }) => [kind, scan_id ?? null]).at(-1), ['npd', null])
  // Yesterday's picture proves nothing today, even when it is stored anew.
  await sql`update npd_check set day = day - 1 where supplier_id = ${payee.id}`.execute(own.db.q)
  const other = await addSelfEmployed()
  for (const [id, proof] of [
    [payee.id, proof_file_id],
    [other.id, await proofFor(other.id, '#101010')],
  ] as const) {
    const used = { ...body, id, proof_file_id: proof }
    assert.equal(
      (await api.refused(selfEmployed.markNpd, { body: used })).code,
      'supplier.npd-proof-used',
    )
  }
  const foreign = { ...body, proof_file_id: await proofFor(other.id, '#303030') }
  assert.equal(
    (await api.refused(selfEmployed.markNpd, { body: foreign })).code,
    'common.not-found',
  )
})

const proofFor = (id: string, colour: string) =>
  savePicture(operator, { entity: 'supplier', entity_id: id, kind: 'npd' }, colour)
