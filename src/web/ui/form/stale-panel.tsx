import { Button } from '@mantine/core'
import styles from './form.module.css'
import { plural } from '../format.ts'
import type { FreshRecord } from './use-fresh-record.ts'

interface StalePanelProps {
  fresh: FreshRecord
  /** The labels of the fields. */
  labels: Record<string, string>
}

/**
 * What another user changed under an open form: that user's fields are taken; for fields changed by both the user chooses each
 * value.
 */
export function StalePanel({ fresh, labels }: StalePanelProps) {
  const { conflicts, adoptedPaths, choose } = fresh
  if (conflicts.length === 0 && adoptedPaths.length === 0) return null
  const name = (path: string) => labels[path] ?? path
  return (
    <section className={styles['stale']} role="alert" aria-label="Запись изменили">
      <p>
        Пока вы правили, запись изменил другой сотрудник.
        {adoptedPaths.length > 0 && ` Взято из новой записи: ${adoptedPaths.map(name).join(', ')}.`}
        {conflicts.length > 0 && ' Выберите значения, которые изменили оба:'}
      </p>
      {conflicts.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Поле</th>
              <th scope="col">Было</th>
              <th scope="col">У вас</th>
              <th scope="col">Сейчас</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map((conflict) => (
              <tr key={conflict.path}>
                <th scope="row">{name(conflict.path)}</th>
                <td>{valueText(conflict.was)}</td>
                {(['mine', 'now'] as const).map((side) => (
                  <td key={side}>
                    <Button
                      variant="default"
                      aria-label={`${name(conflict.path)}: ${side === 'mine' ? 'оставить ваше' : 'взять новое'}`}
                      onClick={() => choose(conflict, side)}
                    >
                      {valueText(conflict[side])}
                    </Button>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'пусто'
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) return plural(value.length, 'строка', 'строки', 'строк')
  const { label } = value as { label?: string }
  return label ?? 'другое значение'
}
