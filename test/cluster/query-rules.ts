import { brokenScopes, type Places } from './scope-rules.ts'

/** What a moment or a listener answers differs by machine: Citus refuses such words in some places of a statement. */
const MOVING =
  /\b(?:now|clock_timestamp|statement_timestamp|trail_micros|random|gen_random_uuid|current_setting|pg_notify)\s*\(/i

/** Tries are counted by the clock of the coordinator, where their table lies (`spread-plan.ts`). */
const ON_COORDINATOR = /\binsert into "?(?:login_attempt|schema_migration)\b/i

interface Rule {
  readonly says: string
  breaks(text: string): boolean
}

/** Without the words in quotes and the values. */
const bare = (text: string) => text.replaceAll(/'(?:[^']|'')*'/g, "''").replaceAll(/\s+/g, ' ')

/** The part of a statement from one word on, up to the next. */
function after(text: string, from: RegExp, to: RegExp): string {
  const start = from.exec(text)
  if (!start) return ''
  const rest = text.slice(start.index + start[0].length)
  const end = to.exec(rest)
  return end ? rest.slice(0, end.index) : rest
}

const RULES: readonly Rule[] = [
  {
    says: 'ON CONFLICT DO UPDATE SET takes no moment: `excluded` has the one of the new row',
    breaks: (text) => MOVING.test(after(text, /\bdo update set\b/i, /\breturning\b|$/i)),
  },
  {
    says: 'RETURNING takes no moment',
    breaks: (text) =>
      MOVING.test(after(text, /\breturning\b/i, /\)\s*(?:select|insert|update)\b|$/i)),
  },
  {
    says: 'VALUES hold no subquery: its answer is asked for first',
    breaks: (text) =>
      /\bselect\b/i.test(
        after(text, /^\s*insert into [^(]*\([^)]*\) values\b/i, /\bon conflict\b|\breturning\b|$/i),
      ),
  },
  {
    says: 'INSERT … SELECT takes its company from a table that lies beside, or has RETURNING or ON CONFLICT: else its rows come by COPY',
    breaks: (text) => {
      const [, company, from] =
        /\binsert into "?\w+"?(?: as \w+)? \("?company_id"?[^)]*\) select (.*?),.*?\bfrom (.*)/i.exec(
          text,
        ) ?? []
      return (
        company !== undefined &&
        from !== undefined &&
        !/^\(?"?\w+"?\."?company_id"?$/.test(company) &&
        !/\b(?:returning|on conflict)\b/i.test(from)
      )
    },
  },
  {
    says: 'listeners are told at the commit or by a statement of its own',
    breaks: (text) =>
      /\bpg_notify\s*\(/i.test(text) &&
      /\b(?:from|join|into|update)\s+"?[a-z]/i.test(text.replace(/\bfrom unnest\([^)]*\)/i, '')),
  },
  {
    says: 'SET LOCAL tells the machines, set_config does not',
    breaks: (text) => /\bset_config\([^)]*,\s*true\s*\)/i.test(text),
  },
]

/** The rules of Citus that a statement breaks. */
export function brokenRules(text: string, places: Places): string[] {
  const words = bare(text)
  if (ON_COORDINATOR.test(words)) return []
  return [
    ...RULES.filter((rule) => rule.breaks(words)).map(({ says }) => says),
    ...brokenScopes(words, places),
  ]
}

/** Statements over the tables of companies that name none: each looks at every machine. */
export function forgetsCompany(text: string, tables: ReadonlySet<string>): boolean {
  const words = bare(text)
  if (/\bcompany_id\b/i.test(words)) return false
  const named = words.matchAll(/\b(?:from|join|into|update)\s+(?:only\s+)?"?(\w+)"?/gi)
  return [...named].some(([, name]) => tables.has(name!))
}
