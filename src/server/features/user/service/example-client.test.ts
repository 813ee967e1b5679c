import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { after, test } from 'node:test'
import { act } from '#contract/act/act.ts'
import type { ServicePermissionCode } from '#contract/user/service-permissions.ts'
import { addIssued, type Deal } from '#test/builders/act-forms.ts'
import { addProducts, addSupplier } from '#test/builders/builders.ts'
import { addServiceAccount } from '#test/builders/service-accounts.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { app, own } = world
const server = await app.listen({ host: '127.0.0.1', port: 0 })
const script = path.resolve(import.meta.dirname, '../../../../../examples/day-acts.mjs')

const keyFor = async (permission: ServicePermissionCode) =>
  (await addServiceAccount(world, own, [permission])).key

/** Runs the example as its reader would, with nothing of ours in its environment but the key. */
function run(key: string, day: string): Promise<{ code: number; out: string; told: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [script, day, server],
      { env: { PRIYOMKA_KEY: key } },
      (error, out, told) => resolve({ code: error ? Number(error.code) : 0, out, told }),
    )
  })
}

test('the example prints the acts of a day and their sum by a key of a program', async () => {
  const deal: Deal = { supplier: await addSupplier(own), products: await addProducts(own) }
  const issued = [await addIssued(own, deal), await addIssued(own, deal)]
  const listed = await own.operator.api.send(act.getAll, { query: {} })
  const sum = listed.items.reduce((total, { total_kop }) => total + total_kop, 0)
  assert.ok(sum > 0)
  const day = listed.items[0]!.date!
  const { code, out, told } = await run(await keyFor('acts.read'), day)
  assert.deepEqual([code, told], [0, ''])
  for (const { number } of issued) assert.match(out, new RegExp(`^${number}\tissued\t`, 'm'))
  assert.match(out, new RegExp(`^${day}: 2 acts, ${(sum / 100).toFixed(2)} RUB$`, 'm'))
})

test('the example ends with the words of the server where it is refused, and says when it has no key', async () => {
  const denied = await run(await keyFor('company.read'), '2026-11-01')
  assert.deepEqual([denied.code, denied.out], [1, ''])
  assert.match(denied.told, /^403 access\.denied: Недостаточно прав/)
  const wrong = await run(`prk_${'x'.repeat(43)}`, '2026-11-01')
  assert.match(wrong.told, /^401 auth\.required/)
  const none = await run('', '2026-11-01')
  assert.match(none.told, /^Set PRIYOMKA_KEY/)
})
