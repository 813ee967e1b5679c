import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { accountProblem, corrAccountProblem } from '#contract/requisites/account.ts'
import { Refusal } from '#http/refusal.ts'
import { ed807, realEd807 } from '#test/builders/ed807.ts'
import { corrAccountOf } from './bik-directory.ts'
import { readEd807 } from './read-ed807.ts'
import { packDirectory, SHIPPED_FILE, unpackDirectory } from './shipped-directory.ts'
import { unpackUpload } from './unpack-upload.ts'

const read = (bytes: Buffer) => readEd807(unpackUpload(bytes))

/** The code and the sentence with which a file is refused. */
function refusal(bytes: Buffer): string {
  try {
    read(bytes)
  } catch (error) {
    if (error instanceof Refusal) return `${error.code} ${error.message}`
    throw error
  }
  return 'taken'
}

test('the directory of the Bank of Russia is read whole', () => {
  const directory = read(realEd807())
  assert.deepEqual([directory.day, directory.version], ['2022-06-30', 1])
  assert.equal(directory.participants.length, 1725)
  assert.equal(directory.participants.flatMap(({ accounts }) => accounts).length, 1884)
  const sber = directory.participants.find(({ bik }) => bik === '044525225')!
  assert.deepEqual([sber.name, sber.place], ['ПАО СБЕРБАНК', 'г Москва'])
  assert.equal(corrAccountOf(sber.accounts, directory.day), '30101810400000000225')
})

test('every account that the Bank of Russia publishes passes our key check', () => {
  const accounts = read(realEd807()).participants.flatMap((bank) =>
    bank.accounts.map((one) => ({ ...one, bik: bank.bik })),
  )
  const wrong = accounts.filter(({ kind, account, bik, cbr_bik }) =>
    kind === 'CRSA' ? corrAccountProblem(account, bik) : accountProblem(account, cbr_bik!),
  )
  assert.deepEqual(wrong, [])
})

test('a zipped directory is read like a bare one, in windows-1251 and in UTF-8', () => {
  const bare = read(realEd807())
  const xml = realEd807()
  assert.deepEqual(read(zip({ '20220630_ED807_full.xml': xml, 'readme.txt': strToU8('x') })), bare)
  assert.deepEqual(read(ed807({})), read(ed807({ encoding: 'utf-8' })))
})

test('a file that is not a whole directory is refused with a message', () => {
  const whole = realEd807()
  const half = whole.subarray(0, whole.length / 2)
  const at = whole.indexOf('</BICDirectoryEntry>', whole.length / 2)
  const cases: [Buffer, RegExp][] = [
    [half, /^bik\.bad-file Файл повреждён или обрезан/],
    [whole.subarray(0, at + '</BICDirectoryEntry>'.length), /повреждён или обрезан/],
    [whole.subarray(0, whole.length - 1), /повреждён или обрезан/],
    [Buffer.from(''), /^bik\.bad-file/],
    [Buffer.from('<?xml version="1.0"?><ED808/>'), /нет сообщения ED807/],
    [Buffer.from('not xml at all'), /^bik\.bad-file/],
    [Buffer.from('<ED807/>'), /записан неверно/],
    [ed807({ entries: '' }), /BICDirectoryEntry/],
    [ed807({ type: 'SIRR' }), /файл изменений/],
    [ed807({ day: '30.06.2022' }), /BusinessDay/],
    [ed807({ encoding: 'koi8-r' }), /Кодировка koi8-r/],
    [ed807({ bik: '04452522' }), /запись 1, BIC/],
    [ed807({ account: '3010181040000000022' }), /запись 1, Account/],
    [ed807({ twice: true }), /повторяется БИК/],
  ]
  for (const [bytes, said] of cases)
    assert.match(refusal(bytes), said, bytes.subarray(0, 60).toString())
})

test('XML that expands is refused before it expands', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE ED807 [<!ENTITY a "${'x'.repeat(1000)}">]><ED807>&a;</ED807>`
  assert.match(refusal(Buffer.from(bomb)), /объявление типа документа/)
  const outside =
    '<?xml version="1.0"?><!DOCTYPE e [<!ENTITY x SYSTEM "file:///etc/passwd">]><ED807>&x;</ED807>'
  assert.match(refusal(Buffer.from(outside)), /объявление типа документа/)
  const deep = `<ED807>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</ED807>`
  assert.match(refusal(Buffer.from(deep)), /^bik\.bad-file/)
  assert.match(
    refusal(Buffer.from('<ED807><__proto__ x="1"/><constructor x="1"/></ED807>')),
    /^bik\.bad-file/,
  )
})

test('archives that expand beyond the bounds are refused at once', () => {
  const bomb = zip({ 'a.xml': new Uint8Array(64 * 1024 * 1024) })
  const started = process.cpuUsage()
  assert.match(refusal(bomb), /^file\.too-large/)
  // Unpacked whole it would take far longer; the bound on the processor's time holds on a busy machine too.
  assert.ok(process.cpuUsage(started).user < 1_000_000)
  assert.match(refusal(Buffer.alloc(8 * 1024 * 1024 + 1, ' ')), /^file\.too-large/)
  const packed = zip({ 'a.xml': realEd807() })
  assert.match(refusal(packed.subarray(0, packed.length / 2)), /Архив повреждён/)
  const spoilt = Buffer.from(packed)
  spoilt.fill(0x55, 200, 400)
  assert.match(refusal(spoilt), /^bik\.bad-file/)
  assert.match(refusal(zip({ 'a.txt': realEd807() })), /нет файла XML/)
  assert.match(refusal(zip({ 'a.xml': realEd807(), 'b.xml': realEd807() })), /несколько файлов/)
})

test('the shipped table equals the published directory', () => {
  const directory = read(realEd807())
  const small = read(ed807({}))
  assert.deepEqual(unpackDirectory(packDirectory(small)), small)
  const shipped = unpackDirectory(readFileSync(SHIPPED_FILE))
  assert.ok(shipped.day >= directory.day)
  if (shipped.day === directory.day) assert.deepEqual(shipped, directory)
  assert.ok(readFileSync(SHIPPED_FILE).length < 100 * 1024)
})

function zip(files: Record<string, Uint8Array>): Buffer {
  return Buffer.from(zipSync(files, { level: 1 }))
}
