import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.resolve(import.meta.dirname, '../..')
const page = readFileSync(path.join(root, 'docs/asvs.md'), 'utf8')

/** How many requirements of level 1 and 2 each section of ASVS 5.0.0 has; those of level 3 come last in each. */
const SECTIONS = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
  8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3
  11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3
  15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`
const STATES = ['met', 'gap', 'n.a.'] as const

const rows = page.split('\n').flatMap((line) => {
  const [, id, what, where, proof, state] = line.split('|').map((cell) => cell.trim())
  if (!/^\d+\.\d+\.\d+$/.test(id ?? '')) return []
  const [kind = '', reason = ''] = state!.split(/: (.*)/)
  return [{ id: id!, what: what!, where: where!, proof: proof!, kind, reason }]
})

const filesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file]) => file!)
const isThere = (file: string) =>
  [file, `src/server/${file}`].some((one) => existsSync(path.join(root, one)))

/** `security.md 4.1` whose heading is not in that document. */
function isDeadSection(name: string, number: string): boolean {
  const text = readFileSync(path.join(root, 'docs', name), 'utf8')
  return !new RegExp(`^##+ ${number.replaceAll('.', String.raw`\.`)}[. ]`, 'm').test(text)
}

test('every requirement of levels 1 and 2 has one row', () => {
  const all = SECTIONS.trim()
    .split(/\s+/)
    .flatMap((section) => {
      const [name, size] = section.split(':')
      return Array.from({ length: Number(size) }, (_, at) => `${name}.${at + 1}`)
    })
  assert.equal(all.length, 253)
  assert.deepEqual(
    rows.map(({ id }) => id),
    all,
  )
  assert.deepEqual(
    rows.filter(({ what }) => what === ''),
    [],
  )
})

test('what is met has a place and a test, what is not has a reason', () => {
  const poor = rows.filter(({ kind, where, proof, reason }) =>
    kind === 'met'
      ? where === '–' || !/\.(test|e2e)\.ts`/.test(proof)
      : !STATES.some((state) => state === kind) || reason === '',
  )
  assert.deepEqual(poor, [])
})

test('every named file, test and section exists', () => {
  const dead = rows.flatMap(({ id, where, proof }) => [
    ...[...filesIn(where), ...filesIn(proof)].filter((file) => !isThere(file)),
    ...[...where.matchAll(/([a-z]+\.md) (\d[\d.]*)/g)]
      .filter(([, name, number]) => isDeadSection(name!, number!))
      .map(([text]) => `${id}: ${text}`),
  ])
  assert.deepEqual(dead, [])
})

/** Where an older hash answers a protocol of others, or names and no secret depends on it (security.md 7.5). */
const OLD_HASHES: Readonly<Record<string, readonly string[]>> = {
  sha1: [
    'src/server/db/uuid.ts',
    'src/server/features/auth/password/refuse-weak.ts',
    'src/server/features/auth/second-factor/totp.ts',
  ],
  md5: ['src/agent/cameras/digest.ts', 'src/server/storage/s3/s3-store.ts'],
}

test('ciphers and hashes in the sources are those of the inventory', () => {
  const used = new Map<string, string[]>()
  for (const file of ['server', 'agent', 'contract', 'http', 'web'].flatMap(sourcesOf))
    for (const name of algorithmsIn(readFileSync(path.join(root, file), 'utf8')))
      used.set(name, [...(used.get(name) ?? []), file])
  for (const [name, files] of Object.entries(OLD_HASHES))
    assert.deepEqual(used.get(name)?.toSorted(), files, name)
  assert.deepEqual([...used.keys()].toSorted(), [
    'aes-128-gcm',
    'aes-256-gcm',
    'ed25519',
    'md5',
    'p-256',
    'sha1',
    'sha256',
  ])
})

function sourcesOf(room: string): string[] {
  return readdirSync(path.join(root, 'src', room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => path.join('src', room, file))
}

function algorithmsIn(text: string): Set<string> {
  const named = text.matchAll(
    /(?:create(?:Hash|Hmac|Cipheriv|Decipheriv)|hkdfSync|generateKeyPairSync)\(([^\n]*)/g,
  )
  const words = [...named].flatMap(([, inside]) =>
    [...inside!.matchAll(/'([a-z]+-?\d[\w-]*)'/gi)].map(([, word]) => word!.toLowerCase()),
  )
  return new Set(words.filter((word) => !word.startsWith('base64')))
}

test('the page begins with its counts', () => {
  for (const state of STATES) {
    const counted = rows.filter(({ kind }) => kind === state).length
    assert.match(
      page,
      new RegExp(String.raw`^\| ${state.replace('.', String.raw`\.`)} \| ${counted} \|$`, 'm'),
    )
  }
})
