import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { act } from '#contract/act/act.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { inTransaction } from '#server/db/handle.ts'
import { placeOf as placeOfFactor } from '#server/features/auth/second-factor/check-code.ts'
import { decryptKeys, encryptKeys } from '#server/features/bank/config-values.ts'
import { openExchange } from '#server/features/bank/exchange/open-exchange.ts'
import {
  encryptNewAgentKey,
  encryptPassword,
  openPassword,
} from '#server/features/company/site/device-secrets.ts'
import { decryptField, encryptField } from '#server/features/supplier/record/identity.ts'
import { storeCard } from '#server/features/supplier/method/method-requisites.ts'
import { addressColumns } from '#server/features/user/webhook/webhook-address.ts'
import { readSealed, sealOf } from '#server/features/user/webhook/webhook-secret.ts'
import { ensurePublicKey, openInstallationKey } from '#server/push/installation-key.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addPushBrowser } from '#test/bad-input/people-stock.ts'
import { addWebhook } from '#test/bad-input/webhook-stock.ts'
import { addDeal, addIssued, type Deal } from '#test/builders/act-forms.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import { sbpForm } from '#test/builders/method-forms.ts'
import { openWorld, type World } from '#test/support/world.ts'
import { openOwner } from './seal-key-queries.ts'
import { resealAll, rotateKeys, type KeyWork } from './rotate-keys.ts'
import { countByKey, rowKeyOf, sealedColumns } from './sealed-values-queries.ts'

let world: World
let deal: Deal
let work: KeyWork
const said: string[] = []
before(async () => {
  world = await openWorld()
  deal = await addDeal(world.own)
  const owner = openOwner(world.services.config)
  after(() => owner.close())
  work = { services: world.services, owner: owner.q, say: (words) => void said.push(words) }
})
after(() => world.close())

const PAN = '2200700000009001'
const DOC = { type: 'passport', series: '4509', number: '123456' }

/** A value of every column, closed by the code that closes it in the product. */
async function fillEveryColumn() {
  const { own, services } = world
  const { q } = services
  const { db } = own
  const issued = await addIssued(own, deal)
  const pdf = await bytesOf(issued.id)
  const who = deal.supplier
  const representative = {
    full_name: 'Петров П. П.',
    authority: 'доверенность',
    number: null,
    date: null,
    doc: encryptField(db, who.id, 'representatives', DOC).toString('base64'),
    valid_until: null,
  }
  const again = encryptField(db, who.id, 'representatives', DOC).toString('base64')
  const another = { ...representative, doc: again }
  await q
    .updateTable('supplier')
    .set({
      snils: encryptField(db, who.id, 'snils', '11223344595'),
      representatives: JSON.stringify([representative, { ...representative, doc: null }, another]),
    })
    .where('id', '=', who.id)
    .execute()
  await q
    .updateTable('act')
    .set({ representative: JSON.stringify(representative) })
    .where('id', '=', issued.id)
    .execute()
  const method = await own.manager.api.send(supplier.createMethod, { body: sbpForm(who) })
  await q
    .updateTable('payment_method')
    .set({ card_token: encryptField(db, method.id, 'card_token', 'token-1') })
    .where('id', '=', method.id)
    .execute()
  await inTransaction(db, (tx) => storeCard(tx, method.id, { pan: PAN }))
  const configId = await addTrainingBank(own)
  await q
    .updateTable('bank_config')
    .set({ credentials: encryptKeys(db, configId, { shop: '1' }) })
    .where('id', '=', configId)
    .execute()
  const session = { status: 'open', sid: 'sid-1', byPerson: false } as const
  await openExchange(db, configId).storeSession({ ...session, phoneMask: null, shortCode: null })
  const deviceId = uuidv7()
  await q
    .insertInto('device')
    .values({
      company_id: own.id,
      id: deviceId,
      site_id: own.siteId,
      kind: 'camera',
      code: 77,
      title: 'Камера',
      driver: 'onvif',
      agent_key: encryptNewAgentKey(db, deviceId),
      connection: JSON.stringify({
        host: '10.0.0.1',
        password: encryptPassword(db, deviceId, 'p'),
      }),
    })
    .execute()
  const { webhook } = await addWebhook(own, 'к')
  await q
    .updateTable('webhook')
    .set({
      ...addressColumns(db, webhook.id, 'https://hook.example/?key=1'),
      secret: sealOf(db, webhook.id, 'secret', 'whsec_1'),
      previous_secret: sealOf(db, webhook.id, 'secret', 'whsec_0'),
      previous_until: new Date().toISOString(),
    })
    .where('id', '=', webhook.id)
    .execute()
  await addPushBrowser(db, own.user.id)
  await ensurePublicKey({ q, services })
  const factor = services.seal.close(placeOfFactor(own.user.id), 'otp')
  await q.insertInto('second_factor').values({ user_id: own.user.id, secret: factor }).execute()
  return { issued, pdf, deviceId, webhook, configId, who }
}

const bytesOf = async (actId: string) => {
  const file = await world.own.operator.api.send(act.getPdf, { query: { actId } })
  return Buffer.from(await file.arrayBuffer())
}

const keysOf = async () => {
  const counts = await Promise.all(
    sealedColumns.map(async (column) => {
      const found = await countByKey(work.owner, column)
      return [`${column.table}.${column.column}`, found.map(({ key }) => key)] as const
    }),
  )
  return Object.fromEntries(counts)
}
const everywhere = (key: number) =>
  Object.fromEntries(sealedColumns.map(({ table, column }) => [`${table}.${column}`, [key]]))

