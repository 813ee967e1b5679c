import iconv from 'iconv-lite'
import { inWindows, statementText, type BankLine } from './bank-statement.ts'
import { reportText } from './status-report.ts'
import { zipArchive } from './zip-archive.ts'

/** What a bank would answer to the orders of a file: each carried out on its day, and a fee; or each given back with these words. */
export function statementOf(file: string, back = ''): string {
  const of = (section: string, key: string) =>
    new RegExp(`^${key}=(.*)\r$`, 'm').exec(section)?.[1] ?? ''
  const day = of(file, 'ДатаСоздания').split('.').toReversed().join('-')
  const orders = file.split('СекцияДокумент=').slice(1)
  return statementText({
    from: day,
    to: day,
    lines: [
      ...orders.map((order) => ({
        kop: Math.round(Number(of(order, 'Сумма')) * 100),
        day,
        number: of(order, 'Номер'),
        account: of(order, 'ПолучательСчет'),
        bik: of(order, 'ПолучательБИК'),
        name: of(order, 'Получатель1'),
        purpose: back + of(order, 'НазначениеПлатежа'),
        ...(back && { credit: true as const }),
      })),
      { kop: 1900, day, number: 7, operation: '17', name: 'ПАО СБЕРБАНК', purpose: 'Комиссия' },
    ],
  })
}

/** The statement of a day on which the bank carried out the order of a file after all. */
export function debitOf(xml: string, told: Partial<BankLine> = {}): string {
  const of = (path: RegExp) => path.exec(xml)![1]!
  const day = of(/<CreDtTm>(\d{4}-\d\d-\d\d)/)
  const line = {
    kop: Math.round(Number(of(/<InstdAmt[^>]*>([\d.]+)</)) * 100),
    day,
    number: 4004,
    account: of(/<CdtrAcct>[\s\S]*?<Id>(\d{20})</),
    purpose: [...xml.matchAll(/<Ustrd>([^<]*)</g)].map(([, part]) => part).join(''),
    ...told,
  }
  return statementText({ from: day, to: day, lines: [line] })
}

/** Money of the sum of the order of a file, from a bank's own account and without its number. */
export function possibleReturnOf(file: string): string {
  const of = (key: string) => new RegExp(`^${key}=(.*)\r$`, 'm').exec(file)![1]!
  const day = of('ДатаСоздания').split('.').toReversed().join('-')
  const kop = Math.round(Number(of('Сумма')) * 100)
  const account = '30232810000000000001'
  const said = { name: 'ПАО БАНК', purpose: 'Счет получателя закрыт' }
  const line = { kop, day, number: 90, account, credit: true as const, ...said }
  return statementText({ from: day, to: day, lines: [line] })
}

/** What a bank would answer to a file of one order: refused, beside an order of another file and a text that is no answer. */
export function answersTo(xml: string): Buffer {
  const of = (name: string) => new RegExp(`<${name}>([^<]*)<`).exec(xml)![1]!
  const orders = [
    { id: of('EndToEndId'), status: 'RJCT', reason: 'AC04' },
    { id: '0192f3a46c1e7b529d3f8a4e5c6b7d80', status: 'ACSP' },
  ]
  return zipArchive([
    {
      name: iconv.encode('Ответ на реестр.xml', 'cp866'),
      bytes: Buffer.from(reportText({ registryId: of('MsgId'), orders })),
    },
    { name: Buffer.from('чужое.txt'), bytes: inWindows('Счёт на оплату') },
  ])
}

/** Other records of the same account, told without posting days and a turnover, beside an account in dollars. */
export function thinStatement(text: string): string {
  return text
    .replaceAll(/ДатаСписано=.*\r?\n/g, '')
    .replaceAll(/ВсегоСписано=.*\r?\n/g, '')
    .replaceAll('Номер=', 'Номер=9')
    .replaceAll('Сумма=', 'Сумма=1')
    .replaceAll(/\[П:\w+\]/g, '')
    .replace('СекцияРасчСчет', 'РасчСчет=40702840900000000002\r\nСекцияРасчСчет')
}
