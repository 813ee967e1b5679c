import type { ActPosition } from '#contract/act/act-entities.ts'
import { formatMoney, formatPercent } from '#contract/core/input-text.ts'
import { statusTitle } from '#contract/core/status-titles.ts'
import {
  blocksOf,
  field,
  fieldPair,
  heading,
  paragraph,
  qr,
  side,
  space,
  type Block,
} from '../../../documents/body/blocks.ts'
import { tableOf, type PrintedColumn } from '../../../documents/body/table-of.ts'
import { longDay } from '../../../documents/figures.ts'
import { kg, momentIn } from './bundle-words.ts'
import { checkEvidence, type Check } from './check-evidence.ts'
import type { Evidence } from './gather-evidence.ts'

const TITLES = { psa: 'Приёмо-сдаточный акт', op5: 'Закупочный акт' }

/** The first sheet: the act, its parties, its sums, what was checked and with what outcome. */
export function titleBlocks(evidence: Evidence): Block[] {
  const { card, company, timezone, author, at } = evidence
  const moment = momentIn(timezone)
  const { supplier } = card
  const money = (kop: number) => `${formatMoney(kop)} ₽`
  const vehicle = [card.vehicle.make, card.vehicle.carnumber, card.vehicle.trailer]
  const checks = checkEvidence(evidence)
  const bad = checks.filter(({ verdict }) => verdict === 'bad')
  return blocksOf(
    side(
      {
        blocks: [
          heading(1, 'ПАКЕТ ДОКУМЕНТОВ', { align: 'left' }),
          paragraph(`${TITLES[card.kind ?? 'psa']} № ${card.number} от ${longDay(card.date)}`, {
            size: 12,
            bold: true,
          }),
          paragraph(`Составлен ${moment(at)} (${timezone}), составитель: ${author}`),
        ],
      },
      { width: 22, blocks: [qr(`/?path=/operator/act/${card.id}`)] },
    ),
    space(2),
    fieldPair(['Покупатель', company.name], ['ИНН', company.inn]),
    fieldPair(['Поставщик', card.supplier_name], ['ИНН', supplier.inn ?? '—']),
    supplier.doc_masked && field('Документ поставщика', supplier.doc_masked),
    fieldPair(
      ['Площадка', card.site_name],
      ['Транспорт', vehicle.filter(Boolean).join(' ') || '—'],
    ),
    fieldPair(
      ['Выписан', card.issued_at ? moment(card.issued_at) : '—'],
      ['Выписал', card.issued_by_name ?? '—'],
    ),
    fieldPair(
      ['Статус', statusTitle('act', card.status)],
      ['Оплата', statusTitle('act_payment', card.payment_state)],
    ),
    card.void_reason && field('Причина аннулирования', card.void_reason),
    ...card.corrections.map(({ relation, number }) =>
      field(
        relation === 'correction_of' ? 'Исправляет акт' : 'Исправлен актом',
        number ?? 'черновик',
      ),
    ),
    fieldPair(['Нетто', kg(card.net_g)], ['Сумма', money(card.total_kop)]),
    fieldPair(['Выплачено', money(card.paid_kop)], ['К выплате', money(card.payable_kop)]),
    heading(2, 'Позиции'),
    space(1),
    tableOf({ columns: positionColumns(card.total_kop), rows: card.positions }),
    space(2),
    heading(2, 'Что проверено'),
    space(1),
    tableOf({ columns: checkColumns, rows: checks }),
    space(2),
    paragraph(
      bad.length === 0
        ? 'Итог: расхождений не найдено.'
        : `Итог: НАЙДЕНЫ РАСХОЖДЕНИЯ: ${bad.map(({ what }) => what.toLowerCase()).join('; ')}.`,
      { bold: true, size: 11, after: 2 },
    ),
    paragraph('Опись всех частей с отпечатками SHA-256 стоит на последних листах.'),
  )
}

function positionColumns(total: number): PrintedColumn<ActPosition>[] {
  return [
    { title: '№', kind: 'center', value: (_, index) => index + 1 },
    { title: 'Наименование', kind: 'text', value: ({ name }) => name },
    { title: 'Физический вес', kind: 'number', value: ({ phys_g }) => kg(phys_g) },
    {
      title: 'Засор, %',
      kind: 'number',
      value: ({ shown_zasor_bp: bp }) => (bp === null ? '—' : formatPercent(bp)),
    },
    {
      title: 'Принято',
      kind: 'number',
      value: ({ measure, qty, net_g }) => (measure === 'piece' ? `${qty} шт.` : kg(net_g)),
    },
    {
      title: 'Цена, ₽',
      kind: 'number',
      value: ({ price_kop }) => (price_kop === null ? '—' : formatMoney(price_kop)),
    },
    {
      title: 'Сумма, ₽',
      kind: 'number',
      value: ({ amount_kop }) => formatMoney(amount_kop),
      total: formatMoney(total),
    },
  ]
}

const VERDICTS: Record<Check['verdict'], string> = {
  good: 'сходится',
  bad: 'НЕ СХОДИТСЯ',
  open: 'не проверить',
}

const checkColumns: PrintedColumn<Check>[] = [
  { title: 'Что', kind: 'text', value: ({ what }) => what },
  { title: 'Как', kind: 'text', value: ({ how }) => how },
  { title: 'Итог', kind: 'text', bold: true, value: ({ verdict }) => VERDICTS[verdict] },
]
