/** What of an error may stand in the log: never a value of a row, a parameter or a body. */
export interface SafeError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: SafeError
  /** Names from the schema, which hold no personal data. */
  readonly schema_names?: Readonly<Record<string, string>>
}

const MAX_DEPTH = 4
const MAX_TEXT = 2000

/**
 * An error by an allow-list of its fields. PostgreSQL puts the failing row into `detail`, the values of statements into
 * `where` and `internalQuery`, and the value that it could not read into the message: of all these only names are kept.
 */
export function safeError(error: unknown, depth = 0, outer = new Set<string>()): SafeError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' }
  const { code } = error as { code?: unknown }
  const names = schemaNames(error)
  const frames = framesOf(error)
  return {
    type: error.name,
    message: safeMessage(error),
    ...(typeof code === 'string' && { code: code.slice(0, 60) }),
    ...(names && { schema_names: names }),
    stack: frames.filter((frame) => !outer.has(frame)).join('\n'),
    ...(error.cause !== undefined &&
      depth < MAX_DEPTH && {
        cause: safeError(error.cause, depth + 1, new Set([...outer, ...frames])),
      }),
  }
}

const NAMES: ReadonlySet<string> = new Set([
  'severity',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'routine',
])

function schemaNames(error: Error): Record<string, string> | undefined {
  if (!isFromDatabase(error)) return undefined
  const nameFields = Object.entries(error).filter(([name]) => NAMES.has(name))
  return Object.fromEntries(nameFields.filter(([, value]) => typeof value === 'string'))
}

function isFromDatabase(error: Error): boolean {
  return 'severity' in error && 'routine' in error
}

// Data exceptions of PostgreSQL and the reader of JSON quote what they could not read.
const QUOTED_TEXT = /"[^"]*"(?:\.\.\.)?/g

function safeMessage(error: Error): string {
  const code = String((error as { code?: unknown }).code ?? '')
  const quotesData =
    error instanceof SyntaxError || (isFromDatabase(error) && !/^(23|42)/.test(code))
  const text = quotesData ? error.message.replaceAll(QUOTED_TEXT, '"…"') : error.message
  return maskText(text).slice(0, MAX_TEXT)
}

/** The frames alone: the first lines of a stack repeat the message, and a cause those of what it caused. */
function framesOf(error: Error): string[] {
  return (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
}

const MASKS: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '<token>'],
  [/\bprk_[\w-]{20,}/g, '<token>'],
  [/\bwhsec_[\w+/-]{20,}=*/g, '<token>'],
  [/\bBearer\s+\S+/gi, '<token>'],
  [/(\w+:\/\/[^\s:/@]+):[^\s@]+@/g, '$1:<password>@'],
  // Cards and accounts, passports, and phones: runs of digits that are no part of an id.
  [/(?<![\w-])(?:\d[ -]?){15,20}(?![\w-])/g, '<digits>'],
  [/(?<![\w-])\d{2} ?\d{2}[ -]?\d{6}(?![\w-])/g, '<document>'],
  [/(?<!\w)(?:\+7|8)[ (-]*\d{3}[ )-]*\d{3}[ -]?\d{2}[ -]?\d{2}(?!\w)/g, '<phone>'],
]

/** Behind the allow-lists: what looks like a secret or a person in free text. */
function maskText(text: string): string {
  return MASKS.reduce((masked, [pattern, word]) => masked.replaceAll(pattern, word), text)
}