test('the rows of every column are named by their primary key', async () => {
  const { rows } = await sql<{ table: string; key: string[] }>`
    select i.indrelid::regclass::text as table,
      array_agg(a.attname || ' ' || format_type(a.atttypid, null) order by a.attname) as key
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indisprimary group by 1`.execute(world.services.q)
  const keys = new Map(rows.map(({ table, key }) => [table, key]))
  for (const column of sealedColumns) {
    const named = rowKeyOf(column).map(([name, type]) => `${name} ${type}`)
    assert.deepEqual(named.toSorted(), keys.get(column.table), column.table)
  }
})

test('a rotation closes every column anew, the product reads what it wrote, and nothing else changes', async () => {
  const { own, services } = world
  const made = await fillEveryColumn()
  assert.deepEqual(await keysOf(), everywhere(1))
  const versions = () =>
    sql`select id, version, updated_at from supplier union all select id, version, updated_at from act order by id`.execute(
      services.q,
    )
  const before = (await versions()).rows
  await rotateKeys(work)
  assert.deepEqual(await keysOf(), everywhere(2))
  assert.ok(!said.some((words) => words.includes('не открываются')), said.join('\n'))
  assert.deepEqual((await versions()).rows, before)
  const { db } = own
  assert.ok((await bytesOf(made.issued.id)).equals(made.pdf))
  const query = { actId: made.issued.id }
  assert.match((await own.operator.api.send(act.getBody, { query })).html, /4509|серия/)
  await own.operator.api.send(act.getOwnershipBody, { query })
  const { q } = services
  const row = await q
    .selectFrom('supplier')
    .selectAll()
    .where('id', '=', made.who.id)
    .executeTakeFirstOrThrow()
  const [first, second] = row.representatives
  const doc = decryptField(db, row.id, 'representatives', Buffer.from(first!.doc!, 'base64'))
  assert.deepEqual([doc, second!.doc], [DOC, null])
  assert.equal(decryptField(db, row.id, 'snils', row.snils!), '11223344595')
  const device = await q
    .selectFrom('device')
    .select(sql<string>`connection ->> 'password'`.as('password'))
    .where('id', '=', made.deviceId)
    .executeTakeFirstOrThrow()
  assert.equal(openPassword(db, made.deviceId, device.password), 'p')
  const hook = await q.selectFrom('webhook').selectAll().executeTakeFirstOrThrow()
  assert.equal(readSealed(db, hook.id, 'secret', hook.previous_secret!), 'whsec_0')
  assert.equal((await openExchange(db, made.configId).session())!.sid, 'sid-1')
  const config = await q.selectFrom('bank_config').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual(decryptKeys(db, config.id, config.credentials), { shop: '1' })
  assert.ok(await openInstallationKey(q, services.seal))
  const vault = await q.selectFrom('card_vault').selectAll().executeTakeFirstOrThrow()
  assert.equal(vault.key_id, 2)
})

test('what opens by no key stays as it is and is told; moved and renamed values are among it', async () => {
  const { q } = world.services
  const ids = [uuidv7(), uuidv7()]
  const sealed = encryptField(world.own.db, ids[0]!, 'doc', DOC)
  const renamed = Buffer.from(encryptField(world.own.db, ids[1]!, 'doc', DOC))
  renamed[1] = 1
  const { rows } = await sql<{ id: string }>`select id from supplier limit 1`.execute(q)
  await q
    .updateTable('supplier')
    .set({ snils: renamed, doc: Buffer.concat([Buffer.of(1, 1), sealed.subarray(2)]) })
    .where('id', '=', rows[0]!.id)
    .execute()
  said.length = 0
  await resealAll(work)
  assert.ok(said.some((words) => words.startsWith('supplier.doc: не открываются ничем')))
  assert.ok(said.some((words) => words.startsWith('supplier.snils: не открываются ничем')))
  const now = await q.selectFrom('supplier').select('snils').executeTakeFirstOrThrow()
  assert.ok(now.snils!.equals(renamed))
})

/** What is no closed value, by how its name ends. */
const OTHERS =
  /hash(es)?$|hmac$|sha256$|^look$|_key$|^public_key$|^credential_id$|^challenge$|^proof$/
/** Contents of files that banks know. */
const FILES = ['payment_registry.file_bytes', 'bank_mail_statement.body']

test('every column of bytes is closed and known here, or is a hash, a public key or a file', async () => {
  const { rows } = await sql<{ name: string; column: string }>`
    select c.relname as name, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('bytea'::regtype, 'bytea[]'::regtype)`.execute(work.owner)
  const known = new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`))
  const others = rows
    .filter(({ name, column }) => !known.has(`${name}.${column}`) && !OTHERS.test(column))
    .map(({ name, column }) => `${name}.${column}`)
  assert.deepEqual(others.toSorted(), FILES.toSorted())
})

test('every closed column refuses a closed key, also when it alone is written', async () => {
  const { rows } = await sql<{ name: string; columns: string[]; body: string }>`
    select t.tgrelid::regclass::text as name, p.prosrc as body,
      array(select a.attname::text from pg_attribute a where a.attrelid = t.tgrelid and a.attnum = any(t.tgattr)) as columns
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where p.oid = 'refuse_closed_key'::regproc and t.tgenabled = 'O' and t.tgtype & 23 = 23 and t.tgqual is null
      and encode(t.tgargs, 'escape') = t.tgrelid::regclass::text || '\\000'`.execute(work.owner)
  const guarded = rows.flatMap(({ name, columns, body }) => {
    const [, own = ''] = new RegExp(`^  (?:ELS)?IF [^\\n]*'${name}'(.*?)^  E`, 'ms').exec(body)!
    return columns.filter((column) => own.includes(`NEW.${column}`)).map((one) => `${name}.${one}`)
  })
  const known = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  assert.deepEqual(guarded.toSorted(), known.toSorted())
})
