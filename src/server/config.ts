import path from 'node:path'
import * as z from 'zod/mini'
import { backupSettings, type BackupSettings } from './backup/backup-settings.ts'
import { DEADLINES, type Deadlines } from './deadlines.ts'
import { defaultSockets, mostSockets } from './settings/file-limit.ts'
import { cardFormUrl, origins, proxies } from './settings/address-settings.ts'
import { openLineProblems, waivedLines } from './settings/open-lines.ts'
import { legacySources, type LegacySource } from './settings/legacy-settings.ts'
import { mailSettings, type MailSettings } from './settings/mail-settings.ts'
import { protectionSettings, type ProtectionSettings } from './settings/protection-settings.ts'
import { metricsSettings, type MetricsSettings } from './settings/metrics-settings.ts'
import { registrySettings, type RegistrySettings } from './settings/registry-settings.ts'
import { readSecrets, type Secrets } from './settings/secret-files.ts'
import { withFiles } from './settings/settings-from-files.ts'
import { traceSettings } from './settings/trace-settings.ts'
import { BadKey, type KeyFolder } from './storage/key-files.ts'
import { fileSettings, type FileSettings } from './storage/s3/s3-settings.ts'

/** Why the server does not start: every bad setting at once, each with what is expected. */
export class BadSettings extends Error {}

/** The end of a start: what the person at the console can mend is said in words, a bug keeps its stack. */
export function endInWords(error: unknown): never {
  if (!(error instanceof BadSettings)) throw error
  console.error(error.message)
  process.exit(2)
}

const wholeNumber = (min: number, max: number, fallback: number) =>
  z.pipe(
    z._default(z.string().check(z.regex(/^\d{1,9}$/, 'нужно целое число')), String(fallback)),
    z.pipe(
      z.transform((v: string) => Number(v)),
      z.number().check(z.minimum(min, `не меньше ${min}`), z.maximum(max, `не больше ${max}`)),
    ),
  )
const isOne = z.transform((v: '0' | '1') => v === '1')
const zeroOrOne = z.enum(['0', '1'], 'нужно 0 или 1')
const flag = z.pipe(z._default(zeroOrOne, '0'), isOne)
const isUrl = (protocols: readonly string[]) =>
  z
    .string()
    .check(
      z.refine(
        (v) => URL.canParse(v) && protocols.includes(new URL(v).protocol),
        `нужен адрес вида ${protocols[0]}//…`,
      ),
    )

const Environment = z.object({
  PORT: wholeNumber(0, 65_535, 8080),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), 'data'),
  DATABASE_URL: isUrl(['postgres:', 'postgresql:']),
  DATABASE_OWNER_URL: z.optional(isUrl(['postgres:', 'postgresql:'])),
  DATABASE_STANDBY_URL: z.optional(isUrl(['postgres:', 'postgresql:'])),
  PUBLIC_URL: z.optional(isUrl(['https:', 'http:'])),
  SECRETS_DIR: z.optional(z.string()),
  CREDENTIALS_DIRECTORY: z.optional(z.string()),
  DEMO: flag,
  WEB_DIR: z._default(z.string(), 'dist/web'),
  AGENT_RELEASES_DIR: z.optional(z.string()),
  RATE_READS: wholeNumber(1, 1_000_000, 120),
  RATE_WRITES: wholeNumber(1, 1_000_000, 60),
  POOL_SIZE: wholeNumber(2, 100, 16),
  OVERLOAD_WAIT_MS: wholeNumber(80, 60_000, 800),
  MAX_SOCKETS: wholeNumber(64, mostSockets(), defaultSockets()),
  ASK_AGAIN_MINUTES: wholeNumber(1, 60, 5),
  PROCESSES: wholeNumber(1, 16, 1),
  TRUSTED_PROXIES: proxies,
  DEVICE_ORIGINS: origins,
  CARD_FORM_URL: cardFormUrl,
  BANK_SANDBOX_URL: z.optional(isUrl(['http:'])),
  YARD_URL: z.optional(isUrl(['http:'])),
  BANK_PAGE_URL: z.optional(isUrl(['http:'])),
  TLS_WAIVED: waivedLines,
  PEER_URL: z.optional(isUrl(['http:', 'https:'])),
  NPD_CHECK_URL: z.optional(isUrl(['https:', 'http:'])),
  SMTP_URL: z.optional(isUrl(['smtps:', 'smtp:'])),
  MAIL_FROM: z.optional(z.string().check(z.email('нужен адрес вида priemka@example.ru'))),
  LOG_LEVEL: z._default(
    z.enum(['silent', 'error', 'warn', 'info', 'debug'], 'silent, error, warn, info или debug'),
    'info',
  ),
  // A stranger could pass for a bank, another process or an old database.
  NODE_TLS_REJECT_UNAUTHORIZED: z.optional(
    z.literal('1', 'проверку сертификатов отключать нельзя'),
  ),
})

