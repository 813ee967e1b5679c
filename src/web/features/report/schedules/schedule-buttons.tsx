import { Button } from '@mantine/core'
import { report } from '#contract/report/report.ts'
import { schedules, type ReportSchedule } from '#contract/report/schedules.ts'
import { quote } from '#contract/words/quote.ts'
import { useMaySend } from '#web/api/use-may.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import wide from '#web/ui/layout/wide-table.module.css'

/** The form is loaded when it is opened: most come to see what became of a schedule. */
async function openForm(schedule: ReportSchedule): Promise<void> {
  const { openSchedule } = await import('./schedule-form.tsx')
  return openSchedule(schedule)
}

const REFRESHES = { refreshes: [schedules.getSchedules, report.getAll] }

/** What is done with a schedule: by its owner, and all but a change by whoever controls reports. */
export function ScheduleButtons({ schedule }: { schedule: ReportSchedule }) {
  const { id, version, title, status, is_own, may_run } = schedule
  const run = useSend(schedules.runSchedule, REFRESHES)
  const turn = useSend(schedules.switchSchedule, REFRESHES)
  const remove = useSend(schedules.deleteSchedule, REFRESHES)
  const mayChange = useMaySend(schedules.updateSchedule)
  if (!may_run) return null
  const isOn = status === 'active'
  const order = async () => {
    const body = { id, client_id: crypto.randomUUID() }
    if (await run.send({ body })) toast.success(`Отчёт ${quote(title)} готовится`)
  }
  const move = async () => {
    if (await turn.send({ body: { id, version, is_on: !isOn } }))
      toast.success(isOn ? 'Расписание выключено' : 'Расписание включено')
  }
  const drop = async () => {
    const text = 'Отчёты по нему больше не придут. Готовые файлы останутся.'
    const main = 'Удалить'
    if (
      !(await ask.confirm({
        title: `Удалить расписание ${quote(title)}?`,
        text,
        main,
        danger: true,
      }))
    )
      return
    if (await remove.send({ body: { id, version } })) toast.success('Расписание удалено')
  }
  return (
    <div className={wide['buttons']} role="group" aria-label={`Действия: ${title}`}>
      <Button
        size="compact-sm"
        variant="default"
        loading={run.sending}
        onClick={() => void order()}
      >
        Сделать сейчас
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        loading={turn.sending}
        onClick={() => void move()}
      >
        {isOn ? 'Выключить' : 'Включить'}
      </Button>
      {is_own && mayChange && (
        <Button size="compact-sm" variant="default" onClick={() => void openForm(schedule)}>
          Изменить
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        loading={remove.sending}
        onClick={() => void drop()}
      >
        Удалить
      </Button>
    </div>
  )
}
