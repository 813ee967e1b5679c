import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import type pg from 'pg'
import { reachDatabase } from '#server/db/connection/reach.ts'
import { exportCompany } from '#server/move/export-company.ts'
import { importCompany } from '#server/move/import-company.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { jobSpecs } from '#server/routes.ts'
import { fillStock } from '../bad-input/stock.ts'
import { fillEveryTable } from './full-company.ts'
import { openWorld, type World } from '../support/world.ts'

const MARK = 'Переездов'
export const NEW_ADDRESS = 'https://new.example.ru'

/** A filled company that its super administrator has stopped, and an installation that has none of its people, which may be a cluster. */
export async function openTwoInstallations() {
  await using opened = new AsyncDisposableStack()
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-move-'))
  opened.defer(() => rm(dir, { recursive: true, force: true }))
  const [here, there] = [await openWorld({ onOneMachine: true }), await openWorld()]
  const owners = new Map<World, string>()
  opened.defer(() => Promise.all([here.close(), there.close()]).then(() => undefined))
  // The queues exist and have no workers: only the move changes rows.
  const idle = jobSpecs(here.services).map(({ name }) => ({ name, handler: async () => undefined }))
  await here.services.jobs.start(idle)
  const stock = await fillStock(here.own, MARK)
  await fillEveryTable(here)
  await stop(here)
  await makeNewSide(here, there)
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const said: string[] = []
  const say = (words: string) => void said.push(words)
  const withOwner = async <T>(world: World, work: (owner: pg.Client) => Promise<T>): Promise<T> => {
    const owner = await reachDatabase(owners.get(world)!)
    return work(owner).finally(() => owner.end())
  }
  const packFrom = (world: World, folder: string, to = NEW_ADDRESS, company = here.own.id) =>
    withOwner(world, (owner) =>
      exportCompany(
        { services: world.services, owner, say },
        { company, to, recipient, dir: path.join(dir, folder) },
      ),
    )
  const takeInto = (world: World, folder: string, print: string, key = identity) =>
    withOwner(world, (owner) =>
      importCompany(
        { services: world.services, owner, say },
        { dir: path.join(dir, folder), identity: key, print },
      ),
    )
  const pack = (folder: string, to?: string, company?: string) =>
    packFrom(here, folder, to, company)
  const take = (folder: string, print: string, key?: string) => takeInto(there, folder, print, key)
  const plain = await makePlainOwner([here, there])
  for (const [world, url] of plain.urls) owners.set(world, url)
  /** One more installation on one machine, to which the company may go on; the caller closes it. */
  const openThird = async () => {
    const world = await openWorld({ onOneMachine: true })
    await makeNewSide(there, world)
    owners.set(world, world.services.config.ownerUrl!)
    return world
  }
  const all = opened.move()
  const close = () => all.disposeAsync().then(plain.drop)
  const works = { pack, take, packFrom, takeInto, openThird, close }
  return { here, there, owners, stock, dir, said, identity, ...works }
}

/** Two worlds have companies and people of the same names. */
async function makeNewSide(former: World, world: World): Promise<void> {
  const { q } = world.services
  await sql`update company set inn = case inn when '7707083893' then '7728168971' else '7736050003' end
    where id <> ${former.own.id}`.execute(q)
  await sql`update app_user set login = 'there-' || login`.execute(q)
  await copyBanks(former, world)
}

/** An owner of the tables who may do nothing else, as an installation has it (docs/operations.md). */
async function makePlainOwner(worlds: readonly World[]) {
  const role = `mover_${process.pid}_${Date.now().toString(36)}`
  const cluster = await reachDatabase(process.env['TEST_DATABASE_URL']!)
  await cluster.query(`create role ${role} login password 'r'`)
  const urls = new Map<World, string>()
  for (const world of worlds) {
    const { ownerUrl } = world.services.config
    const client = await reachDatabase(ownerUrl!)
    await client.query(`
      grant all on schema public, pgboss to ${role};
      do $$ declare one record; begin
        for one in select c.oid::regclass as name from pg_class c
          where c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and c.relkind in ('r', 'p', 'v') loop
          execute format('alter table %s owner to ${role}', one.name);
        end loop;
        for one in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'public'::regnamespace loop
          execute format('alter function %s owner to ${role}', one.name);
        end loop;
      end $$`)
    await client.end()
    urls.set(world, Object.assign(new URL(ownerUrl!), { username: role, password: 'r' }).href)
  }
  const drop = async () => {
    await cluster.query(`drop role ${role}`)
    await cluster.end()
  }
  return { urls, drop }
}

/** The banks of the company, as super administrators set them up there. */
async function copyBanks(here: World, there: World): Promise<void> {
  const banks = await here.services.q.selectFrom('bank').selectAll().execute()
  for (const bank of banks)
    await there.services.q
      .insertInto('bank')
      .values({ ...bank, id: uuidv7(), client_id: null, client_hash: null })
      .onConflict((oc) => oc.doNothing())
      .execute()
}

/** As a super administrator stops it, and payments have come to their ends. */
async function stop({ services, own }: World): Promise<void> {
  const { q } = services
  await sql`update company set status = 'suspended' where id = ${own.id}`.execute(q)
  const owner = await reachDatabase(services.config.ownerUrl!)
  await owner.query(
    `set session_replication_role = replica; update payment set status = 'rejected' where status = 'registering'`,
  )
  await owner.end()
}
