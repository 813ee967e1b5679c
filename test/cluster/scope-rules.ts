import { everyScope, scopesOf, type Scope } from './statement-scopes.ts'

/** Where the rows of each table lie. */
export interface Places {
  readonly ofCompanies: ReadonlySet<string>
  readonly everywhere: ReadonlySet<string>
  /** Of those everywhere, what the serving role may only add to. */
  readonly grows: ReadonlySet<string>
}

interface ScopeRule {
  readonly says: string
  breaks(scope: Scope, places: Places): boolean
}

const VOLATILE = /\b(?:clock_timestamp|random|gen_random_uuid|trail_micros|nextval)\s*\(/i
const MOMENT = /\b(?:now|clock_timestamp|statement_timestamp)\s*\(/i
/** A value of the statement, a moment of it or a text: no column. */
const FIXED =
  /\$\d+(?:::\w+(?:\[\])?)?|''(?:::\w+)?|\bnow\(\)|\bat time zone\b|\b\w+(?=\()|\b(?:null|true|false|\d+)\b/gi

/** Calls of one of these functions within a text, with their arguments. */
function callsOf(name: RegExp, text: string): string[] {
  const found: string[] = []
  for (const { index, 0: head } of text.matchAll(name)) {
    let depth = 1
    let end = index + head.length
    while (end < text.length && depth > 0) depth += { '(': 1, ')': -1 }[text[end++]!] ?? 0
    found.push(text.slice(index + head.length, end - 1))
  }
  return found
}

/** What of an UPDATE a machine reckons: its words without those of subqueries, which are answered first. */
function updateWords({ own, whole, inner }: Scope): string {
  if (!/\bupdate\b/i.test(own)) return ''
  let words = whole
  for (const { whole: within } of inner) words = words.replace(within, '')
  return words.slice(words.search(/\bupdate\b/i))
}

const isOver = (scope: Scope, tables: ReadonlySet<string>) =>
  scope.tables.some(({ name }) => tables.has(name))

/** Scopes within that read companies and name a column of a table without. */
function leansOnCommon(scope: Scope, { ofCompanies, everywhere }: Places): boolean {
  if (isOver(scope, ofCompanies)) return false
  const common = scope.tables.filter(({ name }) => everywhere.has(name))
  return scope.inner
    .flatMap(everyScope)
    .some(
      (within) =>
        isOver(within, ofCompanies) &&
        common.some(({ alias }) => new RegExp(`(?<!\\w)"?${alias}"?\\.`).test(within.whole)),
    )
}

const RULES: readonly ScopeRule[] = [
  {
    says: 'a subquery of companies names no column of a table that lies everywhere',
    breaks: leansOnCommon,
  },
  {
    says: 'rows of a function LEFT JOIN a subquery of companies, not their table: that ends the coordinator',
    breaks: ({ own, whole }, { ofCompanies }) =>
      /\bfrom \w+\(\)/i.test(own) &&
      !/(?<!\bor )\b\w*\.?"?company_id"? = \$\d/i.test(own) &&
      ([...own.matchAll(/\bleft join (\w+)/gi)].some(([, name]) => ofCompanies.has(name!)) ||
        callsOf(/\bleft join lateral \(/gi, whole).some((text) =>
          isOver(scopesOf(text), ofCompanies),
        )),
  },
  {
    says: 'a statement over all companies reckons in a subquery, not in LATERAL without a table',
    breaks: (scope, { ofCompanies }) =>
      isOver(scope, ofCompanies) &&
      !/company_id"? = (?:any\()?\$\d/i.test(scope.whole) &&
      callsOf(/\blateral \(/gi, scope.whole).some((text) => {
        const within = scopesOf(text)
        return /\bselect\b/i.test(within.own) && !/\bfrom\b/i.test(within.own)
      }),
  },
  {
    says: 'a statement over all companies has no subquery of a table that lies everywhere with one of companies within',
    breaks: (scope, places) =>
      isOver(scope, places.ofCompanies) &&
      !/company_id"? = (?:any\()?\$\d/i.test(scope.whole) &&
      scope.inner
        .flatMap(everyScope)
        .some(
          (within) =>
            !isOver(within, places.ofCompanies) &&
            isOver(within, places.everywhere) &&
            within.inner.flatMap(everyScope).some((deeper) => isOver(deeper, places.ofCompanies)),
        ),
  },
  {
    says: 'UPDATE and DELETE find their rows by no UNION with values that come from no table',
    breaks: (scope, { ofCompanies }) =>
      /^\s*(?:update|delete)\b/i.test(scope.own) &&
      scope.inner.flatMap(everyScope).some((within) => {
        const parts = within.own.split(/\bunion(?: all)?\b/i)
        return (
          isOver(within, ofCompanies) &&
          parts.length > 1 &&
          parts.some((part) => !/\bfrom\b/i.test(part))
        )
      }),
  },
  {
    says: 'UPDATE asks a clock or chance in a subquery',
    breaks: (scope) => VOLATILE.test(updateWords(scope)),
  },
  {
    says: 'UPDATE adds no interval to a column: the sum is made in a subquery, or of texts of UTC',
    breaks: (scope) => {
      const [set = ''] =
        /\bset\b.*?(?=\bfrom\b|\bwhere\b|\breturning\b|$)/i.exec(updateWords(scope)) ?? []
      return /(?<![\w$:.)])(?:"?\w+"?\.)?"?[a-z_]\w*"? [-+] (?:\$\d+ \* )?interval\b/i.test(set)
    },
  },
  {
    says: 'COALESCE and CASE of an UPDATE take a moment from a subquery',
    breaks: (scope) => {
      const words = updateWords(scope)
      return (
        callsOf(/\bcoalesce\(/gi, words).some((text) => MOMENT.test(text)) ||
        [...words.matchAll(/\bcase\b.*?\bend\b/gi)].some(([text]) => MOMENT.test(text))
      )
    },
  },
  {
    says: 'UPDATE makes JSON of its columns in a subquery',
    breaks: (scope) =>
      callsOf(/\b(?:jsonb_build_(?:object|array)|to_jsonb?|to_char)\(/gi, updateWords(scope)).some(
        (text) => /[a-z]/i.test(text.replaceAll(FIXED, '')),
      ),
  },
  {
    says: 'what only grows and lies everywhere is added to without ON CONFLICT, whose lock asks for more rights',
    breaks: ({ own }, { grows }) => {
      const table = /\binsert into "?(\w+)/i.exec(own)?.[1]
      return table !== undefined && grows.has(table) && /\bon conflict\b/i.test(own)
    },
  },
  {
    says: 'a cluster has several functions of this name: the type of the argument is said',
    breaks: ({ whole }) => /\bpg_(?:cancel|terminate)_backend\(\$\d+\)/i.test(whole),
  },
]

/** The rules about parts of a statement that it breaks; without texts in quotes. */
export function brokenScopes(words: string, places: Places): string[] {
  const scopes = everyScope(scopesOf(words))
  return RULES.filter((rule) => scopes.some((scope) => rule.breaks(scope, places))).map(
    ({ says }) => says,
  )
}
