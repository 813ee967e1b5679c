import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.resolve(import.meta.dirname, '../..')
/** A promise of speed is stated by `assertWithin`, and a wait ends with what it waits for (`until`). */
const BOUNDS = [
  /assert\.ok\((?:performance|Date)\.now\(\) - \w+ </,
  /= (?:performance|Date)\.now\(\) \+ \d/,
  /^\s*(?:test|describe)\(.*\{[^}]*\btimeout: \d/,
  /describe\.configure\(.*\btimeout: \d/,
  // A counted number of polls is a time limit too: so many pauses.
  /for \(let \w+ = 0; .*&&.*\) await (?:sleep|pause)\(/,
  /for \(let (?:tries|looks?|waits?) = 0;/,
  /assert\.ok\((?:tries|looks?|waits?) < \d/,
  /expect\((?:took|settled|elapsed)\w*\)\.toBeLess/,
]

test('no test depends on the speed of the machine', () => {
  const files = globSync(['{src,scripts}/**/*.test.ts', 'test/**/*.ts'], { cwd: root })
  assert.ok(files.length > 200)
  const bounded = files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .filter((line) => BOUNDS.some((bound) => bound.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  )
  assert.deepEqual(
    bounded.filter((line) => !line.startsWith('test/rules/tidy-time')),
    [],
  )
})
