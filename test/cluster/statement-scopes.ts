/** One SELECT, INSERT, UPDATE or DELETE of a statement, apart from those within it. */
export interface Scope {
  /** Its own words; what stood in brackets is gone, be it a list, a call's values or a subquery. */
  readonly own: string
  /** Everything from its bracket to the closing one. */
  readonly whole: string
  /** Tables that it names itself, with the name that its columns have. */
  readonly tables: readonly { readonly name: string; readonly alias: string }[]
  readonly inner: readonly Scope[]
}

const BEGINS = /^\s*(?:select|with|insert|update|delete|values)\b/i
const FROM =
  /(?<!\bdistinct )\bfrom\s+(.*?)(?=\b(?:where|group by|order by|having|limit|union|returning|window|for (?:no key )?update)\b|$)/gi
const ITEM =
  /(?:^|,|\bjoin\s)\s*(?:lateral\s+)?(?:only\s+)?"?(\w+)"?(?!\w*\s*\()(?:\s+(?:as\s+)?"?(?!on\b|left\b|right\b|inner\b|cross\b|join\b|using\b)(\w+)"?)?/gi
const WORDS = new Set(['select', 'unnest', 'lateral', 'generate_series'])

/** The statement as a tree of scopes; texts in quotes are expected to be empty. */
export function scopesOf(statement: string): Scope {
  return scopeOf(statement.replaceAll(/\s+/g, ' '))
}

/** Each scope of a tree, the outermost first. */
export function everyScope(scope: Scope): Scope[] {
  return [scope, ...scope.inner.flatMap(everyScope)]
}

function scopeOf(whole: string): Scope {
  const inner: Scope[] = []
  const own = withoutBrackets(whole, (text) => inner.push(...scopesWithin(text)))
  const tables = [...own.matchAll(FROM)].flatMap(([, list]) =>
    [...list!.matchAll(ITEM)]
      .filter(([, name]) => !WORDS.has(name!.toLowerCase()))
      .map(([, name, alias]) => ({ name: name!, alias: alias ?? name! })),
  )
  return { own, whole, tables, inner }
}

/** A bracket is a scope, or a list or a call that may hold some. */
function scopesWithin(text: string): Scope[] {
  if (BEGINS.test(text)) return [scopeOf(text)]
  const inner: Scope[] = []
  withoutBrackets(text, (deeper) => inner.push(...scopesWithin(deeper)))
  return inner
}

function withoutBrackets(text: string, meet: (within: string) => void): string {
  let own = ''
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!
    if (letter === '(' && depth++ === 0) start = at + 1
    if (letter === ')' && --depth === 0) {
      meet(text.slice(start, at))
      own += '()'
    } else if (depth === 0) own += letter
  }
  return own
}
