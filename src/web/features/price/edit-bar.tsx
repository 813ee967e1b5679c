import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { Button } from '@mantine/core'
import { ask } from '#web/ui/dialogs/ask.ts'
import { plural } from '#web/ui/format.ts'
import { useConnection } from '#web/state/connection.ts'
import { useLeaveQuestion } from '#web/ui/dialogs/use-leave-question.ts'
import styles from './price.module.css'
import type { usePriceEdits } from './edit/use-price-edits.ts'

interface EditBarProps {
  edits: ReturnType<typeof usePriceEdits>
  canEdit: boolean
}

/** Unsaved changes; the bar has its space even when empty, so that nothing moves with the first change. */
export function EditBar({ edits, canEdit }: EditBarProps) {
  const keyOf = useHotkeyNames()
  const { counts, saving, save, settleConflicts, plan, drop } = edits
  const offline = useConnection(({ state }) => state === 'lost')
  const changed = counts.all > 0
  const prices = counts.all - counts.wrong
  useLeaveQuestion({ changed, save })
  const giveUp = async () => {
    const sure =
      counts.all <= FEW ||
      (await ask.confirm({
        title: 'Отменить все изменения?',
        text: `${plural(counts.all, 'изменение пропадёт', 'изменения пропадут', 'изменений пропадут')}. Вернуть их можно по Ctrl + Z.`,
        main: 'Отменить изменения',
        danger: true,
      }))
    if (sure) drop()
  }
  return (
    <div className={styles['edits']} role="status" data-changed={changed || undefined}>
      {!changed && canEdit && <span className={styles['hint']}>Изменений нет</span>}
      {changed && (
        <>
          {prices > 0 && <b>Изменено: {plural(prices, 'цена', 'цены', 'цен')}</b>}
          {counts.wrong > 0 && (
            <span className={styles['wrong']}>
              ! Не цены:{' '}
              {plural(counts.wrong, 'ячейка останется', 'ячейки останутся', 'ячеек останутся')}
            </span>
          )}
          {counts.conflicts > 0 && (
            <Button size="xs" variant="default" onClick={() => void settleConflicts()}>
              ≠ Изменены другим: {counts.conflicts}
            </Button>
          )}
          <span className={styles['gap']} />
          {offline && <span className={styles['wrong']}>Нет связи с сервером</span>}
          <Button variant="default" onClick={() => void giveUp()} disabled={saving}>
            Отменить
          </Button>
          <Button
            variant="default"
            onClick={() => void plan()}
            disabled={saving || offline || prices === 0}
          >
            С даты…
          </Button>
          <Button
            onClick={() => void save()}
            loading={saving}
            disabled={offline}
            title={keyOf('save')}
          >
            Сохранить
          </Button>
        </>
      )}
    </div>
  )
}

// Up to this number of changes no question is asked: typing them again is faster than reading it.
const FEW = 5
