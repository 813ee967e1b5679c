import iconv from 'iconv-lite'
import { PAYER_ACCOUNT } from './file-agreement.ts'

/** A line as a bank writes it: our account pays unless `credit` says that it was paid. */
export interface BankLine {
  readonly kop: number
  readonly day: string
  readonly number?: number | string
  readonly docDay?: string
  readonly account?: string
  readonly bik?: string
  readonly name?: string
  readonly purpose?: string
  readonly operation?: string
  readonly credit?: true
}

interface StatementParts {
  readonly lines: readonly BankLine[]
  readonly account?: string
  /** Days of the period, `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
  readonly openingKop?: number
  /** A file of a bank that gives no balances. */
  readonly bare?: true
  readonly encodingWord?: string
}

const ru = (day: string) => day.split('-').toReversed().join('.')
const money = (kop: number) => `${Math.trunc(kop / 100)}.${String(kop % 100).padStart(2, '0')}`

/** The text of a statement whose balances and turnovers add up. */
export function statementText(parts: StatementParts): string {
  const { lines, account = PAYER_ACCOUNT, from, to, openingKop = 25_000_000_000 } = parts
  const sum = (credit: boolean) =>
    lines.filter((line) => (line.credit ?? false) === credit).reduce((n, { kop }) => n + kop, 0)
  const balances = [
    'СекцияРасчСчет',
    `ДатаНачала=${ru(from)}`,
    `ДатаКонца=${ru(to)}`,
    `РасчСчет=${account}`,
    `НачальныйОстаток=${money(openingKop)}`,
    `ВсегоПоступило=${money(sum(true))}`,
    `ВсегоСписано=${money(sum(false))}`,
    `КонечныйОстаток=${money(openingKop + sum(true) - sum(false))}`,
    'КонецРасчСчет',
  ]
  return [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    `Кодировка=${parts.encodingWord ?? 'Windows'}`,
    'Отправитель=Банк-Клиент',
    'Получатель=Priyomka',
    `ДатаНачала=${ru(from)}`,
    `ДатаКонца=${ru(to)}`,
    `РасчСчет=${account}`,
    ...(parts.bare ? [] : balances),
    ...lines.flatMap((line) => lineText(line, account)),
    'КонецФайла',
    '',
  ].join('\r\n')
}

function lineText(line: BankLine, ours: string): string[] {
  const other = line.account ?? '70601810300000000001'
  const [payer, payee] = line.credit ? [other, ours] : [ours, other]
  return [
    `СекцияДокумент=${line.operation === '17' ? 'Банковский ордер' : 'Платежное поручение'}`,
    ...(line.number === undefined ? [] : [`Номер=${line.number}`]),
    `Дата=${ru(line.docDay ?? line.day)}`,
    `Сумма=${money(line.kop)}`,
    `ПлательщикСчет=${payer}`,
    `${line.credit ? 'ДатаПоступило' : 'ДатаСписано'}=${ru(line.day)}`,
    `ПолучательСчет=${payee}`,
    ...(line.bik ? [`ПолучательБИК=${line.bik}`] : []),
    `${line.credit ? 'Плательщик1' : 'Получатель1'}=${line.name ?? 'Иванов Иван Иванович'}`,
    `ВидОплаты=${line.operation ?? '01'}`,
    `НазначениеПлатежа=${line.purpose ?? 'Оплата по договору'}`,
    'КонецДокумента',
  ]
}

export const inWindows = (text: string): Buffer => iconv.encode(text, 'windows-1251')

/** The form of an upload of statements, for `api.raw`. */
export async function statementForm(
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
): Promise<{ headers: Record<string, string>; payload: Buffer }> {
  const form = new FormData()
  for (const { name, bytes } of files)
    form.append('files[]', new Blob([new Uint8Array(bytes)]), name)
  const request = new Request('http://x/', { method: 'POST', body: form })
  return {
    headers: { 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  }
}
