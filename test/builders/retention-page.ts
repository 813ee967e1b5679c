import { retentionRules, type RetentionRule } from '#server/retention/retention-rules.ts'

/** `docs/retention.md`: the rules of the code as one table. */
export function retentionPage(): string {
  const rules = Object.entries<RetentionRule>(retentionRules)
  const deleted = rules.flatMap(([table, rule]) =>
    'days' in rule
      ? [`| \`${table}\` | ${rule.days} days after \`${rule.after}\` | ${rule.why} |`]
      : [],
  )
  const archived = rules.flatMap(([table, rule]) =>
    'archived' in rule ? [`| \`${table}\` | ${rule.archived} | ${rule.why} |`] : [],
  )
  const reasons = new Map<string, string[]>()
  for (const [table, rule] of rules)
    if ('stays' in rule)
      reasons.set(rule.stays, [...(reasons.get(rule.stays) ?? []), `\`${table}\``])
  const kept = [...reasons].map(([why, tables]) => `| ${tables.join(', ')} | for ever | ${why} |`)
  return `${HEAD}${[...deleted, ...archived, ...kept, ...BESIDES].join('\n')}\n${FOOT}`
}

const HEAD = `# How long data are kept

Made from \`src/server/retention/retention-rules.ts\` by \`node scripts/write-retention.ts\`; a test compares both. Deletion runs at
night in batches of 2000 rows, at most half a million a table. Why:
[decision 36](decisions/0036-retention-and-file-storage.md).

| Table | Kept | Why |
|---|---|---|
`

const BESIDES = [
  '| bytes of files | `rules.retention_years` of the company (5 at least), from the end of the year of the last act, payment or visit ' +
    'that they belong to | `file.destroy` in the chain tells what went |',
  '| bytes of reports | 30 days | made anew at any time |',
  '| jobs of the queue (`pgboss.job`) | 7 days after their end | the queue’s own maintenance |',
  '| log lines with `"log":"security"` | 1 year | journald or logrotate |',
  '| all other log lines | 90 days | the same |',
]

const FOOT = `
Withdrawing a consent takes a supplier's photos away at once.
`
