import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { schemaFaults } from '#test/builders/bank-files/camt-statement.ts'
import { reportText } from '#test/builders/bank-files/status-report.ts'
import { readAnyStatement } from '../read-any-statement.ts'
import { StatementProblem } from '../statement-file.ts'

const dir = await mkdtemp(path.join(os.tmpdir(), 'priyomka-report-'))
after(() => rm(dir, { recursive: true, force: true }))
const file = path.join(dir, 'report.xml')

async function read(text: string | Uint8Array) {
  await writeFile(file, text)
  return readAnyStatement(file, () => assert.fail('an answer has no lines'), 'Europe/Moscow')
}
async function said(text: string | Uint8Array): Promise<string> {
  try {
    await read(text)
  } catch (error) {
    if (error instanceof StatementProblem) return error.said
    throw error
  }
  return 'taken'
}

const registryId = '0192f3a4-6c1e-7b52-9d3f-8a4e5c6b7d80'
const id = '0192f3a4-6c1e-7b52-9d3f-8a4e5c6b7d81'
const order = {
  id,
  status: 'RJCT',
  reason: 'AC04',
  words: 'Счёт 40817810900000000017 закрыт',
  sum: '12345.67',
}
const good = { registryId, count: 1, total: '12345.67', group: 'PART', orders: [order] }

for (const version of ['pain.002.001.10', 'pain.002.001.03'] as const)
  test(`an answer in ${version} is read with its statuses, reasons and sums`, async () => {
    const text = reportText({ ...good, version })
    if (version === 'pain.002.001.10') assert.deepEqual(await schemaFaults(text, version), [])
    assert.deepEqual(await read(text), {
      format: 'pain.002',
      messageId: registryId.replaceAll('-', ''),
      writtenOn: '2026-10-05',
      count: 1,
      totalKop: 1_234_567,
      group: { code: 'PART', reasonCode: null, reasonText: null },
      orders: [
        {
          endToEndId: id.replaceAll('-', ''),
          amountKop: 1_234_567,
          code: 'RJCT',
          reasonCode: 'AC04',
          // No account that a bank repeats is stored.
          reasonText: 'Счёт … закрыт',
        },
      ],
    })
  })

test('a status of the batch stands for the file, and sums without kopecks are read', async () => {
  const report = await read(
    reportText({ registryId, batch: 'RJCT', total: '12345', groupReason: 'DT01' }),
  )
  assert.ok(report.format === 'pain.002')
  assert.deepEqual(report.group, { code: 'RJCT', reasonCode: null, reasonText: null })
  assert.deepEqual([report.orders, report.totalKop], [[], 1_234_500])
})

test('an answer that is damaged, foreign or says two things is refused with a sentence', async () => {
  const text = reportText(good)
  const cases: [string | Uint8Array, RegExp][] = [
    [text.slice(0, -40), /обрезан или повреждён/],
    [text.replace('?>', '?><!DOCTYPE d [<!ENTITY a "aaaa">]>'), /DOCTYPE/],
    [text.replaceAll('pain.002.001.10', 'pain.002.001.12'), /в другой версии/],
    [text.replace(/<OrgnlMsgId>.*?<\/OrgnlMsgId>/, ''), /номер нашего файла/],
    [text.replace(/<OrgnlGrpInfAndSts>.*<\/OrgnlGrpInfAndSts>/, ''), /на какой файл/],
    [reportText({ ...good, answers: 'pain.008.001.02' }), /на «pain\.008\.001\.02»/],
    [text.replace(/<OrgnlEndToEndId>.*<\/OrgnlEndToEndId>/, ''), /без нашего номера/],
    [reportText({ ...good, orders: [order, order] }), /названо дважды/],
    [text.replace('<OrgnlNbOfTxs>1', '<OrgnlNbOfTxs>-1'), /Число поручений/],
    [reportText({ ...good, total: '1.005' }), /не как сумма/],
    [reportText({ ...good, orders: [{ ...order, sum: '-1.00' }] }), /меньше нуля/],
    [text.replace('Ccy="RUB"', 'Ccy="USD"'), /валюта «USD»/],
    [text.replace('2026-10-05T', '2026-02-30T'), /Дата записана неверно/],
    [text.replace(/<CreDtTm>.*?<\/CreDtTm>/, ''), /когда он создан/],
    [
      text
        .replace('<GrpSts>PART</GrpSts>', '')
        .replace('</CstmrPmtStsRpt>', '<OrgnlPmtInfAndSts/></CstmrPmtStsRpt>'),
      /несколько пакетов/,
    ],
    [text.replace('закрыт', 'з'.repeat(5000)), /длиннее 4096/],
    [text.replace('<GrpHdr>', `<GrpHdr>${'<X/>'.repeat(200_001)}`), /больше записей/],
    [text.replace('UTF-8', 'koi8-r'), /Кодировка файла «koi8-r»/],
  ]
  for (const [bad, words] of cases) assert.match(await said(bad), words)
})
