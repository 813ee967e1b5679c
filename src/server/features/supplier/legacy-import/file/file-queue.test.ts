import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { constants, openSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { csv } from '#test/builders/old-base.ts'
import type { FileQuestion } from './file-job.ts'
import { inTurns, openFileQueue } from './file-queue.ts'

const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-queue-'))
after(() => rm(dir, { recursive: true, force: true }))

const question = (word: string): FileQuestion => ({
  kind: 'search',
  words: [word],
  digits: null,
  limit: 50,
  offset: 0,
})
const forever = () => new AbortController()
const asker = (companyId: string, { signal }: AbortController) => ({ companyId, signal })

/** A file that never answers, as on a share that has gone away: whoever opens it waits for a writer. */
function heldFile(name: string) {
  const file = path.join(dir, name)
  execFileSync('mkfifo', [file])
  return { file, source: csv(name, file)[1] }
}

function baseFile(name: string, rows: number) {
  const file = path.join(dir, name)
  const lines = Array.from({ length: rows }, (_, n) => `${n};Иванов ${n}`)
  writeFileSync(file, ['legacy_id;full_name', ...lines, ''].join('\n'))
  return csv(name, file)[1]
}

/** The file is neither open nor waited for: a writer that does not wait is then refused. */
async function isLetGo(file: string): Promise<void> {
  for (;;) {
    try {
      openSync(file, constants.O_WRONLY | constants.O_NONBLOCK)
      assert.fail('somebody still reads the file')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENXIO') return
      if (!(error instanceof assert.AssertionError)) throw error
      await sleep(20)
    }
  }
}

test('endless readings leave the server its own files, and the deadline ends the readers', async () => {
  const queue = openFileQueue()
  const held = ['one', 'two', 'three', 'four'].map(heldFile)
  const deadlines = held.map(forever)
  const asked = held.map(({ source }, n) =>
    queue.ask(source, asker(`company ${n}`, deadlines[n]!), question('иванов')),
  )
  // Four readers in this process would take all threads that it has for files.
  for (let n = 0; n < 8; n++) assert.ok((await stat(dir)).isDirectory())
  for (const [n, deadline] of deadlines.entries()) {
    const refused = assert.rejects(asked[n]!, /late/)
    deadline.abort(new Error('late'))
    await refused
  }
  for (const { file } of held) await isLetGo(file)
})

test('a blocked file does not delay other companies, and is read when it answers again', async () => {
  const queue = openFileQueue()
  const { file, source } = heldFile('share')
  const deadline = forever()
  const late = assert.rejects(
    queue.ask(source, asker('first', deadline), question('иванов')),
    /late/,
  )
  const other = await queue.ask(
    baseFile('healthy', 3),
    asker('second', forever()),
    question('иванов'),
  )
  assert.equal(other.total, 3)
  deadline.abort(new Error('late'))
  await late
  await isLetGo(file)
  await rm(file)
  writeFileSync(file, 'legacy_id;full_name\n1;Иванов\n')
  const again = await queue.ask(source, asker('first', forever()), question('иванов'))
  assert.equal(again.total, 1)
})

test('waiting searches of one file are answered together, each with its own rows', async () => {
  const queue = openFileQueue()
  const source = baseFile('shared', 300)
  const asked = Array.from({ length: 12 }, (_, n) => {
    const words = n % 2 ? question('иванов') : question(String(290 + n))
    return queue.ask(source, asker(`company ${n % 3}`, forever()), words)
  })
  const ids = queue.ask(source, asker('company 0', forever()), {
    kind: 'ids',
    ids: ['7', '9', 'x'],
  })
  const totals = (await Promise.all(asked)).map(({ total }) => total)
  assert.deepEqual(totals, [1, 300, 1, 300, 1, 300, 1, 300, 1, 300, 0, 300])
  assert.deepEqual(
    (await ids).rows.map(({ legacy_id }) => legacy_id),
    ['7', '9'],
  )
})

test('a company with too many waiting searches is refused more, another one is not', async () => {
  const queue = openFileQueue()
  const { source } = heldFile('crowded')
  const deadline = forever()
  const ask = (company: string, n: number) =>
    queue
      .ask(source, asker(company, deadline), question(`слово${n}`))
      .catch((error: Error) => error)
  const asked = [ask('busy', 0), ...Array.from({ length: 16 }, (_, n) => ask('busy', n + 1))]
  const refused = await ask('busy', 17)
  assert.match(String(refused), /слишком много поисков сразу/)
  asked.push(ask('other', 0))
  deadline.abort(new Error('late'))
  for (const answer of await Promise.all(asked)) assert.match(String(answer), /late/)
})

test('the next reading takes one search of every company before a second of any', () => {
  const waiting = 'aaabac'.split('').map((companyId, n) => ({ companyId, n }))
  assert.deepEqual(
    inTurns(waiting).map(({ companyId, n }) => companyId + n),
    ['a0', 'b3', 'c5', 'a1', 'a2', 'a4'],
  )
})

test('a reader that ends without an answer is reported, and the next search is answered', async () => {
  const program = path.join(dir, 'dying.ts')
  writeFileSync(program, 'process.exit(1)\n')
  const queue = openFileQueue(pathToFileURL(program))
  const source = baseFile('dying', 1)
  for (let n = 0; n < 3; n++)
    await assert.rejects(
      queue.ask(source, asker('own', forever()), question('иванов')),
      /чтение файла прервалось/,
    )
})

test('a reader stuck in a system call is ended with its last search', async () => {
  const { file, source } = heldFile('stuck')
  const began = path.join(dir, 'began')
  const program = path.join(dir, 'stuck.ts')
  const open = `fs.writeFileSync('${began}', String(process.pid)); fs.openSync('${file}')`
  writeFileSync(program, `import fs from 'node:fs'\nprocess.once('message', () => { ${open} })\n`)
  const deadline = forever()
  const queue = openFileQueue(pathToFileURL(program))
  const late = assert.rejects(queue.ask(source, asker('own', deadline), question('иванов')), /late/)
  while (!(await stat(began).catch(() => undefined))?.size) await sleep(20)
  const pid = Number(readFileSync(began, 'utf8'))
  assert.ok(process.kill(pid, 0))
  deadline.abort(new Error('late'))
  await late
  while (isAlive(pid)) await sleep(20)
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
