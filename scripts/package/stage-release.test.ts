import assert from 'node:assert/strict'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { stageRelease } from './stage-release.ts'

const home = mkdtempSync(path.join(os.tmpdir(), 'priyomka-stage-'))
after(() => rmSync(home, { recursive: true, force: true }))

/** What a package unpacks: its own assets alone. */
function unpack(words: string, assets: readonly string[]): void {
  rmSync(path.join(home, 'release'), { recursive: true, force: true })
  const web = path.join(home, 'release/dist/web')
  mkdirSync(path.join(web, 'assets'), { recursive: true })
  writeFileSync(path.join(home, 'release/main.js'), words)
  for (const name of assets) writeFileSync(path.join(web, 'assets', name), name)
  writeFileSync(path.join(web, 'releases.json'), JSON.stringify([assets]))
}

const current = () => path.basename(realpathSync(path.join(home, 'current')))
const assets = () => readdirSync(path.join(home, 'current/dist/web/assets')).toSorted()

test('each release has a folder of its own, and the one before keeps its files', async () => {
  unpack('one', ['a.js'])
  stageRelease(home, '1.0.0')
  assert.deepEqual([current(), assets()], ['1.0.0', ['a.js']])
  const former = realpathSync(path.join(home, 'current'))
  await pause(20)
  unpack('two', ['b.js'])
  stageRelease(home, '1.1.0')
  assert.deepEqual([current(), assets()], ['1.1.0', ['a.js', 'b.js']])
  assert.equal(readFileSync(path.join(former, 'main.js'), 'utf8'), 'one')
})

test('the same version again is another release; three stay, with the parts of their tabs', async () => {
  await pause(20)
  unpack('three', ['c.js'])
  stageRelease(home, '1.1.0')
  assert.deepEqual([current(), assets()], ['1.1.0.2', ['a.js', 'b.js', 'c.js']])
  await pause(20)
  unpack('four', ['d.js'])
  stageRelease(home, '1.2.0')
  assert.deepEqual(assets(), ['b.js', 'c.js', 'd.js'])
  assert.deepEqual(readdirSync(path.join(home, 'releases')).toSorted(), [
    '1.1.0',
    '1.1.0.2',
    '1.2.0',
  ])
})

test('what an interrupted installation left is taken for no release', () => {
  mkdirSync(path.join(home, 'releases/.1.3.0'))
  writeFileSync(path.join(home, 'current.new'), '')
  unpack('five', ['e.js'])
  stageRelease(home, '1.3.0')
  assert.equal(current(), '1.3.0')
  assert.equal(readFileSync(path.join(home, 'current/main.js'), 'utf8'), 'five')
})
