import { ownValue } from '#contract/core/own-value.ts'
import * as z from 'zod/mini'

/** A previous database from which companies may copy suppliers (domain.md 10); read only, named in the configuration alone. */
export interface LegacySource {
  readonly name: string
  readonly kind: 'postgres' | 'mysql' | 'csv'
  readonly url: string
  /** One SELECT; empty for a file. */
  readonly query: string
  /** What the source calls our columns where it calls them otherwise: `phone` → `Телефон`. */
  readonly columns: Readonly<Record<string, string>>
  /** How long a question may take, the wait for its turn included. */
  readonly deadlineMs: number
}

const KINDS: Record<string, LegacySource['kind']> = {
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
  'mysql:': 'mysql',
  'mariadb:': 'mysql',
  'file:': 'csv',
}
// A company has one previous database; an installation has a few companies.
const MAX_SOURCES = 20
const NAME = /^LEGACY_([A-Z0-9]{1,30})_(URL|QUERY|COLUMNS|SECONDS)$/

const address = z.string().check(
  z.maxLength(2000),
  z.refine(
    (v) => URL.canParse(v) && ownValue(KINDS, new URL(v).protocol) !== undefined,
    'нужен адрес вида postgres://…, mysql://… или file:///….csv',
  ),
)
// One statement is wrapped into ours: a semicolon would end it and begin another.
const select = z
  .string()
  .check(
    z.maxLength(20_000),
    z.regex(/^\s*(select|with)\b[^;]*$/i, 'нужен один запрос SELECT без точки с запятой'),
  )
const mapping = z
  .string()
  .check(
    z.maxLength(4000),
    z.regex(
      /^[a-z_]{1,40}=[^=;]{1,100}(;[a-z_]{1,40}=[^=;]{1,100})*;?$/,
      'нужны пары «phone=Телефон» через точку с запятой',
    ),
  )

// domain.md 10 asks for five; a large file on a slow disk may be given more, as long as a person goes on waiting.
const seconds = z.string().check(z.regex(/^([1-9]|[1-5]\d|60)$/, 'нужно целое число от 1 до 60'))
const DEFAULT_SECONDS = '5'

/** The sources of `LEGACY_<NAME>_URL`, `_QUERY`, `_COLUMNS`, `_SECONDS` by name in lower case; `problems` name every bad setting. */
export function legacySources(env: Readonly<Record<string, string | undefined>>): {
  sources: ReadonlyMap<string, LegacySource>
  problems: string[]
} {
  const sources = new Map<string, LegacySource>()
  const problems: string[] = []
  const names = new Set(Object.keys(env).flatMap((key) => NAME.exec(key)?.[1] ?? []))
  if (names.size > MAX_SOURCES) problems.push(`LEGACY_*: не больше ${MAX_SOURCES} старых баз`)
  const readSetting = (key: string, schema: z.ZodMiniType<string>, needed: boolean): string => {
    const value = env[key]
    if (value === undefined && !needed) return ''
    const parsed = z.safeParse(schema, value)
    if (parsed.success) return parsed.data
    problems.push(`${key}: ${value === undefined ? 'не задано' : parsed.error.issues[0]!.message}`)
    return ''
  }
  for (const name of [...names].slice(0, MAX_SOURCES)) {
    const url = readSetting(`LEGACY_${name}_URL`, address, true)
    if (url === '') continue
    const kind = ownValue(KINDS, new URL(url).protocol)!
    const query = readSetting(`LEGACY_${name}_QUERY`, select, kind !== 'csv')
    const pairs = readSetting(`LEGACY_${name}_COLUMNS`, mapping, false).split(';').filter(Boolean)
    const columns = Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]))
    const deadlineMs =
      Number(readSetting(`LEGACY_${name}_SECONDS`, seconds, false) || DEFAULT_SECONDS) * 1000
    const key = name.toLowerCase()
    sources.set(key, { name: key, kind, url, query, columns, deadlineMs })
  }
  return { sources, problems }
}