export type Config = Readonly<{
  port: number
  host: string
  dataDir: string
  databaseUrl: string
  /** The owner of the tables, who migrates; unset: the database is migrated already. */
  ownerUrl: string | undefined
  /** A copy that PostgreSQL keeps, from which reports are read where it proves itself; none by default. */
  standbyUrl?: string | undefined
  /** The address in QR codes, links and tokens; never taken from a request. */
  publicUrl: string
  demo: boolean
  webDir: string
  /** Signed releases that agents may fetch; an empty folder or none offers nothing. */
  agentReleasesDir: string
  rateReads: number
  rateWrites: number
  poolSize: number
  /** The longest wait of a call in a burst before it is refused. */
  overloadWaitMs: number
  /** Connections of callers that the process holds at once. */
  maxSockets: number
  deadlines: Deadlines
  /** How long a sign-in is enough for what lets an account be taken over. */
  askAgainMinutes: number
  /** Server processes over one database: each lets its share of every limit of calls through. */
  processes: number
  /** Origins of agents that browsers may call directly (devices.md 1.4); nothing else leaves our origin. */
  deviceOrigins: readonly string[]
  /** Another name of this server under which a bank's own form of a card has an origin; none: that page has no origin. */
  cardFormUrl: string | undefined
  /** Addresses and networks whose X-Forwarded-For is trusted; from other clients it is only a header. */
  trustedProxies: readonly string[]
  /** The bank simulator's address: the only non-https bank address that is ever allowed, and only in demo. */
  sandboxUrl: string | undefined
  /** The page that drives trucks onto the training yard's scales, and only in demo. */
  yardUrl: string | undefined
  bankPageUrl: string | undefined
  /** Where other processes of this installation reach this one, when they are on another machine. */
  peerUrl: string | undefined
  /** Whether events may go to a program on this machine, over http too: in demo only. */
  loopbackWebhooks: boolean
  /** Where the bytes of files are. */
  files: FileSettings
  /** Previous databases by name, from which a company may copy suppliers (domain.md 10). */
  legacy: ReadonlyMap<string, LegacySource>
  /** The public check of self-employed people at the tax service; without it a person marks what its page shows. */
  npdUrl: string | undefined
  /** The service that tells requisites by ИНН; without it they are typed. */
  registry: RegistrySettings | undefined
  /** The mail server; without it notices stay in the bell and links are handed over by a person. */
  mail: MailSettings | undefined
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  /** Where backups of this installation go; without it nobody is told that there is none. */
  backup?: BackupSettings | undefined
  /** A listener of its own for what watches the server; none by default. */
  metrics?: MetricsSettings | undefined
  /** A collector of traces; none by default. */
  tracesUrl?: string | undefined
  secrets: Secrets
  /** Where the keys lie that close fields; they are read while the server runs. */
  keyFolders: readonly KeyFolder[]
}> &
  ProtectionSettings

/** Parses the environment once; throws BadSettings that names every bad value. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const { value, legacy, files, backup, mail, metrics, tracesUrl, publicUrl, ...guards } =
    parseEnvironment(env)
  const keyFolders = keyFoldersOf(value)
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: path.resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    ownerUrl: value.DATABASE_OWNER_URL,
    standbyUrl: value.DATABASE_STANDBY_URL,
    publicUrl,
    demo: value.DEMO,
    webDir: path.resolve(value.WEB_DIR),
    agentReleasesDir: path.resolve(
      value.AGENT_RELEASES_DIR ?? path.join(value.DATA_DIR, 'agent-releases'),
    ),
    rateReads: value.RATE_READS,
    rateWrites: value.RATE_WRITES,
    poolSize: value.POOL_SIZE,
    overloadWaitMs: value.OVERLOAD_WAIT_MS,
    maxSockets: value.MAX_SOCKETS,
    deadlines: DEADLINES,
    ...guards.protection,
    askAgainMinutes: value.ASK_AGAIN_MINUTES,
    processes: value.PROCESSES,
    deviceOrigins: value.DEVICE_ORIGINS,
    cardFormUrl: value.CARD_FORM_URL,
    trustedProxies: value.TRUSTED_PROXIES,
    sandboxUrl: value.DEMO ? value.BANK_SANDBOX_URL : undefined,
    yardUrl: value.DEMO ? value.YARD_URL : undefined,
    bankPageUrl: value.DEMO ? value.BANK_PAGE_URL : undefined,
    peerUrl: value.PEER_URL?.replace(/\/+$/, ''),
    loopbackWebhooks: value.DEMO,
    files,
    legacy: legacy.sources,
    npdUrl: value.NPD_CHECK_URL,
    registry: guards.registry,
    mail,
    logLevel: value.LOG_LEVEL,
    backup,
    metrics,
    tracesUrl,
    keyFolders,
    secrets: readInWords(() => readSecrets(keyFolders, value.DEMO)),
  }
}

/** What systemd hands over first; new keys are made in the folder that comes last. */
export function keyFoldersOf(value: {
  readonly SECRETS_DIR?: string | undefined
  readonly CREDENTIALS_DIRECTORY?: string | undefined
  readonly DATA_DIR: string
}): KeyFolder[] {
  const { SECRETS_DIR: secretsDir, CREDENTIALS_DIRECTORY: credentials, DATA_DIR: dataDir } = value
  const own = { dir: path.resolve(secretsDir ?? path.join(dataDir, 'secrets')) }
  return credentials ? [{ dir: credentials, bySystemd: true }, own] : [own]
}

