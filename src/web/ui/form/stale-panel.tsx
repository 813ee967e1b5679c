import { Button } from '@mantine/core'
import styles from './form.module.css'
import { type Conflict, conflictText, labelOfPath } from './merge-record.ts'
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
  const name = (path: string) => labelOfPath(labels, path)
  const adopted = [...new Set(adoptedPaths.flatMap((path) => name(path) ?? []))]
  // The name of a chosen record belongs to its id and is chosen with it.
  const nameOf = ({ path }: Conflict) =>
    conflicts.find((one) => path.endsWith('_id') && one.path === path.replace(/_id$/, '_name'))
  const names = conflicts.map(nameOf)
  return (
    <section className={styles['stale']} role="alert" aria-label="Запись изменили">
      <p>
        Пока вы правили, запись изменил другой сотрудник.
        {adopted.length > 0 && ` Взято из новой записи: ${adopted.join(', ')}.`}
        {conflicts.length > 0 && ' Выберите значения, которые изменили оба, и сохраните ещё раз:'}
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
            {conflicts
              .filter((conflict) => !names.includes(conflict))
              .map((conflict) => {
                const label = name(conflict.path) ?? conflict.path
                const chosenName = nameOf(conflict)
                const text = (side: 'was' | 'mine' | 'now') =>
                  conflictText(conflict.path, (chosenName ?? conflict)[side])
                return (
                  <tr key={conflict.path}>
                    <th scope="row">{label}</th>
                    <td>{text('was')}</td>
                    {(['mine', 'now'] as const).map((side) => (
                      <td key={side}>
                        <Button
                          variant="default"
                          aria-label={`${label}: ${side === 'mine' ? 'оставить ваше' : 'взять новое'}`}
                          onClick={() => {
                            choose(conflict, side)
                            if (chosenName) choose(chosenName, side)
                          }}
                        >
                          {text(side)}
                        </Button>
                      </td>
                    ))}
                  </tr>
                )
              })}
          </tbody>
        </table>
      )}
    </section>
  )
}
