import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { childEnvironment } from '#test/support/child-environment.ts'
import { openEmptyDatabase, openTestDatabase } from '#test/support/database.ts'
import { makeSecrets } from '../settings/secret-files.ts'
import { programFile } from '../../../scripts/program-file.ts'

const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-backup-command-'))
const database = await openTestDatabase()
after(async () => {
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})
makeSecrets(path.join(dir, 'secrets'))
const key = path.join(dir, 'owner.key')

const BACKUP = 'src/server/backup/main.ts'
const server = { DATABASE_URL: database.runtimeUrl, DATA_DIR: dir }
const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runIn(dir, [BACKUP, ...args], { ...server, ...env })

/** Runs a program of the product as `npm run` does, with these settings and no others. */
function runIn(cwd: string, [program, ...args]: string[], env: Record<string, string>) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [programFile(program!), ...args],
      { cwd, env: { ...childEnvironment, ...env } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
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

const page = await readFile(
  path.resolve(import.meta.dirname, '../../../docs/operations.md'),
  'utf8',
)

/** The settings and arguments that the page gives to a command. */
function documented(command: string) {
  const line = new RegExp(`((?:[A-Z_]+=\\S+ )+)npm run ${command}( -- [^\\n\\x60]+)?`).exec(page)!
  const names = line[1]!.trim().split(' ')
  return {
    names: names.map((one) => one.split('=')[0]!),
    args: (line[2] ?? '').split(' ').slice(2),
  }
}

test('the commands of the page work with the settings that it names and no others', async (t) => {
  const made = await run(['make', '--new-key', path.join(dir, 'page.key')])
  const recipient = /BACKUP_RECIPIENT=(age1\w+)/.exec(made.out)![1]!
  const BACKUP_DIR = path.join(dir, 'page-backups')
  const backup = await run(['make'], { BACKUP_DIR, BACKUP_RECIPIENT: recipient })
  assert.equal(backup.code, 0, backup.err)
  const empty = await openEmptyDatabase()
  t.after(() => empty.drop())
  const elsewhere = await mkdtemp(path.join(os.tmpdir(), 'priyomka-elsewhere-'))
  t.after(() => rm(elsewhere, { recursive: true, force: true }))
  await copyFile(path.join(dir, 'page.key'), path.join(elsewhere, 'owner.key'))
  const values: Record<string, string> = {
    BACKUP_DIR,
    DATABASE_URL: empty.runtimeUrl,
    DATABASE_OWNER_URL: empty.url,
    DATA_DIR: path.join(elsewhere, 'restored'),
  }
  const follow = async (command: string, program: string[]) => {
    const { names, args } = documented(command)
    const env = Object.fromEntries(names.map((name) => [name, values[name]!]))
    const answer = await runIn(elsewhere, [...program, ...args], env)
    assert.equal(answer.code, 0, `${command}: ${answer.err}`)
    return { names, out: answer.out }
  }
  const verified = await follow('backup:verify', [BACKUP, 'verify'])
  assert.deepEqual(verified.names, ['BACKUP_DIR'])
  assert.match(verified.out, /что копия снята ею, не проверено\nКопия цела и расшифрована вся/)
  const restored = await follow('restore', [BACKUP, 'restore'])
  assert.match(restored.out, /База восстановлена: таблиц \d+[^]*Готово/)
  const keys = await readFile(path.join(elsewhere, 'restored', 'secrets', 'seal-1.key'))
  assert.ok(keys.equals(await readFile(path.join(dir, 'secrets', 'seal-1.key'))))
  await follow('migrate', ['src/server/migrate-database.ts'])

  // On the machine of the keys a signature that is not theirs still ends the proof.
  const folder = (await readdir(BACKUP_DIR)).find((name) => name.endsWith('Z'))!
  const manifest = path.join(BACKUP_DIR, folder, 'manifest.json')
  const text = await readFile(manifest, 'utf8')
  await writeFile(manifest, text.replace(/"mac": "\w{4}/, '"mac": "0000'))
  const forged = await run(['verify'], { BACKUP_DIR })
  assert.match(forged.err, /изменён или подписан другим ключом/)
})
