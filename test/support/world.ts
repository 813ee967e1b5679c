import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { DestinationStream } from 'pino'
import { moduleTags } from '#contract/core/module-tags.ts'
import { endSilentConnections } from '#server/answers/stop-serving.ts'
import { buildApp } from '#server/app.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { signTicket } from '#server/auth/tokens.ts'
import { SERVER_CALLER } from '#server/auth/caller.ts'
import type { Config } from '#server/config.ts'
import { DEADLINES, type Deadlines } from '#server/deadlines.ts'
import type { Db } from '#server/db/handle.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { keyedHash } from '#server/storage/encryption.ts'
import { openServices } from '#server/open-services.ts'
import { jobSpecs } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { apiOf, type Api } from './api.ts'
import { addInstrument, addressesOf, asOwner, openWorldDatabase } from './database.ts'

export interface Person {
  readonly id: string
  readonly login: string
  readonly api: Api
  readonly pcode: string
}

export interface TestCompany {
  readonly id: string
  readonly siteId: string
  readonly posts: readonly { id: string; number: number }[]
  readonly columnId: string
  /** Roles OPERATOR. */
  readonly operator: Person
  /** Roles OPERATOR and MANAGER: confirms what the operator does. */
  readonly manager: Person
  /** Signed in, no role. */
  readonly user: Person
  /** The server's own handle on this company, for looking behind the API. */
  readonly db: Db
}

export interface World {
  readonly app: FastifyInstance
  readonly services: Services
  readonly nobody: Api
  readonly supervisor: Person
  /** «Ромашка», the company that acts. */
  readonly own: TestCompany
  /** «Лютик», the stranger. */
  readonly other: TestCompany
  close(): Promise<void>
}

interface WorldSettings {
  /** Starts the workers of the queue; most tests need none. */
  jobs?: boolean
  onOneMachine?: boolean
  config?: Partial<Config>
  /** Leads the way to the database through something that a test holds. */
  through?: (databaseUrl: string) => Promise<string>
  /** Takes the lines of the server's log; `config.logLevel` says which. */
  logTo?: DestinationStream
}

/** A small named world over a database of its own: two companies with their people, nothing weighed yet. */
export async function openWorld(settings: WorldSettings = {}): Promise<World> {
  // A world that cannot be opened completely releases everything: what stayed open would keep its process alive.
  await using opened = new AsyncDisposableStack()
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-test-'))
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  await writeFile(path.join(dataDir, 'seal-1.key'), randomBytes(32), { mode: 0o600 })
  const database = opened.adopt(await openWorldDatabase(settings), (own) => own.drop())
  const at = await addressesOf(database, settings.through)
  const served = await openServices(configFor(at, dataDir, settings.config), settings.logTo)
  const services = asOwner(served)
  opened.defer(() => services.close())
  const app = await buildApp(served)
  opened.defer(() => closeApp(app))
  await app.ready()
  if (settings.jobs) await services.jobs.start(jobSpecs(served))
  const supervisor = await addPerson(app, services, null, 'super', 'SUPERVISOR', [])
  const own = await addCompany(app, services, 'Ромашка', '7707083893', 'a')
  const other = await addCompany(app, services, 'Лютик', '7710140679', 'b')
  const all = opened.move()
  return {
    app,
    services,
    nobody: apiOf(app),
    supervisor,
    own,
    other,
    close: () => all.disposeAsync(),
  }
}

/** Closes a server of a test. Connections that `fetch` opened in advance would be waited for by their keep-alive of a minute. */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const closed = app.close()
  endSilentConnections(app)
  await closed
}
const PATIENCE_MS = 60_000
/** A machine that stalls for seconds fails no test; deadlines have tests of their own. */
const PATIENT_DEADLINES: Deadlines = {
  ...DEADLINES,
  connectMs: PATIENCE_MS,
  listenMs: PATIENCE_MS,
  statementMs: PATIENCE_MS,
  lockMs: PATIENCE_MS,
  standbyMs: PATIENCE_MS,
  silentUploadMs: PATIENCE_MS,
}
/** For tests whose cameras all answer; the link takes no longer deadline. */
export const PATIENT_WITH_CAMERAS = { ...PATIENT_DEADLINES, pictureMs: 10_000, plateMs: 10_000 }

type Addresses = Awaited<ReturnType<typeof addressesOf>>

