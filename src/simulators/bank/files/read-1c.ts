import { assertOrder, readKop, refuseFile, type FileOrder, type OrderFile } from './order-file.ts'

const ENCODINGS = [
  ['utf-8', 'UTF-8'],
  ['windows-1251', 'Windows'],
  ['ibm866', 'DOS'],
] as const

/** Orders in 1CClientBankExchange; null when the bytes are no such file. Refuses what a strict bank refuses. */
export function readOneC(bytes: Uint8Array): OrderFile | null {
  const text = decode(bytes)
  if (text === null) return null
  const lines = text.split(/\r?\n/)
  while (lines.at(-1)?.trim() === '') lines.pop()
  if (lines.at(-1) !== 'КонецФайла') refuseFile('Файл обрезан: нет строки «КонецФайла»')
  const header = new Map<string, string>()
  const orders: FileOrder[] = []
  let open: Map<string, string> | null = null
  for (const line of lines.slice(1, -1)) {
    const cut = line.indexOf('=')
    const key = cut < 0 ? line : line.slice(0, cut)
    const value = cut < 0 ? '' : line.slice(cut + 1)
    if (key === 'СекцияДокумент') {
      if (open !== null) refuseFile('Поручение начато до конца прежнего')
      if (value !== 'Платежное поручение') refuseFile(`Документ «${value}»: нужны поручения`)
      open = new Map()
    } else if (key === 'КонецДокумента') {
      if (open === null) refuseFile('Конец поручения без его начала')
      orders.push(orderOf(open, `Поручение ${orders.length + 1}`))
      open = null
    } else if (cut < 0) refuseFile(`Строка «${line.slice(0, 40)}» непонятна`)
    else if (!(open ?? header).has(key)) (open ?? header).set(key, value)
  }
  if (open !== null) refuseFile('Файл обрезан: последнее поручение не закончено')
  if (orders.length === 0) refuseFile('В файле нет ни одного поручения')
  const own = header.get('РасчСчет')
  if (orders.some(({ payer }) => payer.account !== own))
    refuseFile('Поручения не со счёта, который назван в начале файла')
  const version = header.get('ВерсияФормата') ?? ''
  if (!/^1\.0[1-3]$/.test(version)) refuseFile(`Версия формата «${version}» не принимается`)
  return { format: '1c', version, message_id: null, batch_id: null, orders }
}

/** The text by the encoding whose name the file gives in its own letters. */
function decode(bytes: Uint8Array): string | null {
  for (const [encoding, word] of ENCODINGS) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      if (text.startsWith('1CClientBankExchange') && text.includes(`\nКодировка=${word}`))
        return text
    } catch {
      // Bytes of another encoding.
    }
  }
  return null
}

function orderOf(fields: ReadonlyMap<string, string>, where: string): FileOrder {
  const field = (key: string) => fields.get(key)?.trim() ?? ''
  const party = (side: 'Плательщик' | 'Получатель') => ({
    name: field(`${side}1`) || field(side),
    inn: field(`${side}ИНН`),
    account: field(`${side}Счет`),
    bik: field(`${side}БИК`),
  })
  const order = {
    number: field('Номер'),
    date: isoDay(field('Дата'), where),
    amount_kop: readKop(field('Сумма'), where),
    payer: party('Плательщик'),
    payee: party('Получатель'),
    purpose: field('НазначениеПлатежа'),
    end_to_end: null,
  }
  return assertOrder(order, where)
}

function isoDay(text: string, where: string): string {
  const day = text.split('.').toReversed().join('-')
  return /^20\d\d-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))
    ? day
    : refuseFile(`${where}: дата «${text}» записана неверно`)
}
