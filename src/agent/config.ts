import { homedir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { enrolCode } from '#contract/device/agent-enrol.ts'

/** Where browsers call the agent itself; without certificate files only this machine can. */
export interface DirectSettings {
  port: number
  host: string
  cert: string | null
  key: string | null
}

export interface Settings {
  /** Origin of the server; null until it is enrolled, when the identity tells. */
  serverUrl: URL | null
  /** Identity, last good configuration and memory of the scales; files of mode 0600. */
  dir: string
  allowLoopback: boolean
  clockFactor: number
  enrolCode: string | null
  /** Null = every call goes through the server. */
  direct: DirectSettings | null
  /** The program that reads RTSP cameras: a name on the path, or a whole path. */
  ffmpeg: string
  /** Where cameras are searched for: multicast of WS-Discovery, or a simulator on this machine. */
  probe: { host: string; port: number }
  /** Where plate cameras in push mode post to; null = nowhere. */
  posts: { port: number; host: string } | null
  /** File of the release key, set by the launcher alone; null = nothing could switch this program to another release. */
  releaseKey: string | null
}

const environment = z.object({
  SERVER_URL: z.optional(z.url({ protocol: /^https?$/, error: 'нужен адрес вида https://…' })),
  AGENT_DIR: z.optional(z.string().check(z.minLength(1))),
  AGENT_ALLOW_LOOPBACK: z.optional(z.enum(['0', '1'], 'нужно 0 или 1')),
  AGENT_CLOCK_FACTOR: z.optional(
    z.string().check(z.regex(/^([1-9]|[1-4]\d|50)$/, 'нужно целое число от 1 до 50')),
  ),
  AGENT_ENROL_CODE: z.optional(enrolCode),
  AGENT_DIRECT_PORT: z.optional(z.string().check(z.regex(/^\d{1,5}$/, 'нужен номер порта'))),
  AGENT_DIRECT_CERT: z.optional(z.string()),
  AGENT_DIRECT_KEY: z.optional(z.string()),
  AGENT_FFMPEG: z.optional(z.string().check(z.maxLength(500))),
  AGENT_PROBE_PORT: z.optional(z.string().check(z.regex(/^\d{1,5}$/, 'нужен номер порта'))),
  AGENT_POSTS_PORT: z.optional(z.string().check(z.regex(/^\d{1,5}$/, 'нужен номер порта'))),
  AGENT_RELEASE_KEY: z.optional(z.string()),
  // A stranger could pass for the server, which issues the keys of the scales.
  NODE_TLS_REJECT_UNAUTHORIZED: z.optional(
    z.literal('1', 'проверку сертификатов отключать нельзя'),
  ),
})

/** What a release starts with: the launcher's own settings, and the key that its successors are signed with. */
export const releaseEnvironment = (keyFile: string): NodeJS.ProcessEnv => ({
  ...process.env,
  AGENT_RELEASE_KEY: keyFile,
})

/** Reads the settings once at start; throws one line of words for every wrong variable. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success)
    throw badSettings(parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`))
  const values = parsed.data
  const settings = {
    serverUrl: values.SERVER_URL ? originOf(values.SERVER_URL) : null,
    dir: values.AGENT_DIR ?? join(homedir(), '.priyomka-agent'),
    allowLoopback: values.AGENT_ALLOW_LOOPBACK === '1',
    clockFactor: Number(values.AGENT_CLOCK_FACTOR ?? '1'),
    enrolCode: values.AGENT_ENROL_CODE ?? null,
    direct: directOf(values),
    ffmpeg: values.AGENT_FFMPEG ?? 'ffmpeg',
    posts: postsOf(values),
    releaseKey: values.AGENT_RELEASE_KEY ?? null,
    probe: probeOf(values),
  }
  if (settings.clockFactor > 1 && !settings.allowLoopback)
    throw badSettings(['AGENT_CLOCK_FACTOR: только вместе с AGENT_ALLOW_LOOPBACK=1'])
  return settings
}

function badSettings(lines: readonly string[]): Error {
  return new Error(['Неверные настройки:', ...lines.map((line) => `  ${line}`)].join('\n'))
}

function directOf(values: z.output<typeof environment>): DirectSettings | null {
  const { AGENT_DIRECT_PORT: port, AGENT_DIRECT_CERT: cert, AGENT_DIRECT_KEY: key } = values
  if (port === undefined) return null
  if (cert && key) return { port: Number(port), host: '0.0.0.0', cert, key }
  if (values.AGENT_ALLOW_LOOPBACK !== '1')
    throw badSettings(['AGENT_DIRECT_PORT: нужны AGENT_DIRECT_CERT и AGENT_DIRECT_KEY'])
  return { port: Number(port), host: '127.0.0.1', cert: null, key: null }
}

/** A simulator on this machine cannot be reached from outside. */
function postsOf(values: z.output<typeof environment>): Settings['posts'] {
  const { AGENT_POSTS_PORT: port, AGENT_ALLOW_LOOPBACK: loopback } = values
  if (port === undefined) return null
  return { port: Number(port), host: loopback === '1' ? '127.0.0.1' : '0.0.0.0' }
}

/** The simulator answers on loopback, where nothing is multicast. */
function probeOf(values: z.output<typeof environment>): Settings['probe'] {
  const { AGENT_PROBE_PORT: port, AGENT_ALLOW_LOOPBACK: loopback } = values
  if (port !== undefined && loopback === '1') return { host: '127.0.0.1', port: Number(port) }
  return { host: '239.255.255.250', port: 3702 }
}

/** Plain http is only for a server on this machine (devices.md 1.2). */
export function originOf(address: string): URL {
  const url = new URL(new URL(address).origin)
  if (url.protocol !== 'https:' && !isLoopback(url))
    throw badSettings([`SERVER_URL: для ${url.origin} нужен https`])
  return url
}

export function isLoopback(url: URL): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
}
