import { formatMoney } from '#contract/core/input-text.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import type { Evidence } from './gather-evidence.ts'
import type { StoredPart } from './stored-parts.ts'

/** One thing that was held against what proves it. */
export interface Check {
  readonly what: string
  readonly how: string
  /** `open`: what would prove it is not there any more. */
  readonly verdict: 'good' | 'bad' | 'open'
}

/** Everything that the bundle checks, as the table of its first sheet. */
export function checkEvidence(evidence: Evidence): Check[] {
  const { visits, scans, ownership } = evidence
  const photos = visits.flatMap(({ weighings }) => weighings.flatMap((one) => one.photos))
  return [
    checkForm(evidence),
    ...checkPrints(evidence),
    checkSum(evidence),
    ...checkReadings(evidence),
    ...checkParts(
      'Фотографии взвешиваний',
      photos.map(({ part }) => part),
    ),
    ...checkParts('Сканы и бумаги', [...scans.map(({ part }) => part), ...ownership]),
    checkPaid(evidence),
    checkJournal(evidence),
  ]
}

function checkForm({ form }: Evidence): Check {
  const what = 'Форма акта'
  if (!form) return { what, how: 'форма этого акта описанием не хранится', verdict: 'open' }
  const how = 'отпечаток сохранённой страницы сверен с записанным при выписке'
  return { what, how, verdict: form.intact ? 'good' : 'bad' }
}

/** Stored prints of the act, of its statement of ownership and of its weight acts. */
function checkPrints({ form, papers }: Evidence): Check[] {
  const forms = [...(form ? [form] : []), ...papers]
  const prints = forms.flatMap(({ pdf }) => pdf ?? [])
  const damaged = prints.filter(({ state }) => state === 'damaged').length
  const unreadable = papers.filter((one) => one.unreadable).length
  if (prints.length + unreadable === 0) return []
  const words = [
    `отпечаток сошёлся у ${prints.length - damaged} из ${prints.length}`,
    damaged > 0 && `повреждено ${damaged}`,
    unreadable > 0 && `форм заявления и весовых актов повреждено ${unreadable}`,
  ]
  return [
    {
      what: 'Файлы PDF',
      how: words.filter(Boolean).join(', '),
      verdict: damaged + unreadable > 0 ? 'bad' : 'good',
    },
  ]
}

function checkSum({ card }: Evidence): Check {
  const sum = card.positions.reduce((all, { amount_kop }) => all + amount_kop, 0)
  const net = card.positions.reduce((all, { net_g }) => all + (net_g ?? 0), 0)
  return {
    what: 'Сумма и вес акта',
    how: `позиции сложены: ${formatMoney(sum)} ₽ и ${net.toLocaleString('ru')} г`,
    verdict: sum === card.total_kop && net === card.net_g ? 'good' : 'bad',
  }
}

/** Signatures of the scale; weights that no scale showed have none. */
function checkReadings({ visits }: Evidence): Check[] {
  const all = visits.flatMap(({ weighings }) => weighings.map(({ proof }) => proof))
  const signed = all.flatMap(({ reading }) => reading ?? [])
  const count = (signature: (typeof signed)[number]['signature']) =>
    signed.filter((reading) => reading.signature === signature).length
  const typed = all.filter(({ source }) => source === 'manual').length
  const stored = all.filter(({ source }) => source === 'stored_tare').length
  const [fits, broken, keyless] = [count('fits'), count('broken'), count('no_key')]
  if (all.length === 0) return []
  const parts = [
    `подписей верно ${fits} из ${signed.length}`,
    broken > 0 && `не подходит ${broken}`,
    keyless > 0 && `без ключа весов ${keyless}`,
    typed > 0 && `введено вручную ${typed}`,
    stored > 0 && `по сохранённой таре ${stored}`,
  ]
  return [
    {
      what: 'Показания весов',
      how: parts.filter(Boolean).join(', '),
      verdict: broken > 0 ? 'bad' : keyless > 0 || signed.length === 0 ? 'open' : 'good',
    },
  ]
}

function checkParts(what: string, parts: readonly StoredPart[]): Check[] {
  if (parts.length === 0) return []
  const count = (...states: StoredPart['state'][]) =>
    parts.filter(({ state }) => states.includes(state)).length
  const [sound, changed, gone] = [count('whole', 'hidden'), count('changed'), count('gone')]
  const destroyed = count('destroyed')
  const words = [
    `отпечаток сошёлся у ${sound} из ${parts.length}`,
    changed > 0 && `изменено ${changed}`,
    gone > 0 && `не найдено ${gone}`,
    destroyed > 0 && `удалено по сроку хранения ${destroyed}`,
  ]
  return [
    {
      what,
      how: words.filter(Boolean).join(', '),
      verdict: changed + gone > 0 ? 'bad' : destroyed > 0 ? 'open' : 'good',
    },
  ]
}

function checkPaid({ card, payments }: Evidence): Check {
  const paid = payments
    .filter(({ payment }) => payment.status === 'paid')
    .reduce((sum, { part_kop }) => sum + part_kop, 0)
  const returned = card.payments.reduce((sum, { returned_kop }) => sum + returned_kop, 0)
  return {
    what: 'Выплаты',
    how: `исполнено по этому акту ${formatMoney(paid)} ₽, возвращено ${formatMoney(returned)} ₽`,
    verdict: paid - returned === card.paid_kop ? 'good' : 'bad',
  }
}

function checkJournal({ journal: { links, broken, archivedBefore } }: Evidence): Check {
  const what = 'Журнал изменений'
  const made =
    links === 0
      ? 'записей об этих документах в базе нет'
      : `отпечатки записей об акте, взвешиваниях и выплатах сделаны заново: ${links}`
  const how = [
    made,
    broken > 0 && `не сошлось: ${broken}`,
    archivedBefore !== null &&
      `записи до ${russianDay(archivedBefore)} в архиве и здесь не проверены`,
  ]
  const verdict = broken > 0 ? 'bad' : links === 0 || archivedBefore !== null ? 'open' : 'good'
  return { what, how: how.filter(Boolean).join(', '), verdict }
}
