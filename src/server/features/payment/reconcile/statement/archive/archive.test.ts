import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { after, test } from 'node:test'
import { zipSync } from 'fflate'
import iconv from 'iconv-lite'
import { paymentStatement, type ImportedFile } from '#contract/payment/statement.ts'
import { incomingDir } from '#server/body/receive-file.ts'
import {
  inWindows,
  statementForm,
  statementText,
} from '#test/builders/bank-files/bank-statement.ts'
import { addFileAgreement } from '#test/builders/bank-files/file-agreement.ts'
import { zipArchive } from '#test/builders/bank-files/zip-archive.ts'
import { openWorld } from '#test/support/world.ts'

const world = await openWorld()
after(() => world.close())
const { own } = world
await addFileAgreement(own)
const { manager } = own

const day = '2026-01-15'
let sum = 0
/** A statement unlike every other. */
const statement = () =>
  inWindows(statementText({ from: day, to: day, lines: [{ kop: ++sum, day, number: sum }] }))

async function post(...archives: readonly Uint8Array[]) {
  const named = archives.map((bytes, i) => ({ name: `Выписки${i}.zip`, bytes }))
  const answer = await manager.api.raw({
    method: 'POST',
    url: paymentStatement.importBankFile.path,
    ...(await statementForm(named)),
  })
  assert.deepEqual(await readdir(incomingDir(own.db.services.config.dataDir)), [])
  return {
    status: answer.statusCode,
    body: answer.json<ImportedFile[] & { code: string; message: string }>(),
  }
}
const outcomesOf = (files: readonly ImportedFile[]) =>
  files.map(({ file_name: name, message, repeated }) => [
    name,
    message ?? (repeated ? 'known' : 'taken'),
  ])
const countStatements = async () =>
  (await manager.api.send(paymentStatement.getStatements, { query: {} })).total

test('each file of an archive is taken in or refused as if it came alone', async () => {
  const first = statement()
  const utf8 = (name: string) => Buffer.from(name)
  const archive = zipArchive([
    { name: iconv.encode('Выписка за день.txt', 'cp866'), bytes: first },
    { name: utf8('Сбербанк/счёт №2.txt'), bytes: statement() },
    { name: utf8('notes.txt'), bytes: inWindows('no statement') },
    { name: utf8('inner.zip'), bytes: zipSync({ 'a.txt': statement() }) },
    { name: utf8('Сбербанк/'), bytes: new Uint8Array() },
    { name: utf8('__MACOSX/._a.txt'), bytes: inWindows('of the system') },
    { name: utf8('.DS_Store'), bytes: inWindows('of the system') },
  ])
  const { status, body } = await post(archive)
  assert.equal(status, 200)
  assert.deepEqual(outcomesOf(body), [
    ['Выписки0.zip/Выписка за день.txt', 'taken'],
    ['Выписки0.zip/Сбербанк/счёт №2.txt', 'taken'],
    ['Выписки0.zip/notes.txt', body[2]!.message],
    ['Выписки0.zip/inner.zip', 'Архив внутри архива не принимается'],
  ])
  assert.equal(body[2]!.code, 'statement.bad-file')
  const again = await post(zipSync({ 'first.txt': first }), zipSync({ 'b.txt': statement() }))
  assert.deepEqual(outcomesOf(again.body), [
    ['Выписки0.zip/first.txt', 'known'],
    ['Выписки1.zip/b.txt', 'taken'],
  ])
})

test('a file above the bound is refused, the others of its archive are taken', async () => {
  const large = Buffer.from(randomBytes(5.5 * 1024 * 1024).toString('hex'))
  const { body } = await post(
    zipSync({ 'large.txt': large, 'small.txt': statement() }, { level: 1 }),
  )
  assert.deepEqual(outcomesOf(body), [
    ['Выписки0.zip/large.txt', 'Файл слишком велик: не больше 10 МБ'],
    ['Выписки0.zip/small.txt', 'taken'],
  ])
})

test('an archive that is damaged or beyond the bounds is refused in words, and nothing of it is taken', async () => {
  const before = await countStatements()
  const good = zipSync({ 'a.txt': statement(), 'b.txt': statement() })
  const damaged = Buffer.from(good)
  damaged[60]! ^= 0xff
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`${i}.txt`, statement()]))
  const megabytes = (count: number) => new Uint8Array(count * 1024 * 1024)
  const huge = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`${i}.txt`, megabytes(9)]))
  const cases: [Uint8Array, RegExp][] = [
    [damaged, /Архив повреждён/],
    [good.subarray(0, -30), /Архив повреждён/],
    [zipSync(many), /не больше 20 файлов и 50 МБ/],
    [zipSync(huge), /не больше 20 файлов и 50 МБ/],
    [zipSync({ 'a.txt': megabytes(5) }), /сжат сильнее/],
    [zipSync({ 'empty/': new Uint8Array() }), /В архиве нет файлов/],
    [zipSync({ 'a.txt': inWindows('no statement') }), /1CClientBankExchange|выписк/i],
  ]
  for (const [archive, words] of cases) {
    const { status, body } = await post(archive)
    assert.deepEqual([status, body.code], [400, 'statement.bad-file'])
    assert.match(body.message, words)
  }
  assert.equal(await countStatements(), before)
})

test('of several archives a damaged one does not lose the others', async () => {
  const { body } = await post(
    zipSync({ 'a.txt': statement() }).subarray(0, -30),
    zipSync({ 'a.txt': statement() }),
  )
  assert.deepEqual(
    body.map(({ file_name: name, code }) => [name, code]),
    [
      ['Выписки0.zip', 'statement.bad-file'],
      ['Выписки1.zip/a.txt', undefined],
    ],
  )
})
