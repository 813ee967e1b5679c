import { Button } from '@mantine/core'
import type { BikChange, BikLoad } from '#contract/bank/bik-directory.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { count, day, plural } from '#web/ui/format.ts'
import styles from './bik.module.css'

const TITLES: Record<BikChange, string> = {
  added: 'Добавлен',
  closed: 'Закрыт',
  reopened: 'Снова действует',
  renamed: 'Новое название',
  account: 'Другой корр. счёт',
  restricted: 'Новое ограничение',
}

/** Load by load; of each the first two hundred changes by name. */
export function showBikChanges(loads: readonly BikLoad[]): Promise<void> {
  return openDialog({ title: 'Справочник БИК: что изменилось', width: 640 }, (close) => (
    <div className={styles['part']}>
      <div className={styles['scroll']} tabIndex={0} role="region" aria-label="Изменения">
        {loads.map((load) => (
          <Load key={load.id} load={load} />
        ))}
      </div>
      <div className={styles['foot']}>
        <Button data-autofocus onClick={() => close()}>
          Понятно
        </Button>
      </div>
    </div>
  ))
}

function Load({ load }: { load: BikLoad }) {
  const { added, closed, changed, changes, bank_count } = load
  const nothing = added + closed + changed === 0
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col" colSpan={3}>
            На {day(load.business_day)}: {plural(bank_count, 'участник', 'участника', 'участников')}
            {load.source === 'restored' && ', возвращён прежний'}
            {nothing
              ? load.source === 'product'
                ? ', поставляется с программой'
                : ', изменений нет'
              : `, добавлено ${count(added)}, закрыто ${count(closed)}, изменено ${count(changed)}`}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ bik, name, change }) => (
          <tr key={bik}>
            <td>{bik}</td>
            <td>{name}</td>
            <td>{TITLES[change]}</td>
          </tr>
        ))}
        {added + closed + changed > changes.length && (
          <tr>
            <td colSpan={3}>и ещё {count(added + closed + changed - changes.length)}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
