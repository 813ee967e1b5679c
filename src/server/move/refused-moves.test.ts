import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { generateX25519Identity } from 'age-encryption'
import { sql } from 'kysely'
import { forgePackage, type ChangeRow } from '#test/moves/forge-package.ts'
import { openTwoInstallations } from '#test/moves/two-installations.ts'
import { NO_COMPANY, uuidv7 } from '../db/uuid.ts'
import { pieceOfTable, type MoveManifest } from './move-package.ts'

const two = await openTwoInstallations()
after(() => two.close())
const { here, there, dir } = two
const { own } = here
const { q } = here.services
let print: string

/** Nothing of the company is there, whatever was refused. */
async function assertNothing(): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from company where id = ${own.id})::int
      + (select count(*) from supplier where company_id = ${own.id})::int as count`.execute(
    there.services.q,
  )
  assert.equal(rows[0]!.count, 0)
  const { rows: open } =
    await sql`select from pg_trigger where not tgisinternal and tgenabled <> 'O'`.execute(
      there.services.q,
    )
  assert.equal(open.length, 0, 'guards are in force')
}

before(async () => {
  const setTo = (status: string) =>
    sql`update company set status = ${status} where id = ${own.id}`.execute(q)
  await setTo('active')
  await assert.rejects(two.pack('early'), /компания Ромашка не остановлена\. Суперадминистратор/)
  await setTo('suspended')
  await assert.rejects(two.pack('early', undefined, '1234567890'), /компании 1234567890 здесь нет/)
})

test('a company with a payment under way is not moved, and stays as it was', async () => {
  const change = (status: string, from: string) =>
    sql`set session_replication_role = replica; update payment set status = ${sql.lit(status)} where status = ${sql.lit(from)}; set session_replication_role = origin`.execute(
      q,
    )
  await change('unknown', 'rejected')
  await assert.rejects(two.pack('early'), /незавершённые выплаты/)
  const { rows } = await sql<{ status: string; moved_to: string | null }>`
    select status, moved_to from company where id = ${own.id}`.execute(q)
  assert.deepEqual(rows, [{ status: 'suspended', moved_to: null }])
  await change('rejected', 'unknown')
})

test('a journal that was changed is refused before the company is closed', async () => {
  const change = (words: ReturnType<typeof sql>) =>
    sql`set session_replication_role = replica; update audit_event set ${words} where company_id = ${sql.lit(own.id)} and seq = 2; set session_replication_role = origin`.execute(
      q,
    )
  await change(sql`action = action || 'x'`)
  await assert.rejects(two.pack('early'), /журнал изменений компании нарушен/)
  await change(sql`action = left(action, -1)`)
  print = await two.pack('whole')
})

test('another address, folder or recipient is refused after the first export', async () => {
  await assert.rejects(two.pack('other', 'https://other.example.ru'), /уже переехала/)
  await writeFile(path.join(dir, 'whole', 'order.txt'), 'x')
  await assert.rejects(two.pack('whole'), /начата другая выгрузка/)
})

const copy = async (name: string) => {
  await rm(path.join(dir, name), { recursive: true, force: true })
  await cp(path.join(dir, 'whole'), path.join(dir, name), { recursive: true })
  return path.join(dir, name)
}

test('changed, cut and missing bytes are named before anything is stored', async () => {
  const flip = async (file: string) => {
    const bytes = await readFile(file)
    bytes[bytes.length - 3]! ^= 1
    await writeFile(file, bytes)
  }
  const spoilt = async (work: (folder: string) => Promise<unknown>, words: RegExp) => {
    await work(await copy('spoilt'))
    await assert.rejects(two.take('spoilt', print), words)
  }
  await spoilt(
    (folder) => flip(pieceOfTable(folder, 'supplier')),
    /байты изменены: таблица supplier/,
  )
  await spoilt((folder) => rm(pieceOfTable(folder, 'act')), /в выгрузке нет: таблица act/)
  await spoilt((folder) => flip(path.join(folder, 'files.jsonl')), /список файлов изменён/)
  await spoilt(
    (folder) => flip(path.join(folder, 'manifest.json')),
    /отпечаток выгрузки [0-9a-f]{64}, а назван/,
  )
  await spoilt((folder) => rm(path.join(folder, 'manifest.json')), /выгрузка не закончена/)
  await spoilt(async (folder) => {
    const [line] = (await readFile(path.join(folder, 'files.jsonl'), 'utf8')).split('\n')
    const { name } = JSON.parse(line!) as { name: string }
    await rm(path.join(folder, 'files', `${name}.age`))
  }, /в выгрузке нет: файл /)
  await assertNothing()
})

test('another fingerprint and another key are refused', async () => {
  await assert.rejects(two.take('whole', '0'.repeat(64)), /а назван 0{64}/)
  const stranger = await generateX25519Identity()
  await assert.rejects(two.take('whole', print, stranger), /этот ключ не открывает выгрузку/)
  await assertNothing()
})

const forge = async (
  table: string,
  change: ChangeRow,
  more?: (manifest: MoveManifest) => void,
): Promise<string> =>
  forgePackage({ folder: await copy('forged'), identity: two.identity }, table, change, more)

const put =
  (column: string, value: string | null): ChangeRow =>
  (cells, columns) => {
    cells[columns.indexOf(column)] = value
  }

test('an installation that lies gets no row of another company, person or file in', async () => {
  const others = there.own
  const refused = async (forged: string, words: RegExp) => {
    await assert.rejects(two.take('forged', forged), words)
    await assertNothing()
  }
  await refused(
    await forge('supplier', put('company_id', others.id)),
    /в таблице supplier есть чужие строки/,
  )
  await refused(
    await forge('action_access', put('company_id', null)),
    /в таблице action_access есть чужие строки/,
  )
  await refused(
    await forge('app_user', put('company_id', null)),
    /в таблице app_user есть чужие строки/,
  )
  await refused(
    await forge('second_factor', put('user_id', there.supervisor.id)),
    /в таблице second_factor есть чужие строки/,
  )
  await refused(
    await forge('passkey', put('user_id', others.manager.id)),
    /в таблице passkey есть чужие строки/,
  )
  await refused(
    await forge('file', put('storage_key', `${others.id}/00/${uuidv7()}`)),
    /строки называют чужие файлы/,
  )
  await refused(
    await forge('audit_event', (cells, columns) => {
      if (cells[columns.indexOf('seq')] === '3') put('action', 'act.void')(cells, columns)
    }),
    /журнал изменений компании нарушен/,
  )
  await assert.rejects(
    two.take('forged', await forge('audit_head', put('hash', String.raw`\x00`))),
    /журнал изменений кончается не там/,
  )
  await assertNothing()
})

test('a file that is another, and rows that are not those of their hash, are refused before the company is here', async () => {
  const none = () => undefined
  const rows = await forge('product', none, (manifest) => {
    manifest.tables.find(({ name }) => name === 'product')!.sha256 = '0'.repeat(64)
  })
  await assert.rejects(two.take('forged', rows), /таблица product здесь не та/)
  await assertNothing()
  const list = path.join(await copy('list'), 'files.jsonl')
  const text = (await readFile(list, 'utf8')).replace(
    /"plain":"\w+"/,
    `"plain":"${'0'.repeat(64)}"`,
  )
  const files = await forge('product', none, (manifest) => {
    manifest.files.sha256 = createHash('sha256').update(text).digest('hex')
  })
  await writeFile(path.join(dir, 'forged', 'files.jsonl'), text)
  await assert.rejects(two.take('forged', files), /файл \S+ не тот, что был у прежней установки/)
  await assertNothing()
})

test('a list of files that names those of another company, or fewer than the package says, is refused', async () => {
  const none = () => undefined
  const list = await readFile(path.join(await copy('list'), 'files.jsonl'), 'utf8')
  const text = list.replaceAll(own.id, there.own.id)
  assert.notEqual(text, list)
  const foreign = await forge('product', none, (manifest) => {
    manifest.files.sha256 = createHash('sha256').update(text).digest('hex')
  })
  await writeFile(path.join(dir, 'forged', 'files.jsonl'), text)
  await assert.rejects(two.take('forged', foreign), /файл \S+ не этой компании/)
  await assertNothing()
  const fewer = await forge('product', none, (manifest) => {
    manifest.files.count++
  })
  await assert.rejects(two.take('forged', fewer), /список файлов не полон/)
  await assertNothing()
})

test('a package of another release is refused by its migrations, and by its tables', async () => {
  const nothing = () => undefined
  const release = await forge('product', nothing, (manifest) => {
    manifest.release[manifest.release.length - 1] = '0999_later.sql abc'
  })
  await assert.rejects(two.take('forged', release), /установки разных версий \(/)
  const tables = await forge('product', nothing, (manifest) => {
    manifest.tables = manifest.tables.filter(({ name }) => name !== 'scan')
  })
  await assert.rejects(two.take('forged', tables), /таблицы выгрузки не те, что здесь/)
  await assertNothing()
})

test('a bank, a login or an ИНН that stands in the way is named, and the import goes on once it is not', async () => {
  const theirs = there.services.q
  const { rows: banks } = await sql<{ id: string; code: string }>`
    select id, code from bank limit 1`.execute(theirs)
  const { id, code } = banks[0]!
  await sql`update bank set code = 'renamed' where id = ${id}`.execute(theirs)
  await assert.rejects(two.take('whole', print), new RegExp(`банка ${code} здесь нет`))
  await sql`update bank set code = ${code} where id = ${id}`.execute(theirs)
  const { login } = own.manager
  await sql`update app_user set login = ${login} where id = ${there.own.user.id}`.execute(theirs)
  await assert.rejects(two.take('whole', print), new RegExp(`эти логины здесь заняты: ${login}`))
  await sql`update app_user set login = 'free' where id = ${there.own.user.id}`.execute(theirs)
  const inn = (value: string) =>
    sql`update company set inn = ${value} where id = ${there.own.id}`.execute(theirs)
  await inn('7707083893')
  await assert.rejects(two.take('whole', print), /компания с ИНН 7707083893 здесь уже есть/)
  await inn('7728168971')
  await assertNothing()
  await two.take('whole', print)
  await assert.rejects(two.take('whole', print), /компания Ромашка уже здесь: второй раз/)
  const { rows } = await sql`
    select from audit_event where company_id in (${own.id}, ${NO_COMPANY}) and action = 'company.import'`.execute(
    theirs,
  )
  assert.equal(rows.length, 1)
})
