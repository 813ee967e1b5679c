import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { reachedBy, readImports } from './import-graph.ts'

test('a change reaches the files that import it through others, for a type, by an alias or when needed', (t) => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'graph-'))
  t.after(() => rmSync(root, { recursive: true }))
  const sources: Record<string, string> = {
    'src/contract/money.ts': 'export type Money = number',
    'src/server/pay.ts': "import type { Money } from '#contract/money.ts'",
    'src/server/pay.test.ts': "import './pay.ts'\nimport { world } from '#test/world.ts'",
    'src/web/page.tsx': "const page = () => import('./late.ts')",
    'src/web/late.ts': "import { Money } from '../contract/money.ts'",
    'src/web/other.test.ts': "import assert from 'node:assert'",
    'test/world.ts': "import { pay } from '#server/pay.ts'",
  }
  for (const [file, text] of Object.entries(sources)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  const graph = readImports(root, Object.keys(sources))
  assert.deepEqual([...reachedBy(graph, ['src/contract/money.ts'])].toSorted(), [
    'src/contract/money.ts',
    'src/server/pay.test.ts',
    'src/server/pay.ts',
    'src/web/late.ts',
    'src/web/page.tsx',
    'test/world.ts',
  ])
  assert.deepEqual([...reachedBy(graph, ['src/web/other.test.ts'])], ['src/web/other.test.ts'])
})
