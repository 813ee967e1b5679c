import { formatKg, formatMoney, formatPercent, formatTonnes } from '#contract/core/input-text.ts'
import type { EveningFigures } from '#contract/report/evening.ts'
import { pluralForm, type Forms } from '#contract/words/plural.ts'
import { quote } from '#contract/words/quote.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import type { Evening } from './read-evening.ts'

const roubles = (kop: number) => `${formatMoney(kop).replace(/,00$/, '')}\u00a0₽`
const tonnes = (grams: number) => `${formatTonnes(grams).replace(/,?0+$/, '')}\u00a0т`

const countWords = (n: number, ...forms: Forms) => `${n} ${pluralForm(n, forms)}`

const flags = (n: number) => countWords(n, 'отметка', 'отметки', 'отметок')
const loads = (n: number) => countWords(n, 'груз', 'груза', 'грузов')

/** What a person may learn of an evening: exceptions are for those who review them. */
interface Reader {
  readonly seesExceptions: boolean
}

/** «12,4 т · 372 000 ₽ · 3 отметки на 18 000 ₽»: for a locked screen and a messenger, so without any name. */
export function eveningLine(
  { net_g, total_kop, exceptions, exceptions_kop, loads: unweighed }: EveningFigures,
  { seesExceptions }: Reader,
): string {
  return [
    tonnes(net_g),
    roubles(total_kop),
    ...(seesExceptions && exceptions > 0
      ? [`${flags(exceptions)}${exceptions_kop > 0 ? ` на ${roubles(exceptions_kop)}` : ''}`]
      : []),
    ...(seesExceptions && unweighed > 0 ? [`${loads(unweighed)} без записи`] : []),
  ].join(' · ')
}

/** The letter: each figure with the address of the list that proves it. */
export function eveningLetter(evening: Evening, home: string, reader: Reader): string {
  const { day, company, sites, late } = evening
  const acts = `${home}/operator/acts?status=issued&status=signed&from=${day}&to=${day}`
  const paid = `${home}/operator/payments?status=paid&from=${day}&to=${day}&day_of=finished&test=no`
  const owed = `${home}/operator/acts?status=issued&status=signed&payment_state=due`
  return [
    `Итоги дня ${russianDay(day)}: ${eveningLine(company, reader)}`,
    '',
    `Принято: ${tonnes(company.net_g)} на ${roubles(company.total_kop)}, ${countWords(company.acts, 'акт', 'акта', 'актов')}`,
    acts,
    ...averageWords(company).map((words) => `Средняя цена: ${words}`),
    ...(company.paid_kop === null ? [] : [`Выплачено: ${roubles(company.paid_kop)}`, paid]),
    `К выплате: ${owedWords(company)}`,
    owed,
    ...(late ? [`Вчера после письма: ${tonnes(late.net_g)} на ${roubles(late.total_kop)}`] : []),
    ...(reader.seesExceptions ? ['', ...exceptionLines(evening, home)] : []),
    ...sites.flatMap((site) => [
      '',
      ...siteLines(site, `${home}/operator?site=${site.id}`, reader),
    ]),
  ].join('\n')
}

/** One line, or none where nothing was bought by weight. */
function averageWords({ price_kop, list_kop, deviation_bp }: EveningFigures): string[] {
  if (price_kop === null) return []
  const list =
    list_kop === null || deviation_bp === null
      ? ''
      : `, по прайсу ${roubles(list_kop)}/т (${deviation_bp > 0 ? '+' : ''}${formatPercent(deviation_bp)}\u00a0%)`
  return [`${roubles(price_kop)}/т${list}`]
}

const owedWords = ({ payable_kop, unpaid_acts }: EveningFigures) =>
  unpaid_acts === 0
    ? 'ничего'
    : `${roubles(payable_kop)} по ${countWords(unpaid_acts, 'акту', 'актам', 'актам')}`

function exceptionLines({ company, dearest }: Evening, home: string): string[] {
  const { exceptions, exceptions_kop, loads: unweighed, loads_g } = company
  return [
    exceptions === 0 ? 'Отметок нет' : `${flags(exceptions)} на ${roubles(exceptions_kop)}`,
    ...dearest.map(
      ({ title, record, kop, href }) =>
        `— ${title}, ${record}${kop === null ? '' : `: ${roubles(kop)}`}\n  ${home}${href}`,
    ),
    ...(exceptions === 0 ? [] : [`Все отметки: ${home}/operator/reports?tab=exceptions`]),
    ...(unweighed === 0
      ? []
      : [
          `Грузы на весах без записи: ${loads(unweighed)}, ${formatKg(loads_g)}\u00a0кг`,
          `${home}/operator/weight`,
        ]),
  ]
}

function siteLines(site: Evening['sites'][number], address: string, reader: Reader): string[] {
  return [
    `Площадка ${quote(site.name)}: ${eveningLine(site, reader)}`,
    address,
    ...averageWords(site).map((words) => `Средняя цена: ${words}`),
    `К выплате: ${owedWords(site)}`,
  ]
}
