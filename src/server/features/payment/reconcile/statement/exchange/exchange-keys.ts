/** Names that the published description of 1CClientBankExchange 1.03 has for each side of a record. */
const OF_SIDE = [
  '',
  '1',
  '2',
  '3',
  '4',
  'Счет',
  'РасчСчет',
  'ИНН',
  'КПП',
  'Банк1',
  'Банк2',
  'БИК',
  'Корсчет',
]
const PARTS_OF_PURPOSE = ['', '1', '2', '3', '4', '5', '6']

/** The same for a whole record (СекцияДокумент). */
const OF_RECORD = [
  'Номер Дата Сумма КвитанцияДата КвитанцияВремя КвитанцияСодержание ДатаСписано ДатаПоступило',
  'ВидПлатежа КодНазПлатежа ВидОплаты Код СтатусСоставителя ПоказательКБК ОКАТО ОКТМО Очередность',
  'ПоказательОснования ПоказательПериода ПоказательНомера ПоказательДаты ПоказательТипа СрокПлатежа',
  'СрокАкцепта ВидАккредитива УсловиеОплаты1 УсловиеОплаты2 УсловиеОплаты3 ПлатежПоПредст',
  'ДополнУсловия НомерСчетаПоставщика ДатаОтсылкиДок',
]
  .flatMap((names) => names.split(' '))
  .concat(
    OF_SIDE.flatMap((name) => [`Плательщик${name}`, `Получатель${name}`]),
    PARTS_OF_PURPOSE.map((name) => `НазначениеПлатежа${name}`),
  )

/** Keys that the format does not describe: some banks name the currency of an account or a record. */
export const CURRENCY_KEYS = ['Валюта', 'КодВалюты', 'ВалютаДокумента'] as const
export const ROUBLES: ReadonlySet<string> = new Set(['RUB', 'RUR', '810', '643', ''])

/** Names of the head and of an account (СекцияРасчСчет). */
const OF_HEAD = [
  'ВерсияФормата Кодировка Отправитель Получатель ДатаСоздания ВремяСоздания ДатаНачала ДатаКонца',
  'РасчСчет Документ НачальныйОстаток ВсегоПоступило ВсегоСписано КонечныйОстаток',
].flatMap((names) => names.split(' '))

const MARKS = [
  'СекцияРасчСчет',
  'КонецРасчСчет',
  'СекцияДокумент',
  'КонецДокумента',
  'КонецФайла',
] as const
export type Mark = (typeof MARKS)[number]

/** Letters of either case, and «ё» as «е»: banks write both. */
function plainKey(key: string): string {
  const known = plainKeys.get(key)
  if (known !== undefined) return known
  const letters = key.toLowerCase().replaceAll('ё', 'е').replaceAll(/\s/g, '')
  // A file of a million lines has some tens of keys; words that look like keys are not kept.
  if (plainKeys.size < MOST_KEPT) plainKeys.set(key, letters)
  return letters
}
const MOST_KEPT = 500
const plainKeys = new Map<string, string>()

const namesOf = (keys: readonly string[]) => new Map(keys.map((key) => [plainKey(key), key]))
const recordKeys = namesOf([...OF_RECORD, ...CURRENCY_KEYS])
const headKeys = namesOf([...OF_HEAD, ...CURRENCY_KEYS])
const marks = new Map(MARKS.map((mark) => [plainKey(mark), mark]))

/** The key as the format writes it; undefined for a key that it does not have. */
export const recordKey = (key: string) => recordKeys.get(plainKey(key))
export const headKey = (key: string) => headKeys.get(plainKey(key))

/** The word that begins or ends a part; what begins one may have a value. */
export function markOf(key: string, value: string | undefined): Mark | undefined {
  const mark = marks.get(plainKey(key))
  return value && mark && !mark.startsWith('Секция') ? undefined : mark
}
