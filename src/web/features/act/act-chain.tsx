import type { ReactNode } from 'react'
import { Link } from '#web/router/link.tsx'
import type { ActCard, ActPosition } from '#contract/act/act-entities.ts'
import { actTextFields } from '#contract/act/act-fields.ts'
import { askedFields } from '#contract/act/position-fields.ts'
import { flagTitles } from '#contract/core/flags.ts'
import { formatKg } from '#contract/core/input-text.ts'
import { listMeanings } from '#contract/core/sum-meanings.ts'
import { shownStatus } from '#contract/payment/payment-entities.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { dateTime, day, kg, money, percent } from '#web/ui/format.ts'
import { Badge, StatusBadge } from '#web/ui/feedback/status-badge.tsx'
import { Panel } from '#web/ui/layout/tile.tsx'
import { openSupplierCard } from '../supplier/open-supplier-card.ts'
import { History } from '../supplier/head/supplier-papers.tsx'
import { Rows } from '../supplier/head/supplier-trade.tsx'
import { deductionsText } from '../weight-act/line-deductions.ts'
import { WeighingPictures } from '../weighing/weighing-pictures.tsx'
import { ActHead } from './act-head.tsx'
import { ActScans, BriefScans } from './sign/act-scans.tsx'
import styles from '../../ui/layout/record-chain.module.css'
import { act } from '#contract/act/act.ts'
import { useCall } from '#web/api/use-call.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'

/** The evidence of one purchase from weighing to payment, read-only. */
export function ActChain({ card, brief = false }: { card: ActCard; brief?: boolean }) {
  return (
    <div className={styles['chain']} data-brief={brief || undefined}>
      {card.void_reason && (
        <p className={styles['void']}>Аннулирован. Причина: {card.void_reason}</p>
      )}
      {!brief && <ActHead card={card} />}
      {brief && <Summary card={card} brief />}
      <Panel title="Позиции">
        <Positions positions={card.positions} brief={brief} />
      </Panel>
      <div className={styles['pair']}>
        <Panel title="Взвешивания">
          <Weighings card={card} brief={brief} />
        </Panel>
        <Panel title="Выплаты">
          <Payments card={card} />
        </Panel>
      </div>
      {!brief && (
        <div className={styles['top']}>
          <Summary card={card} brief={false} />
          <Marks card={card} />
        </div>
      )}
      <Panel title="Сканы">{brief ? <BriefScans card={card} /> : <ActScans card={card} />}</Panel>
      {!brief && (
        <Panel title="История">
          <History entity="act" id={card.id} />
        </Panel>
      )}
    </div>
  )
}

function Summary({ card, brief }: { card: ActCard; brief: boolean }) {
  const { supplier } = card
  return (
    <Panel title={card.kind === 'op5' ? 'Закупочный акт' : 'Приёмо-сдаточный акт'}>
      <Facts
        facts={[
          ...(brief
            ? [
                {
                  label: 'Поставщик',
                  value: (
                    <button
                      type="button"
                      className={styles['link']}
                      onClick={() => void openSupplierCard(supplier.id)}
                    >
                      {supplier.name}
                    </button>
                  ),
                },
              ]
            : []),
          { label: 'Дата', value: day(card.date ?? card.created_at) },
          { label: 'Площадка', value: card.site_name },
          { label: 'Нетто', value: kg(card.net_g) },
          ...(brief ? [{ label: 'Сумма', value: money(card.total_kop) }] : []),
          { label: 'Выплачено', value: money(card.paid_kop) },
          {
            label: 'К выплате',
            value: <span title={listMeanings.payable}>{money(card.payable_kop)}</span>,
          },
          ...card.corrections.map((other) => ({
            label: other.relation === 'correction_of' ? 'Исправляет' : 'Исправлен',
            value: (
              <Link to={to(paths.act, { actId: other.id })}>{other.number ?? 'черновик'}</Link>
            ),
          })),
        ]}
      />
      {brief && card.flags.length > 0 && (
        <div className={styles['flags']}>
          {card.flags.map((flag) => (
            <Badge
              key={flag.code}
              tone={flag.reviewed_at ? 'gray' : 'orange'}
              label={flagTitles[flag.code]}
            />
          ))}
        </div>
      )}
    </Panel>
  )
}

function Marks({ card }: { card: ActCard }) {
  const { vehicle, radiation, explosion } = card
  return (
    <Panel title="Сведения">
      <Facts
        facts={[
          ...actTextFields.map(({ name, title }) => ({ label: title, value: card[name] ?? '—' })),
          {
            label: 'Транспорт',
            value:
              [vehicle.make, vehicle.carnumber, vehicle.trailer].filter(Boolean).join(' ') || '—',
          },
          { label: 'Водитель', value: vehicle.driver ?? '—' },
          {
            label: 'Радиация',
            value: radiation.done ? describeRadiation(radiation) : 'Не проверено',
          },
          {
            label: 'Взрывобезопасность',
            value: explosion.done
              ? ['Проверено', explosion.at && day(explosion.at), explosion.by]
                  .filter(Boolean)
                  .join(', ')
              : 'Не проверено',
          },
          { label: 'Выписал', value: card.issued_by_name ?? '—' },
          { label: 'Выписан', value: dateTime(card.issued_at) },
        ]}
      />
    </Panel>
  )
}

