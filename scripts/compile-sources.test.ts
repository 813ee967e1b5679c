import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'

test('sources are compiled for later programs without being run', () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'priyomka-compiled-'))
  try {
    const [program, part, ran] = ['main.ts', 'part.ts', 'ran'].map((name) => path.join(dir, name))
    writeFileSync(part!, 'export const file: string = process.env.RAN!\n')
    writeFileSync(
      program!,
      `import { writeFileSync } from 'node:fs'\nimport { file } from './part.ts'\nwriteFileSync(file, '')\n`,
    )
    const cache = path.join(dir, 'cache')
    mkdirSync(cache)
    const env = {
      ...process.env,
      NODE_COMPILE_CACHE: cache,
      RAN: ran,
      NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
    }
    const run = (...files: string[]) =>
      spawnSync(process.execPath, files, { env, encoding: 'utf8' })

    run(path.join(import.meta.dirname, 'link-sources.mjs'), program!)
    assert.equal(existsSync(ran!), false)

    const { status, stderr } = run(program!)
    assert.equal(status, 0, stderr)
    assert.equal(existsSync(ran!), true)
    // A program that finds the stripped text does not strip, and so does not load the stripper.
    for (const name of [program!, part!])
      assert.match(
        stderr,
        new RegExp(
          `reading cache from .* for StrippedTypeScript .*${path.basename(name)}.* success`,
        ),
      )
  } finally {
    rmSync(dir, { recursive: true })
  }
})
