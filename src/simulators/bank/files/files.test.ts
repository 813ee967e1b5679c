import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import iconv from 'iconv-lite'
import { openFileBank } from '#test/builders/bank-files/file-bank.ts'
import { PAYER_ACCOUNT as PAYER } from '#test/builders/bank-files/file-agreement.ts'

const bank = await openFileBank()
after(() => bank.bank.close())
beforeEach(() => bank.control('POST', 'reset'))

const PAYEE = '40817810900000000017'

type Change = {
  number?: number
  sum?: string
  account?: string
  purpose?: string
  encoding?: string
}

/** Written by the standard and not by the product. */
function oneC(change: Change = {}): string {
  const { number = 17, sum = '12345.67', account = PAYEE, encoding = 'Windows' } = change
  const purpose = change.purpose ?? 'Оплата по акту №А-42. НДС не облагается. [П:01J9Z3]'
  return [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    `Кодировка=${encoding}`,
    `РасчСчет=${PAYER}`,
    'СекцияДокумент=Платежное поручение',
    `Номер=${number}`,
    'Дата=05.10.2026',
    `Сумма=${sum}`,
    `ПлательщикСчет=${PAYER}`,
    'Плательщик1=ООО "Вторсырьё"',
    'ПлательщикБИК=044525225',
    `ПолучательСчет=${account}`,
    'Получатель1=Иванов Иван Иванович',
    'ПолучательБИК=044525974',
    `НазначениеПлатежа=${purpose}`,
    'КонецДокумента',
    'КонецФайла',
    '',
  ].join('\r\n')
}

type PainChange = { end?: string; sum?: string; total?: string; count?: string; message?: string }

