import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { flagReview } from '#contract/report/exceptions.ts'
import { weight } from '#contract/device/device.ts'
import { RECORD_WAIT_MIN, type Episode } from '#contract/visit/episode.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { useSend } from '#web/api/use-send.ts'
import { useDialogChanged } from '#web/ui/dialogs/dialogs.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { dateTime, time } from '#web/ui/format.ts'
import styles from './loads.module.css'
import frame from '../station.module.css'

const MINUTE_MS = 60_000
const SHORTEST = 3
const LONGEST = 500

/** Whether this person may say here what a load without a record was. */
export function useExplains(load: Episode): boolean {
  const may = useMaySend(flagReview.reviewExceptions)
  return may && load.without_weighing && !load.explained
}

/** What became of a load, in words: its visit, its explanation, or what it still waits for. */
export function LoadState({ load }: { load: Episode }) {
  const { transaction_number, explained } = load
  if (explained)
    return (
      <>
        Объяснено: {explained.note}
        <small className={styles['by']}>
          {explained.by}, {dateTime(explained.at)}
        </small>
      </>
    )
  return <span className={frame['dimmed']}>{transaction_number ?? waitOf(load)}</span>
}

function waitOf({ ended_at, without_weighing }: Episode): string {
  if (without_weighing) return 'не записан: объяснит управляющий'
  const deadline =
    ended_at === null ? undefined : Date.parse(ended_at) + RECORD_WAIT_MIN * MINUTE_MS
  return deadline === undefined ? 'ещё на весах' : `ждёт записи до ${time(deadline)}`
}

/** The words about a load, in its own row: the question for the PIN that follows is the only window over it. */
export function ExplainLoad({ load, close }: { load: Episode; close: () => void }) {
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const save = useSend(flagReview.reviewExceptions, {
    refreshes: [weight.getEpisodes, flagReview.getExceptions],
  })
  useDialogChanged(note !== '')
  const run = async () => {
    if (note.trim().length < SHORTEST) return setProblem('Напишите, что это было')
    const items = [
      { entity: 'weight_episode' as const, entity_id: load.record_id, code: 'unweighed' as const },
    ]
    const done = await save.send({ body: { items, note: note.trim() } })
    if (!done) return undefined
    if (done.reviewed > 0) toast.success('Объяснено')
    else toast.info('Этот груз уже объяснил другой сотрудник')
    return close()
  }
  return (
    <form
      className={styles['explain']}
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <Textarea
        label="Что это было"
        description="Эти слова останутся у груза и в отчёте «Исключения»."
        value={note}
        maxLength={LONGEST}
        error={problem ?? save.refusal?.explanation}
        autosize
        minRows={2}
        autoFocus
        onChange={(event) => {
          setNote(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
      <div className={frame['row']}>
        <Button variant="default" onClick={close}>
          Отмена
        </Button>
        <Button type="submit" loading={save.sending}>
          Объяснить
        </Button>
      </div>
    </form>
  )
}
