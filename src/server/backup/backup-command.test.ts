import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { childEnvironment } from '#test/support/child-environment.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeSecrets } from '../settings/secret-files.ts'

const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-backup-command-'))
const database = await openTestDatabase()
after(async () => {
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})
makeSecrets(path.join(dir, 'secrets'))
const key = path.join(dir, 'owner.key')

/** Runs the command as `npm run` does. */
function run(args: readonly string[], env: Record<string, string> = {}) {
  const script = path.resolve(import.meta.dirname, 'main.ts')
  const own = { ...childEnvironment, DATABASE_URL: database.runtimeUrl, DATA_DIR: dir, ...env }
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [script, ...args], { env: own }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

test('the command makes a key, a backup and its proof, and says in words what it cannot do', async () => {
  const made = await run(['make', '--new-key', key])
  const recipient = /BACKUP_RECIPIENT=(age1\w+)/.exec(made.out)![1]!
  assert.match(await readFile(key, 'utf8'), /^# public key: age1\w+\nAGE-SECRET-KEY-1\w+\n$/)
  const env = { BACKUP_DIR: path.join(dir, 'backups'), BACKUP_RECIPIENT: recipient }
  const backup = await run(['make'], env)
  assert.equal(backup.code, 0, backup.err)
  assert.match(backup.out, /снята и прочитана обратно/)
  const proof = await run(['verify', '--identity', key], env)
  assert.deepEqual([proof.code, proof.err], [0, ''])
  assert.match(proof.out, /Копия цела и расшифрована вся/)

  const refused = async (args: string[], words: RegExp, more: Record<string, string> = env) => {
    const { code, err } = await run(args, more)
    assert.equal(code, 2, err)
    assert.match(err, words)
    assert.doesNotMatch(err, /\n {4}at /)
  }
  const nowhere = { BACKUP_DIR: path.join(dir, 'nowhere'), BACKUP_RECIPIENT: recipient }
  const noKey = path.join(dir, 'no.key')
  await writeFile(noKey, 'passphrase\n')
  await Promise.all([
    refused(['make'], /BACKUP_DIR и BACKUP_RECIPIENT: не заданы/, {}),
    refused(['make'], /нужны обе настройки/, { BACKUP_DIR: dir }),
    refused(['make'], /BACKUP_RECIPIENT: нужен открытый ключ age/, {
      ...env,
      BACKUP_RECIPIENT: 'age1',
    }),
    refused(['make'], /BACKUP_KEEP_DAYS: нужно число дней/, { ...env, BACKUP_KEEP_DAYS: '0' }),
    refused(['make', '--new-key', key], /уже есть/),
    refused(['make', '--what'], /npm run backup/),
    refused(['verify'], /нет ни одной копии/, nowhere),
    refused(['verify', '2020-01-01T00-00-00Z'], /нет копии 2020/),
    refused(['restore'], /назовите ключ/),
    refused(['restore', '--identity', noKey], /нет ключа вида AGE-SECRET-KEY/),
    refused(['restore', '--identity', path.join(dir, 'none')], /ключа .+none нет/),
    refused(['restore', '--identity', key], /база не пуста/),
  ])
})
