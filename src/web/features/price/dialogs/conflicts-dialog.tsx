import { Button } from '@mantine/core'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { WindowButtons } from '../window-buttons.tsx'
import { dateTime } from '#web/ui/format.ts'
import type { List } from '../grid/grid-rows.ts'
import type { CellKey, Edit } from '../edit/pending-prices.ts'
import { orNone } from '../price-messages.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import styles from './price-dialogs.module.css'

type Choice = 'mine' | 'theirs'
type Conflicts = readonly (CellKey & { edit: Edit })[]

/** Whose prices stay; undefined leaves everything as it is, unsaved. */
export function showConflicts(list: List, conflicts: Conflicts): Promise<Choice | undefined> {
  return openDialog<Choice>({ title: 'Эти цены изменил кто-то ещё', width: 960 }, (close) => (
    <ConflictsDialog list={list} conflicts={conflicts} close={close} />
  ))
}

// More would not be compared by eye; the rest are marked in the grid.
const SHOWN_CONFLICTS = 50

interface ConflictsProps {
  list: List
  conflicts: Conflicts
  close: (choice?: Choice) => void
}

function ConflictsDialog({ list, conflicts, close }: ConflictsProps) {
  const rows = new Map(list.rows.map((row) => [row.product.id, row]))
  const titles = new Map(list.columns.map(({ id, title }) => [id, title]))
  return (
    <div className={styles['body']}>
      <p>Пока вы меняли цены, их сохранил другой сотрудник. Решите, какие цены останутся.</p>
      <div className={styles['scroller']}>
        <table className={`${styles['table']} ${stacked['stacked']}`}>
          <thead>
            <tr>
              <th scope="col">Позиция</th>
              <th scope="col">Колонка</th>
              <th scope="col" data-end>
                У вас
              </th>
              <th scope="col" data-end>
                Сейчас
              </th>
              <th scope="col">Кто изменил</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.slice(0, SHOWN_CONFLICTS).map(({ product, column, edit }) => {
              const row = rows.get(product)
              const cell = row?.cells[column]
              return (
                <tr key={`${product} ${column}`}>
                  <td data-whole>{row?.product.name}</td>
                  <td data-label="Колонка">{titles.get(column)}</td>
                  <td data-end data-label="У вас">
                    {orNone(edit.value)}
                  </td>
                  <td data-end data-label="Сейчас">
                    {orNone(cell?.price_kop ?? null)}
                  </td>
                  <td data-whole>
                    {cell && `${cell.updated_by_name ?? '—'}, ${dateTime(cell.updated_at)}`}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {conflicts.length > SHOWN_CONFLICTS && (
        <p>И ещё {conflicts.length - SHOWN_CONFLICTS}: они отмечены в прайсе.</p>
      )}
      <WindowButtons
        main="Оставить мои"
        run={() => close('mine')}
        cancel={() => close()}
        cancelFirst
      >
        <Button variant="default" onClick={() => close('theirs')}>
          Взять нынешние
        </Button>
      </WindowButtons>
    </div>
  )
}