/** The same for a command that needs no other setting. */
export function readKeyFolders(env: NodeJS.ProcessEnv = process.env): KeyFolder[] {
  const named = { DATA_DIR: true, SECRETS_DIR: true, CREDENTIALS_DIRECTORY: true } as const
  return keyFoldersOf(z.parse(z.pick(Environment, named), withFiles(env).settings))
}

/** A bad key ends the start as a bad setting does. */
function readInWords<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof BadKey)) throw error
    throw new BadSettings(`Неверные настройки:\n  SECRETS_DIR: ${error.message}`)
  }
}

/** Every bad value before anything is opened or made on the disk; throws as `readConfig` does. */
export function parseEnvironment(env: NodeJS.ProcessEnv = process.env) {
  const { settings, problems: ofSecrets } = withFiles(env)
  const parsed = z.safeParse(Environment, settings)
  const legacy = legacySources(settings)
  const { files, problems } = fileSettings(settings)
  const { backup, problems: ofBackup } = backupSettings(settings)
  const { metrics, problems: ofMetrics } = metricsSettings(settings)
  const { tracesUrl, problems: ofTraces } = traceSettings(settings)
  const { protection, problems: ofGuards } = protectionSettings(settings)
  const { registry, problems: ofRegistry } = registrySettings(settings)
  const { mail, problems: ofMail } = mailSettings(parsed.data?.SMTP_URL, parsed.data?.MAIL_FROM)
  const open = parsed.data ? openLineProblems(parsed.data, legacy.sources, metrics?.host) : []
  const ofParts = [
    ...problems,
    ...ofBackup,
    ...ofMetrics,
    ...ofTraces,
    ...ofRegistry,
    ...ofMail,
    ...ofGuards,
    ...ofSecrets,
  ]
  const others = [...legacy.problems, ...ofParts, ...open]
  if (!parsed.success || others.length > 0)
    throw new BadSettings(describe(parsed.error?.issues ?? [], others))
  const value = parsed.data
  const publicUrl = (value.PUBLIC_URL ?? `http://127.0.0.1:${value.PORT}`).replace(/\/+$/, '')
  refuseUnsafe(value.DEMO, value.HOST, publicUrl)
  if (value.CARD_FORM_URL === new URL(publicUrl).origin)
    throw new BadSettings(
      'Неверные настройки:\n  CARD_FORM_URL: нужно другое имя, чем у PUBLIC_URL',
    )
  const parts = { legacy, files, backup, mail, metrics, tracesUrl, protection, registry }
  return { value, ...parts, publicUrl }
}

function describe(issues: readonly z.core.$ZodIssue[], others: readonly string[]): string {
  const lines = issues.map((issue) => {
    const missing = issue.code === 'invalid_type'
    return `  ${issue.path.filter((part) => typeof part === 'string').join('.')}: ${missing ? 'не задано' : issue.message}`
  })
  const all = [...lines, ...others.map((line) => `  ${line}`)]
  return ['Неверные настройки:', ...new Set(all)].join('\n')
}

/** Demo data never meet the outside, and without TLS the server is reachable from this machine only. */
function refuseUnsafe(demo: boolean, host: string, publicUrl: string): void {
  const isLoopback = ['127.0.0.1', 'localhost', '::1'].includes(host)
  if (demo && !isLoopback)
    throw new BadSettings(
      'Неверные настройки:\n  HOST: учебный режим доступен только с этого компьютера (127.0.0.1)',
    )
  if (!demo && !isLoopback && !publicUrl.startsWith('https:'))
    throw new BadSettings(
      'Неверные настройки:\n  PUBLIC_URL: без https сервер открывается только на 127.0.0.1',
    )
}
