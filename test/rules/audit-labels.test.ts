import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { auditLabel } from '../../src/web/features/supplier/head/audit-labels.ts'

const features = path.join(import.meta.dirname, '../../src/server/features')

test('every change of an act or a supplier that is written down has Russian words', () => {
  const codes = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(features, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/action: ([^,\n]+),/g)])
    .flatMap(([, value]) => [...value!.matchAll(/'((?:act|supplier)\.[a-z_-]+)'/g)])
    .map(([, code]) => code!)
  assert.ok(codes.length >= 10, `only ${codes.length} codes found`)
  for (const code of codes) assert.match(auditLabel(code), /^[А-ЯЁ]/, code)
})