/** Acts of before instruments were kept say less. */
function describeRadiation({
  usv_h_milli: level,
  background_usv_h_milli: background,
  ...check
}: Radiation) {
  return [
    'Проверено',
    level !== null && `${formatKg(level)} мкЗв/ч`,
    background !== null && `фон ${formatKg(background)}`,
    check.instrument,
    check.valid_until && `поверка до ${day(check.valid_until)}`,
    check.at && [day(check.at), check.time].filter(Boolean).join(' '),
    check.by,
  ]
    .filter(Boolean)
    .join(', ')
}

type Radiation = ActCard['radiation']

interface PositionColumn {
  readonly head: string
  readonly cell: (position: ActPosition) => ReactNode
}

const AMOUNT: PositionColumn = {
  head: 'Нетто',
  cell: ({ measure, qty, net_g }) => (measure === 'piece' ? `${qty} шт.` : kg(net_g)),
}
const SUM: PositionColumn = { head: 'Сумма', cell: ({ amount_kop }) => money(amount_kop) }

/** Beside the scale there is little room. */
const BRIEF: readonly PositionColumn[] = [{ head: 'Товар', cell: ({ name }) => name }, AMOUNT, SUM]

function Positions({ positions, brief }: { positions: ActPosition[]; brief: boolean }) {
  const shown = brief ? BRIEF : positionColumns(positions)
  return (
    <Rows
      heads={shown.map(({ head }) => head)}
      empty="Позиций нет."
      rows={positions.map((position) => shown.map(({ cell }) => cell(position)))}
    />
  )
}

/** Fields that a product asks for have a column where one of the positions has a value. */
function positionColumns(positions: readonly ActPosition[]): PositionColumn[] {
  const asked = askedFields.filter(({ name }) => positions.some((one) => one[name] !== null))
  return [
    { head: 'Товар', cell: nameCell },
    { head: 'Физ. вес', cell: ({ phys_g }) => kg(phys_g) },
    {
      head: 'Засор',
      cell: ({ shown_zasor_bp, zasor_g }) => `${percent(shown_zasor_bp)} · ${kg(zasor_g)}`,
    },
    ...asked.map(({ label, name }): PositionColumn => ({
      head: label,
      cell: (position) => percent(position[name]),
    })),
    AMOUNT,
    { head: 'Цена', cell: priceCell },
    SUM,
  ]
}

function nameCell(position: ActPosition) {
  return (
    <>
      {position.name}
      <small className={styles['small']}>{deductionsText(position)}</small>
    </>
  )
}

function priceCell({ price_kop, price_source, base_price_kop, override_reason }: ActPosition) {
  return (
    <>
      {money(price_kop)}
      {price_source === 'override' && (
        <small className={styles['small']}>
          прайс {money(base_price_kop)}: {override_reason}
        </small>
      )}
    </>
  )
}

function Weighings({ card, brief }: { card: ActCard; brief: boolean }) {
  const heads = ['Заезд', 'Машина', 'Брутто', 'Тара', 'Нетто']
  return (
    <>
      <Rows
        heads={brief ? ['Машина', 'Нетто'] : heads}
        empty="Без взвешивания."
        rows={card.transactions.map((visit) => [
          ...(brief
            ? []
            : [
                <span key="n" className={styles['number']}>
                  {visit.number}
                </span>,
              ]),
          visit.carnumber ?? '—',
          ...(brief ? [] : [kg(visit.gross_g), kg(visit.tare_g)]),
          kg(visit.net_g),
        ])}
      />
      {card.transactions.map((visit) => (
        <WeighingPictures key={visit.id} visit={visit} />
      ))}
      {card.weight_acts.map((one) => (
        <div key={one.id}>
          Весовой акт{' '}
          <Link target="_blank" to={to(paths.printWeightAct, { weightActId: one.id })}>
            {one.number}
          </Link>
        </div>
      ))}
    </>
  )
}

function Payments({ card }: { card: ActCard }) {
  return (
    <Rows
      heads={['Когда', 'Куда', 'Сумма', 'Статус']}
      empty="Выплат ещё не было."
      rows={card.payments.map((payment) => [
        <Link key="n" to={`${paths.payments}?id=${payment.id}`}>
          {dateTime(payment.saved_at)}
          {payment.is_retry && ', повтор'}
          {payment.returned_kop > 0 && ', возврат'}
        </Link>,
        payment.method_label,
        money(payment.act_amount_kop),
        <span key="s" title={payment.reason_text ?? undefined}>
          <StatusBadge kind="payment" status={shownStatus(payment)} />
        </span>,
      ])}
    />
  )
}

/** One act beside a list: the same chain in a narrow place. */
export function ActInfo({ id }: { id: string }) {
  const { data, error } = useCall(act.get, { query: { id } })
  if (error) throw error
  return data ? <ActChain card={data} brief /> : <Waiting />
}
