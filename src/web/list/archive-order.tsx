import { Checkbox, Progress } from '@mantine/core'
import { useState } from 'react'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx'
import { cancelReport, orderFile } from './export-list.ts'
import styles from './archive-order.module.css'

/** The filter of the contract takes so many ids. */
const MOST_SELECTED = 200

export interface ArchiveOfList {
  type: string
  title: string
  filter: Record<string, unknown>
  /** Ids of the chosen rows. */
  selected: ReadonlySet<string>
}

/** Documents of the records of a list as one archive; it is made on even if the window is closed. */
export function openArchiveOrder(archive: ArchiveOfList): Promise<void> {
  return openDialog({ title: archive.title, width: 640 }, (close) => (
    <ArchiveOrder {...archive} close={close} />
  ))
}

interface Going {
  percent: number
  reportId: string
}

interface ArchiveOrderProps extends ArchiveOfList {
  close: () => void
}

function ArchiveOrder({ type, title, filter, selected, close }: ArchiveOrderProps) {
  const maySelect = selected.size > 0 && selected.size <= MOST_SELECTED
  const [chosen, setChosen] = useState(maySelect)
  const [scans, setScans] = useState(false)
  const [going, setGoing] = useState<Going>()
  const order = async () => {
    let begun = false
    const params = { filter: chosen ? { ids: [...selected] } : filter, scans }
    await orderFile(title, { type, params, format: 'zip' }, (percent, reportId) => {
      begun = true
      setGoing({ percent, reportId })
    })
    setGoing(undefined)
    // What was refused has been said by then, and another choice may pass.
    if (begun) close()
  }
  return (
    <div className={styles['order']}>
      <p>
        В архиве ZIP: документ каждой записи в том виде, в каком он выписан, и опись с номерами,
        датами и отпечатками SHA-256. До 1000 документов.
      </p>
      {selected.size > 0 && (
        <Checkbox
          label={`Только выбранные: ${selected.size}`}
          description={maySelect ? undefined : 'Выбрано больше 200: берётся весь отбор списка'}
          disabled={going !== undefined || !maySelect}
          checked={chosen}
          onChange={(event) => setChosen(event.currentTarget.checked)}
        />
      )}
      <Checkbox
        label="Приложить принятые сканы"
        data-autofocus
        disabled={going !== undefined}
        checked={scans}
        onChange={(event) => setScans(event.currentTarget.checked)}
      />
      {going && (
        <>
          <Progress value={going.percent} aria-label="Ход подготовки архива" />
          <p role="status">
            Готовим: {going.percent} %. Окно можно закрыть: архив сохранится сам и останется в
            «Отчётах».
          </p>
        </>
      )}
      <DialogButtons
        main="Собрать архив"
        busy={going !== undefined}
        run={() => void order()}
        cancel={() => (going ? void cancelReport(going.reportId) : close())}
      />
    </div>
  )
}
