import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { PROMTOOL } from '../../scripts/prometheus.ts'
import { ALERT_CASES, WHOLE, type AlertCase } from './alert-cases.ts'

const folder = path.resolve(import.meta.dirname, '../../deploy/prometheus')
const rules = globSync(path.join(folder, '*.rules.yml'))
const dir = mkdtempSync(path.join(os.tmpdir(), 'priyomka-alerts-'))
after(() => rmSync(dir, { recursive: true, force: true }))

interface Rule {
  readonly name: string
  readonly severity: string
  readonly summary: string
  readonly description: string
  /** It waits for an hour. */
  readonly isSlow: boolean
}

/** Longer than the `for:` of every other rule. */
const QUICK_MINUTES = 12

const RULE =
  /- alert: (\w+)\n\s+expr: '.+'\n(?:\s+for: (\w+)\n)?\s+labels:\n\s+severity: (\w+)\n\s+annotations:\n\s+summary: '(.+)'\n\s+description: '(.+)'\n/g
const text = rules.map((file) => readFileSync(file, 'utf8')).join('')
const found: Rule[] = [...text.matchAll(RULE)].map(
  ([, name = '', wait, severity = '', summary = '', description = '']) => ({
    name,
    severity,
    summary,
    description,
    isSlow: wait === '1h',
  }),
)

function run(...args: string[]): void {
  const done = spawnSync(PROMTOOL, args, { encoding: 'utf8' })
  assert.equal(done.error, undefined)
  assert.equal(done.status, 0, done.stdout + done.stderr)
}

/** One question to promtool: which alerts fire at the end of such series. */
function askRules(
  series: Readonly<Record<string, string>>,
  firing: Rule | undefined,
  its?: AlertCase,
) {
  const fill = (words: string) =>
    words.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => its?.labels?.[label] ?? '')
  const minutes = QUICK_MINUTES + (firing?.isSlow ? 60 : 0)
  return {
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: found.map((rule) => ({
      eval_time: `${minutes}m`,
      alertname: rule.name,
      exp_alerts:
        rule === firing
          ? [
              {
                exp_labels: { severity: rule.severity, ...its?.labels },
                exp_annotations: {
                  summary: fill(rule.summary),
                  description: fill(rule.description),
                },
              },
            ]
          : [],
    })),
  }
}

test('the rules and the settings beside them are whole, and each rule has a fault that proves it', () => {
  run('check', 'config', path.join(folder, 'prometheus.yml'))
  assert.equal(found.length, text.split('- alert:').length - 1)
  assert.deepEqual(found.map(({ name }) => name).toSorted(), Object.keys(ALERT_CASES).toSorted())
})

test('each fault fires its alert and no other; a whole server fires none', () => {
  const tests = [
    askRules(WHOLE, undefined),
    ...found.flatMap((rule) => {
      const its = ALERT_CASES[rule.name]!
      const fault = askRules({ ...WHOLE, ...its.fault }, rule, its)
      return its.quiet ? [fault, askRules({ ...WHOLE, ...its.quiet }, undefined)] : [fault]
    }),
  ]
  const file = path.join(dir, 'tests.json')
  // Every JSON is YAML, which promtool reads.
  const asked = { rule_files: rules, evaluation_interval: '1m', tests }
  writeFileSync(file, JSON.stringify(asked))
  run('test', 'rules', file)
})
