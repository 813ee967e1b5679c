import { Button, Checkbox, Popover } from '@mantine/core'
import { Columns3 } from 'lucide-react'
import styles from './list.module.css'
import type { Column } from './list-types.ts'

interface ColumnsMenuProps<Row> {
  all: Column<Row>[]
  shown: Column<Row>[]
  hide: (id: string, gone: boolean) => void
}

/** Which columns this user sees; the first one names the record and stays. */
export function ColumnsMenu<Row>({ all, shown, hide }: ColumnsMenuProps<Row>) {
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<Columns3 size={16} aria-hidden />}>
          Колонки
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={styles['columns']}>
          {all.map((column, place) => (
            <Checkbox
              key={column.id}
              label={column.title}
              disabled={place === 0}
              checked={shown.some((one) => one.id === column.id)}
              onChange={(event) => hide(column.id, !event.currentTarget.checked)}
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
