import type { ReactNode } from 'react'
import { Link } from '#web/router/link.tsx'
import type { Tile } from '#contract/report/dashboard.ts'
import type { CompanyMonth } from '#contract/report/month.ts'
import { differenceText } from '#web/ui/form/difference.ts'
import { count, day, money, tonnes } from '#web/ui/format.ts'
import { Panel } from '#web/ui/layout/tile.tsx'
import wide from '#web/ui/layout/wide-table.module.css'
import { figureText, FigureLine } from '../home/figure-line.tsx'
import styles from './month.module.css'

const EARLIER = 'месяцем раньше'
/** From so many times as much on a share in hundreds says less than the figure of before. */
const MOST_TIMES = 10

/** The sums of the month in one line, each with what it was the month before. */
export function Figures({ tiles }: { tiles: Tile[] }) {
  return (
    <section className={styles['figures']} aria-label="Итоги месяца">
      <FigureLine
        tiles={tiles}
        noteOf={({ unit, value, previous }) => earlierText(unit, value, previous)}
      />
    </section>
  )
}

function earlierText(unit: Tile['unit'], value: number | null, previous: number | null) {
  if (previous === null) return undefined
  const isShare = unit !== 'bp' && Math.abs(value ?? 0) < MOST_TIMES * Math.abs(previous)
  const words = isShare ? differenceText(value, previous, EARLIER) : undefined
  return words ?? `${EARLIER} ${figureText(unit, previous)}`
}

/** Each class of metal beside the month before. */
export function Metals({ metals }: Pick<CompanyMonth, 'metals'>) {
  return (
    <Panel title="По металлам">
      <Table
        heads={['Металл', 'Вес', 'Сумма']}
        empty="В этом месяце ничего не куплено."
        rows={metals.map(({ title, net_g, total_kop, before_net_g }) => ({
          key: title,
          cells: [
            <span key="t">
              {title}
              <small>
                {before_net_g === 0
                  ? `${EARLIER} не покупали`
                  : earlierText('g', net_g, before_net_g)}
              </small>
            </span>,
            tonnes(net_g),
            money(total_kop),
          ],
        }))}
      />
    </Panel>
  )
}

/** What does not happen in a usual month, each with its records. */
export function Unusual({ tiles }: { tiles: Tile[] }) {
  return (
    <Panel title="Необычное">
      <Table
        heads={['Что', 'В этом месяце', 'В прошлом']}
        empty="Ни в этом месяце, ни в прошлом ничего необычного не было."
        rows={tiles.map(({ key, title, value, previous, href }) => ({
          key,
          cells: [
            <Link key="t" to={href}>
              {title}
            </Link>,
            count(value ?? 0),
            count(previous ?? 0),
          ],
        }))}
      />
    </Panel>
  )
}

/** Who sold most, each with its acts. */
export function Suppliers({ suppliers }: { suppliers: NonNullable<CompanyMonth['suppliers']> }) {
  return (
    <Panel title="Поставщики: больше всего">
      <Table
        heads={['Поставщик', 'Актов', 'Вес', 'Сумма']}
        empty="В этом месяце закупок не было."
        rows={suppliers.map(({ id, name, acts, net_g, total_kop, href }) => ({
          key: id,
          cells: [
            <Link key="t" to={href}>
              {name}
            </Link>,
            count(acts),
            tonnes(net_g),
            money(total_kop),
          ],
        }))}
      />
    </Panel>
  )
}

/** The newest first; a day on which nothing happened is no row. */
export function Days({ days }: { days: CompanyMonth['days'] }) {
  const busy = days.filter(({ acts, paid_kop }) => acts > 0 || paid_kop !== 0)
  return (
    <Panel title="Дни">
      <Table
        heads={['День', 'Актов', 'Вес', 'Сумма', 'Выплачено']}
        empty="В этом месяце ни закупок, ни выплат не было."
        rows={busy.toReversed().map(({ day: of, acts, net_g, total_kop, paid_kop, href }) => ({
          key: of,
          cells: [
            <Link key="t" to={href}>
              {day(of)}
            </Link>,
            count(acts),
            tonnes(net_g),
            money(total_kop),
            money(paid_kop),
          ],
        }))}
      />
    </Panel>
  )
}

interface TableProps {
  /** All but the first are figures. */
  heads: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  empty: string
}

/** A short table of one month. */
function Table({ heads, rows, empty }: TableProps) {
  if (rows.length === 0) return <p className={styles['note']}>{empty}</p>
  return (
    <div className={wide['scroll']}>
      <table className={wide['table']}>
        <thead>
          <tr>
            {heads.map((head, place) => (
              <th key={head} scope="col" data-end={place > 0 || undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, place) => (
                <td key={heads[place]} data-end={place > 0 || undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
