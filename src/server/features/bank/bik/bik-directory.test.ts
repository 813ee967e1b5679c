import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { bikDirectory, type BikLoad, type BikQuestion } from '#contract/bank/bik-directory.ts'
import { refusals } from '#contract/core/refusals.ts'
import { bikEntry, ED807_ZIP, ed807, realEd807 } from '#test/builders/ed807.ts'
import { openWorld } from '#test/support/world.ts'
import { storeShippedDirectory } from './shipped-directory.ts'

const world = await openWorld()
after(() => world.close())
const { supervisor, own } = world
const SBER = '044525225'

interface Sent extends Partial<BikLoad> {
  status: number
  code?: string
  message?: string
  question?: BikQuestion | null
}

/** Sends bytes as the screen does: multipart, one part a file; a load that is answered stands for the answer. */
async function upload(
  bytes: Buffer,
  api = supervisor.api,
  { files = 1, plan = '' } = {},
): Promise<Sent> {
  const head = 'content-disposition: form-data; name="files[]"; filename="ED807.xml"'
  const part = Buffer.concat([
    Buffer.from(`--x\r\n${head}\r\ncontent-type: application/octet-stream\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ])
  const answer = await api.raw({
    method: 'POST',
    url: `${bikDirectory.upload.path}${plan && `?plan=${plan}`}`,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: Buffer.concat([
      ...Array.from({ length: files }, () => part),
      Buffer.from('--x--\r\n'),
    ]),
  })
  const { load, ...rest } = answer.json<{ load?: BikLoad | null }>()
  return { status: answer.statusCode, ...rest, ...load }
}

const find = (bik: string, api = own.operator.api) =>
  api.send(bikDirectory.find, { query: { bik } })
const present = async () => (await supervisor.api.send(bikDirectory.getLoads))[0]

test('without a directory a БИК has neither a bank nor a warning', async () => {
  const none = { bank: null, warning: null, directory_day: null, directory_warning: null }
  assert.deepEqual(await find(SBER), none)
  assert.deepEqual(await supervisor.api.send(bikDirectory.getLoads), [])
})

test('the shipped table is loaded once, and a БИК gives the bank and its account', async () => {
  const start = () => storeShippedDirectory(world.services)
  assert.equal((await Promise.all([start(), start()])).filter(Boolean).length, 1)
  assert.equal(await storeShippedDirectory(world.services), false)
  const { directory_warning, ...answer } = await find(SBER)
  assert.match(directory_warning!, /на 30\.06\.2022, ему \d{4} дн/)
  assert.deepEqual(answer, {
    bank: {
      bik: SBER,
      name: 'ПАО СБЕРБАНК',
      place: 'г Москва',
      corr_account: '30101810400000000225',
    },
    warning: null,
    directory_day: '2022-06-30',
  })
  const load = await present()
  assert.deepEqual([load?.source, load?.bank_count, load?.account_count], ['product', 1725, 1884])
})

test('a bank in liquidation, one with its account closing and one that is unknown are warned of', async () => {
  assert.match((await find('044525597')).warning!, /ликвидируется/)
  const closing = await world.services.q
    .selectFrom('bik_account')
    .where('restrictions', '@>', '[{"code":"CLRS"}]')
    .where('kind', '=', 'CRSA')
    .select('bik')
    .executeTakeFirstOrThrow()
  assert.notEqual((await find(closing.bik)).warning, null)
  const unknown = await find('044599999')
  assert.equal(unknown.bank, null)
  assert.match(unknown.warning!, /044599999 нет в справочнике Банка России на 30\.06\.2022/)
})

test('the same directory again, an older and a broken one change nothing and give the reason', async () => {
  const before = await present()
  const cases: [Buffer, string, RegExp][] = [
    [readFileSync(ED807_ZIP), 'bik.not-newer', /уже на 30\.06\.2022/],
    [ed807({ day: '2022-06-29' }), 'bik.not-newer', /на 29\.06\.2022/],
    [ed807({}), 'bik.bad-file', /только 1 из 1725/],
    [realEd807().subarray(0, 500_000), 'bik.bad-file', /обрезан/],
    [
      Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
      'bik.bad-file',
      /тип[а-я]* документа/,
    ],
    [Buffer.from('<ED501/>'), 'bik.bad-file', /ED807/],
  ]
  for (const [bytes, code, said] of cases) {
    const { status, ...body } = await upload(bytes)
    assert.deepEqual(
      [status, body.code],
      [refusals[code as 'bik.bad-file'][0], code],
      body.message ?? '',
    )
    assert.match(body.message!, said)
  }
  assert.equal((await upload(Buffer.alloc(11 * 1024 * 1024, 60))).code, 'file.too-large')
  assert.equal((await upload(ed807({}), supervisor.api, { files: 2 })).code, 'common.validation')
  assert.deepEqual(await present(), before)
  assert.equal((await find(SBER)).bank?.name, 'ПАО СБЕРБАНК')
})

test('a newer directory names what it adds, renames and closes; a closed bank keeps its name', async () => {
  const next = newer('2022-07-01', (xml) =>
    xml
      .replace('NameP="ПАО СБЕРБАНК"', 'NameP="ПАО СБЕРБАНК РОССИИ"')
      .replace(/<BICDirectoryEntry BIC="044525974">.*?<\/BICDirectoryEntry>/s, '')
      .replace('</ED807>', `${bikEntry({ bik: '044525001', name: 'НОВЫЙ БАНК' })}</ED807>`),
  )
  const load = await upload(next)
  assert.deepEqual(
    [load.status, load.business_day, load.added, load.closed, load.changed],
    [200, '2022-07-01', 1, 1, 1],
  )
  assert.deepEqual(
    load.changes!.map(({ bik, change }) => [bik, change]),
    [
      ['044525001', 'added'],
      [SBER, 'renamed'],
      ['044525974', 'closed'],
    ],
  )
  assert.equal((await find(SBER)).bank?.name, 'ПАО СБЕРБАНК РОССИИ')
  const closed = await find('044525974')
  assert.match(closed.bank!.name, /БАНК/)
  assert.match(closed.warning!, /Банк закрыт: .* с 01\.07\.2022/)
  const again = await upload(newer('2022-07-02', (xml) => xml))
  assert.deepEqual([again.status, again.closed], [200, 1])
  assert.ok(again.changes!.some(({ bik, change }) => bik === '044525974' && change === 'reopened'))
  assert.equal((await find('044525974')).warning, null)
})

test('a second version of the same day counts as newer, and a closing day in the future is shown', async () => {
  const until = newer('2022-07-02', (xml) =>
    xml
      .replace('DirectoryVersion="1"', 'DirectoryVersion="2"')
      .replace(/(BIC="044525225"><ParticipantInfo )/, '$1DateOut="2099-01-31" '),
  )
  assert.equal((await upload(until)).status, 200)
  assert.match((await find(SBER)).warning!, /закрывается 31\.01\.2099/)
})

test('a day in the future and one before the format existed are refused with a message', async () => {
  const before = await present()
  const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  const days = { '2099-01-01': /такого дня ещё не было/, [soon]: /такого дня ещё не было/ }
  for (const [day, said] of Object.entries({ ...days, '2018-06-30': /с 2018 года/ })) {
    const { code, message } = await upload(ed807({ day }))
    assert.deepEqual([code, said.test(message!)], ['bik.bad-file', true], message ?? day)
  }
  for (const day of ['2022-02-30', '2022-13-01', '0000-00-00', '12022-01-01'])
    assert.match((await upload(ed807({ day }))).message ?? day, /записан неверно: BusinessDay/)
  assert.deepEqual(await present(), before)
})

test('dates, versions and characters that the database cannot hold are refused with a message', async () => {
  const accounts = `<Accounts Account="30101810400000000225" RegulationAccountType="CRSA" AccountCBRBIC="044525000" DateIn="1996-07-10" AccountStatus="ACAC"><AccRstrList AccRstr="URRS" AccRstrDate="2018-08-14"/></Accounts>`
  const small = { day: '2022-07-03', name: 'ПАО СБЕРБАНК', encoding: 'UTF-8', accounts }
  const spoilt: [string, string, string][] = [
    ['DateIn', 'DateIn="1996-07-10"', 'DateIn="2022-02-30"'],
    ['AccRstrDate', 'AccRstrDate="2018-08-14"', 'AccRstrDate="2021-02-29"'],
    ['DirectoryVersion', 'DirectoryVersion="1"', 'DirectoryVersion="0"'],
    ['raw NUL', 'NameP="ПАО СБЕРБАНК"', 'NameP="ПАО\u0000СБЕРБАНК"'],
    ['named NUL', 'NameP="ПАО СБЕРБАНК"', 'NameP="ПАО&#0;СБЕРБАНК"'],
  ]
  for (const [name, from, to] of spoilt) {
    const xml = ed807(small).toString()
    assert.ok(xml.includes(from), name)
    const { status, code, message } = await upload(Buffer.from(xml.replace(from, to)))
    assert.deepEqual([status, code], [400, 'bik.bad-file'], `${name} ${message}`)
    assert.match(message!, /записан неверно|повреждён/, name)
  }
})

test('two uploads at once leave one directory', async () => {
  const [a, b] = await Promise.all(
    ['2022-07-04', '2022-07-04'].map((day) => upload(newer(day, (xml) => xml))),
  )
  assert.deepEqual([a!.status, b!.status].toSorted(), [200, 409])
})

test('only SUPERVISOR sees loads and sends a directory; the rest may ask for a bank', async () => {
  for (const { api } of [own.operator, own.manager]) {
    assert.equal((await api.refused(bikDirectory.getLoads)).code, 'access.denied')
    assert.equal((await upload(ed807({}), api)).code, 'access.denied')
  }
  assert.equal((await upload(ed807({}), world.nobody)).code, 'auth.required')
  const query = { bik: SBER }
  assert.equal((await world.nobody.refused(bikDirectory.find, { query })).code, 'auth.required')
  assert.equal((await own.user.api.refused(bikDirectory.find, { query })).code, 'access.denied')
  assert.equal((await find(SBER, supervisor.api)).bank?.bik, SBER)
  const bad = await own.operator.api.refused(bikDirectory.find, { query: { bik: '944525225' } })
  assert.equal(bad.code, 'common.validation')
})

/** The real directory of another day, changed as a test wants. */
function newer(day: string, change: (xml: string) => string): Buffer {
  const xml = new TextDecoder('windows-1251').decode(realEd807())
  const text = change(xml).replace('BusinessDay="2022-06-30"', `BusinessDay="${day}"`)
  return Buffer.from(text.replace('encoding="Windows-1251"', 'encoding="UTF-8"'))
}
