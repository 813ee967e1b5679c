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

/** A filled company that its super administrator has stopped, and an installation that has none of its people. */
export async function openTwoInstallations() {
  await using opened = new AsyncDisposableStack()
  const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-move-'))
  opened.defer(() => rm(dir, { recursive: true, force: true }))
  const [here, there] = [await openWorld(), await openWorld()]
  opened.defer(() => Promise.all([here.close(), there.close()]).then(() => undefined))
  // The queues exist and have no workers: only the move changes rows.
  const idle = jobSpecs(here.services).map(({ name }) => ({ name, handler: async () => undefined }))
  await here.services.jobs.start(idle)
  const stock = await fillStock(here.own, MARK)
  await fillEveryTable(here)
  await stop(here)
  // Two worlds have companies and people of the same names.
  const { q } = there.services
  await sql`update company set inn = case inn when '7707083893' then '7728168971' else '7736050003' end`.execute(
    q,
  )
  await sql`update app_user set login = 'there-' || login`.execute(q)
  await copyBanks(here, there)
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const said: string[] = []
  const say = (words: string) => void said.push(words)
  const withOwner = async <T>(world: World, work: (owner: pg.Client) => Promise<T>): Promise<T> => {
    const owner = await reachDatabase(world.services.config.ownerUrl!)
    return work(owner).finally(() => owner.end())
  }
  const pack = (folder: string, to = NEW_ADDRESS, company = here.own.id) =>
    withOwner(here, (owner) =>
      exportCompany(
        { services: here.services, owner, say },
        { company, to, recipient, dir: path.join(dir, folder) },
      ),
    )
  const take = (folder: string, print: string, key = identity) =>
    withOwner(there, (owner) =>
      importCompany(
        { services: there.services, owner, say },
        { dir: path.join(dir, folder), identity: key, print },
      ),
    )
  const all = opened.move()
  return { here, there, stock, dir, said, pack, take, identity, close: () => all.disposeAsync() }
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
