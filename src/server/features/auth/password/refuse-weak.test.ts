import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { isBreached } from './refuse-weak.ts'

const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-breached-'))
after(() => rm(dir, { recursive: true, force: true }))

const hashOf = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
const passwords = (count: number) => Array.from({ length: count }, (_, at) => `пароль номер ${at}`)

async function listOf(known: readonly string[], end = '\r\n'): Promise<string> {
  const lines = known.map((text, at) => `${hashOf(text)}:${at * 37}`).toSorted()
  const file = path.join(dir, `${known.length}-${end.length}.txt`)
  await writeFile(file, lines.map((line) => line + end).join(''))
  return file
}

test('every password of a sorted list is found, whatever its size and line ends, and no other', async () => {
  for (const count of [0, 1, 2, 60, 700])
    for (const end of ['\n', '\r\n']) {
      const known = passwords(count)
      const file = await listOf(known, end)
      for (const text of known) assert.ok(await isBreached(file, text), `${count} ${text}`)
      for (let at = 0; at < 100; at++)
        assert.equal(await isBreached(file, `другой пароль ${at}`), false)
    }
})

test('capitals count, and one letter in two spellings of Unicode is one', async () => {
  const file = await listOf(['Синий йод под лестницей'.normalize('NFC'), ...passwords(500)])
  assert.equal(await isBreached(file, 'синий йод под лестницей'), false)
  assert.ok(await isBreached(file, 'Синий йод под лестницей'.normalize('NFD')))
})

test('a list that has gone lets no password through', async () => {
  await assert.rejects(isBreached(path.join(dir, 'gone.txt'), 'четыре рыжих верблюда'))
})