function configFor(at: Addresses, dataDir: string, overrides: Partial<Config> = {}): Config {
  return {
    port: 0,
    host: '127.0.0.1',
    dataDir,
    ...at,
    publicUrl: 'http://127.0.0.1:8080',
    demo: true,
    webDir: path.join(dataDir, 'no-web'),
    agentReleasesDir: path.join(dataDir, 'agent-releases'),
    rateReads: 1_000_000,
    rateWrites: 1_000_000,
    poolSize: 8,
    // Bursts of a test are answered whole, however busy the machine is; the gate has tests of its own.
    overloadWaitMs: PATIENCE_MS,
    maxSockets: 1000,
    deadlines: PATIENT_DEADLINES,
    secondFactor: 'nobody',
    breachedPasswords: undefined,
    clamd: undefined,
    outboundHosts: undefined,
    askAgainMinutes: 1440,
    processes: 1,
    deviceOrigins: [],
    cardFormUrl: undefined,
    sandboxUrl: undefined,
    npdUrl: undefined,
    registry: undefined,
    mail: undefined,
    yardUrl: undefined,
    bankPageUrl: undefined,
    peerUrl: undefined,
    trustedProxies: [],
    loopbackWebhooks: true,
    files: { place: 'disk', s3: undefined },
    legacy: new Map(),
    logLevel: 'silent',
    keyFolders: [{ dir: dataDir }],
    secrets: {
      session: randomBytes(32),
      docHmac: randomBytes(32),
      payeeHmac: randomBytes(32),
      pcodeHmac: randomBytes(32),
    },
    ...overrides,
  }
}

// Prices and contamination of tests are free; their guards have tests of their own.
const FREE_RULES = { price_step_bp: 1_000_000, zasor_reason_bp: 10_000 }

async function addCompany(
  app: FastifyInstance,
  services: Services,
  name: string,
  inn: string,
  letter: string,
): Promise<TestCompany> {
  const { q } = services
  const id = uuidv7()
  await q
    .insertInto('company')
    .values({
      id,
      name: `ООО «${name}»`,
      short_name: name,
      inn,
      kpp: '773601001',
      ogrn: '1027700132195',
      legal_address: 'г. Москва, ул. Складская, д. 1',
      phone: '+74951234567',
      director_position: 'Генеральный директор',
      director_name: 'Смирнов Пётр Ильич',
      licence_number: 'Л-77-001',
      licence_date: '2024-02-01',
      licence_authority: 'Правительство Москвы',
      settings: JSON.stringify({ modules: [...moduleTags], modules_cfg: {}, rules: FREE_RULES }),
      status: 'active',
    })
    .execute()
  const siteId = uuidv7()
  await q
    .insertInto('site')
    .values({
      company_id: id,
      id: siteId,
      name: 'Площадка 1',
      address: 'г. Москва, ул. Складская, д. 1',
      is_default: true,
    })
    .execute()
  await addInstrument(q, id)
  const posts = [1, 2, 3].map((number) => ({ id: uuidv7(), number }))
  await q
    .insertInto('post')
    .values(
      posts.map((post) => ({
        company_id: id,
        id: post.id,
        site_id: siteId,
        number: post.number,
        kind: post.number === 1 ? 'truck' : 'platform',
        title: `Пост ${post.number}`,
      })),
    )
    .execute()
  const columnId = uuidv7()
  await q
    .insertInto('price_column')
    .values({ company_id: id, id: columnId, title: 'Основная', order: 1, is_default: true })
    .execute()
  const operator = await addPerson(app, services, id, `operator-${letter}`, 'USER', ['OPERATOR'])
  const both = ['OPERATOR', 'MANAGER']
  const manager = await addPerson(app, services, id, `manager-${letter}`, 'USER', both)
  const user = await addPerson(app, services, id, `user-${letter}`, 'USER', [])
  return {
    id,
    siteId,
    posts,
    columnId,
    operator,
    manager,
    user,
    db: { q, companyId: id, caller: SERVER_CALLER, services },
  }
}

/** The password of every person in the world. */
export const worldPassword = 'vesy-tara-netto-7'
// One hash for a whole test file: making it is meant to be slow.
let worldHash: Promise<string> | undefined
let pins = 480_173

/** A signed-in person with a PIN; the session row and its token are real, only the password was skipped. */
export async function addPerson(
  app: FastifyInstance,
  services: Services,
  companyId: string | null,
  login: string,
  role: 'SUPERVISOR' | 'USER',
  roles: readonly string[],
): Promise<Person> {
  const id = uuidv7()
  const pcode = String((pins += 7919)).slice(0, 6)
  const { q, config } = services
  await q
    .insertInto('app_user')
    .values({
      id,
      company_id: companyId,
      login,
      full_name: `Иванова ${login}`,
      role,
      roles: [...roles],
      password_hash: await (worldHash ??= hashPassword(worldPassword)),
      status: 'active',
      ...(companyId && {
        pcode_hmac: keyedHash(config.secrets.pcodeHmac, companyId, pcode),
        pcode_set_at: new Date().toISOString(),
      }),
    })
    .execute()
  return { id, login, pcode, api: apiOf(app, await signIn(services, id)) }
}

/** A new sign-in of a person: session row and bearer token. */
export async function signIn(services: Services, userId: string): Promise<string> {
  const jti = uuidv7()
  const exp = Math.floor(Date.now() / 1000) + 12 * 3600
  const expires_at = new Date(exp * 1000).toISOString()
  await services.q
    .insertInto('session')
    .values({ jti, user_id: userId, expires_at, address: '127.0.0.1', agent: 'test' })
    .execute()
  return signTicket(services.tokenKeys, { jti, userId, exp })
}
