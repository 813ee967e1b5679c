import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { lintEnvironment } from './lint-environment.ts'

const modules = path.resolve(import.meta.dirname, '../node_modules')

test('the linter reads types where the installation made no links', () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'priyomka-lint-'))
  try {
    const own = path.join(dir, 'node_modules')
    mkdirSync(own)
    cpSync(path.join(modules, 'oxlint'), path.join(own, 'oxlint'), { recursive: true })
    for (const name of ['@oxlint', 'oxlint-tsgolint'])
      symlinkSync(path.join(modules, name), path.join(own, name))
    writeFileSync(path.join(dir, 'a.ts'), 'Promise.resolve(1)\n')
    writeFileSync(path.join(dir, 'tsconfig.json'), '{"files":["a.ts"]}')
    const args = [path.join(own, 'oxlint/bin/oxlint'), '--type-aware', '--quiet', 'a.ts']
    const rule = ['-D', 'typescript/no-floating-promises']
    const lint = spawnSync(process.execPath, [...args, ...rule], {
      cwd: dir,
      encoding: 'utf8',
      env: lintEnvironment,
    })
    assert.match(lint.stdout, /no-floating-promises/)
  } finally {
    rmSync(dir, { recursive: true })
  }
})
