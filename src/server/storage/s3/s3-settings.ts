import * as z from 'zod/mini'
import type { PlaceName } from '../storage-key.ts'

/** A bucket and the key that opens it. */
export interface S3Settings {
  readonly endpoint: URL
  readonly region: string
  readonly bucket: string
  readonly keyId: string
  readonly secret: string
  /** Before each name: empty, or ends with a slash. */
  readonly prefix: string
  /** Where the bucket stands in an address: `endpoint/bucket/name` or `bucket.endpoint/name`. */
  readonly style: 'path' | 'virtual'
}

export interface FileSettings {
  /** Where new files go. */
  readonly place: PlaceName
  readonly s3: S3Settings | undefined
}

const word = (pattern: RegExp, expected: string) => z.string().check(z.regex(pattern, expected))

const SETTINGS = {
  S3_ENDPOINT: z
    .string()
    .check(
      z.refine(
        isEndpoint,
        'нужен адрес вида https://s3.example.ru без пути; http только для этого компьютера',
      ),
    ),
  S3_REGION: z._default(word(/^[a-z0-9-]{1,60}$/, 'нужно имя вида ru-central1'), 'us-east-1'),
  S3_BUCKET: word(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    'нужно имя корзины: a-z, 0-9, точка, дефис',
  ),
  S3_KEY_ID: word(/^[\x21-\x7e]{1,200}$/, 'нужен идентификатор ключа без пробелов'),
  S3_SECRET: word(/^[\x21-\x7e]{1,400}$/, 'нужен секрет ключа без пробелов'),
  S3_PREFIX: z._default(
    word(/^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*\/?$/, 'нужны папки вида priyomka/files'),
    '',
  ),
  S3_STYLE: z._default(z.enum(['path', 'virtual'], 'path или virtual'), 'path'),
}
const PLACE = z._default(z.enum(['disk', 's3'], 'disk или s3'), 'disk')

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Files hold passports: they leave this machine over TLS alone. */
function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname, search, hash, username } = new URL(text)
  const isBare = pathname === '/' && search === '' && hash === '' && username === ''
  return isBare && (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname)))
}

/** `FILES_IN` and `S3_*`; `problems` name every bad setting. One of `S3_*` needs all that have no default. */
export function fileSettings(env: Readonly<Record<string, string | undefined>>): {
  files: FileSettings
  problems: string[]
} {
  const problems: string[] = []
  const place = z.safeParse(PLACE, env['FILES_IN'])
  if (!place.success) problems.push(`FILES_IN: ${place.error.issues[0]!.message}`)
  const isNamed = Object.keys(SETTINGS).some((name) => env[name] !== undefined)
  if (!isNamed) {
    if (place.data === 's3')
      problems.push('FILES_IN: для s3 нужны S3_ENDPOINT, S3_BUCKET, S3_KEY_ID и S3_SECRET')
    return { files: { place: place.data ?? 'disk', s3: undefined }, problems }
  }
  const readSetting = (name: keyof typeof SETTINGS): string => {
    const parsed = z.safeParse(SETTINGS[name] as z.ZodMiniType<string>, env[name])
    if (parsed.success) return parsed.data
    const isUnset = env[name] === undefined
    problems.push(`${name}: ${isUnset ? 'не задано' : parsed.error.issues[0]!.message}`)
    return ''
  }
  const values = {
    endpoint: readSetting('S3_ENDPOINT'),
    region: readSetting('S3_REGION'),
    bucket: readSetting('S3_BUCKET'),
    keyId: readSetting('S3_KEY_ID'),
    secret: readSetting('S3_SECRET'),
    prefix: readSetting('S3_PREFIX').replace(/(?<=[^/])$/, '/'),
    style: readSetting('S3_STYLE') === 'virtual' ? 'virtual' : 'path',
  } as const
  const s3 = problems.length === 0 ? { ...values, endpoint: new URL(values.endpoint) } : undefined
  return { files: { place: place.data ?? 'disk', s3 }, problems }
}