function pain({
  end = 'E1',
  sum = '12345.67',
  total = sum,
  count = '1',
  message = 'M1',
}: PainChange = {}): string {
  const account = (side: string, digits: string, bik: string) =>
    `<${side}><Nm>Сторона</Nm></${side}><${side}Acct><Id><Othr><Id>${digits}</Id></Othr></Id></${side}Acct><${side}Agt><FinInstnId><ClrSysMmbId><MmbId>${bik}</MmbId></ClrSysMmbId></FinInstnId></${side}Agt>`
  const totals = `<NbOfTxs>${count}</NbOfTxs><CtrlSum>${total}</CtrlSum>`
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr><MsgId>${message}</MsgId>${totals}</GrpHdr><PmtInf><PmtInfId>B1</PmtInfId>${totals}<ReqdExctnDt><Dt>2026-10-05</Dt></ReqdExctnDt>${account('Dbtr', PAYER, '044525225')}<CdtTrfTxInf><PmtId><InstrId>17</InstrId><EndToEndId>${end}</EndToEndId></PmtId><Amt><InstdAmt Ccy="RUB">${sum}</InstdAmt></Amt>${account('Cdtr', PAYEE, '044525974')}<RmtInf><Ustrd>Оплата. НДС не облагается.</Ustrd></RmtInf></CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>`
}

const putOneC = (change: Change = {}, table = 'windows-1251') =>
  bank.put(iconv.encode(oneC(change), table))
const putPain = (change: PainChange = {}) => bank.put(Buffer.from(pain(change)))
const statement = async () =>
  iconv.decode(await bank.statement('1c', PAYER), 'windows-1251').split('\r\n')
const valuesOf = (lines: readonly string[], key: string) =>
  lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1))

for (const [word, table] of [
  ['Windows', 'windows-1251'],
  ['UTF-8', 'utf-8'],
  ['DOS', 'cp866'],
] as const)
  test(`orders of 1С are read in ${table}, once`, async () => {
    const taken = await putOneC({ encoding: word }, table)
    assert.deepEqual([taken.status, taken.count, taken.total_kop], [200, 1, 1_234_567])
    assert.equal((await putOneC({ encoding: word }, table)).repeated, true)
    assert.equal(bank.bank.ledger()[0]!.payment_id, '01J9Z3')
    assert.equal(bank.bank.ledger().length, 1)
  })

test('an order of the same number and day in another file is refused, not paid twice', async () => {
  await putOneC()
  const again = await putOneC({ purpose: 'Снова. НДС не облагается.' })
  assert.deepEqual([again.repeated, again.canceled, again.succeeded], [false, 1, 0])
  assert.equal(bank.bank.ledger().length, 1)
  // The same message in other bytes is the same message.
  await putPain({ message: 'M7', end: 'E7' })
  assert.equal((await putPain({ message: 'M7', end: 'E8' })).repeated, true)
})

test('a file that a strict bank would refuse is refused with a sentence and leaves nothing', async () => {
  const cases: [string | Buffer, RegExp][] = [
    [Buffer.from('Счёт на оплату'), /Это не поручения 1С/],
    [oneC().replace('КонецФайла\r\n', ''), /Файл обрезан: нет строки/],
    [oneC().replace('КонецДокумента\r\n', ''), /последнее поручение не закончено/],
    [oneC({ sum: '12,34,5' }), /Поручение 1: сумма «12,34,5» записана неверно/],
    [oneC({ account: '40817810900000000018' }), /ключ счёта получателя не подходит к БИК/],
    [oneC({ purpose: 'Оплата' }), /не указан НДС/],
    [oneC().replace(`РасчСчет=${PAYER}`, 'РасчСчет=40702810500000000001'), /не со счёта/],
    [oneC().replace('05.10.2026', '05.13.2026'), /дата «05\.13\.2026»/],
    [Buffer.from(pain({ total: '1.00' })), /CtrlSum не равна сумме/],
    [Buffer.from(pain({ count: '2' })), /NbOfTxs не равно числу/],
    [Buffer.from(pain().replace('Ccy="RUB"', 'Ccy="USD"')), /валюта не RUB/],
    [Buffer.from(pain().replace('pain.001.001.09', 'pain.008.001.08')), /нужно pain\.001/],
    [Buffer.from(pain().replace('?>', '?><!DOCTYPE d [<!ENTITY a "b">]>')), /Это не поручения/],
  ]
  for (const [file, words] of cases) {
    const bytes = typeof file === 'string' ? iconv.encode(file, 'windows-1251') : file
    const { status, error } = await bank.put(bytes)
    assert.equal(status, 422, String(words))
    assert.match(error ?? '', words)
  }
  assert.equal((await bank.put(Buffer.alloc(0))).status, 400)
  assert.equal((await bank.control<{ count: number }>('GET', 'payments')).body.count, 0)
})

test('a statement adds up over days, with fees and returns, and its faults are one each', async () => {
  await bank.control('PUT', 'settings', { file_fee_kop: 1900, balance_kop: 2_000_000 })
  await putOneC()
  const { payout_id } = bank.bank.ledger()[0]!
  await bank.control('POST', 'give-back', { payout_id, amount_kop: 500_000 })
  const lines = await statement()
  assert.deepEqual(valuesOf(lines, 'НачальныйОстаток'), ['20000.00'])
  assert.deepEqual(valuesOf(lines, 'ВсегоСписано'), ['12364.67'])
  assert.deepEqual(valuesOf(lines, 'ВсегоПоступило'), ['5000.00'])
  assert.deepEqual(valuesOf(lines, 'КонечныйОстаток'), ['12635.33'])
  assert.deepEqual(valuesOf(lines, 'Сумма'), ['12345.67', '19.00', '5000.00'])
  assert.match(valuesOf(lines, 'НазначениеПлатежа')[2]!, /^Возврат: .*\[П:01J9Z3\]$/)
  const spoilt = async (fault: string) => {
    await bank.control('PUT', 'fault', { dialect: 'file', fault, times: 1 })
    return statement()
  }
  assert.deepEqual(valuesOf(await spoilt('wrong_balance'), 'КонечныйОстаток'), ['12636.33'])
  assert.equal(valuesOf(await spoilt('duplicate_line'), 'Сумма').length, 4)
  assert.equal(valuesOf(await spoilt('wrong_line'), 'Сумма')[0], '12346.67')
  assert.equal((await spoilt('cut_statement')).includes('КонецФайла'), false)
  // Made at another second.
  const isOfMoves = (text: string) => !text.startsWith('ВремяСоздания=')
  assert.deepEqual((await statement()).filter(isOfMoves), lines.filter(isOfMoves))
  for (const query of ['format=pdf', `format=1c&account=${PAYER}&from=2026-02-30&to=2026-03-01`])
    assert.equal((await bank.control('GET', `statement?${query}`)).status, 400)
  const reversed = `format=1c&account=${PAYER}&from=2026-03-02&to=2026-03-01`
  assert.equal((await bank.control('GET', `statement?${reversed}`)).status, 400)
})

test('the answer about a file says how each order is, or what a fault makes of it', async () => {
  await bank.control('PUT', 'settings', { pending_polls: 1 })
  const { id, message_id: message } = await putPain()
  const said = async (name: string) =>
    new RegExp(`<${name}>([^<]*)<`).exec(String(await bank.report(message!)))?.[1]
  assert.equal(await said('TxSts'), 'ACSP')
  await bank.control('POST', 'pay-file', { id })
  assert.equal(await said('TxSts'), 'ACSC')
  const faults = { unknown_status: 'ZZZZ', status_flap: 'ACSP', duplicate_reported: 'RJCT' }
  for (const [fault, status] of Object.entries(faults)) {
    await bank.control('PUT', 'fault', { dialect: 'file', fault, times: 1 })
    assert.equal(await said('TxSts'), status, fault)
  }
  await bank.control('PUT', 'fault', { dialect: 'file', fault: 'wrong_amount', times: 1 })
  assert.match(String(await bank.report(message!)), />12346\.67<\/InstdAmt>/)
  await bank.control('PUT', 'fault', { dialect: 'file', fault: 'group_refused', times: 1 })
  assert.equal(await said('GrpSts'), 'RJCT')
  assert.equal(await said('TxSts'), 'ACSC')
  assert.equal((await bank.control('GET', 'pain002?msgId=unknown')).status, 404)
  assert.equal((await bank.control('POST', 'pay-file', { id: 'unknown' })).status, 404)
})
