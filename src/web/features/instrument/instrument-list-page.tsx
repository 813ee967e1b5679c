import { Button } from '@mantine/core'
import { Link } from '#web/router/link.tsx'
import { instrument, instrumentStatuses, type Instrument } from '#contract/act/instrument.ts'
import { instrumentChange } from '#contract/act/instrument-change.ts'
import { instrumentColumns } from '#contract/lists/instrument-columns.ts'
import { send } from '#web/api/send.ts'
import { refresh } from '#web/api/use-call.ts'
import { useMay } from '#web/api/use-may.ts'
import { ListScreen } from '#web/list/list-screen.tsx'
import { CallError } from '#web/state/call-error.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { day, today } from '#web/ui/format.ts'
import { screenColumns } from '#web/ui/list/columns/screen-columns.tsx'

const COLUMNS = screenColumns(instrumentColumns, {
  model: { card: 'title', width: 180, grow: true },
  serial_number: { card: 'subtitle', width: 130 },
  site: { card: 'hidden' },
  verified_on: { card: 'hidden' },
  valid_until: { width: 190, cell: (row) => <Verification row={row} /> },
  verification: { card: 'hidden', hidden: true },
  certificate: { width: 180 },
  responsible: { width: 170 },
  status: { card: 'status', width: 120 },
})

// Forms are loaded with the first press.
const openForm = async (one?: Instrument) =>
  (await import('./instrument-form.tsx')).openInstrument(one)
const openAlarm = async () => (await import('./alarm-form.tsx')).openAlarm()

const isActive = ({ status }: Instrument) => status === 'active'

/** What they measured this month, as a sheet for an inspection. */
function journalOfMonth(): string {
  const date_to = today()
  return `?${new URLSearchParams({ print: 'control_journal', date_from: `${date_to.slice(0, 8)}01`, date_to })}`
}

/** Instruments of radiation control; other days of the journal and its files are among the reports. */
export function Component() {
  const mayEnter = useMay('act.edit')
  const mayPrint = useMay('report.create')
  return (
    <ListScreen<Instrument>
      id="instruments"
      title="Приборы контроля"
      call={instrument.getAll}
      columns={COLUMNS}
      sort="valid_until"
      search="Прибор или заводской номер"
      statuses={{ kind: 'instrument', values: instrumentStatuses }}
      open={(one) => void openForm(one)}
      create={{ label: 'Новый прибор', right: 'instrument.edit', run: () => void openForm() }}
      actions={
        <>
          {mayEnter && (
            <Button variant="default" onClick={() => void openAlarm()}>
              Записать тревогу
            </Button>
          )}
          {mayPrint && (
            <Button variant="default" component={Link} to={journalOfMonth()}>
              Журнал контроля
            </Button>
          )}
        </>
      }
      bulk={[
        { label: 'Изменить', right: 'instrument.edit', most: 1, run: ([one]) => openForm(one) },
        {
          label: 'В архив',
          right: 'instrument.edit',
          most: 1,
          danger: true,
          when: isActive,
          why: 'Прибор уже в архиве',
          run: ([one]) => moveInstrument(one!),
        },
        {
          label: 'Вернуть',
          right: 'instrument.edit',
          most: 1,
          when: (one) => !isActive(one),
          why: 'Прибор действует',
          run: ([one]) => moveInstrument(one!),
        },
      ]}
      empty="Здесь появятся приборы радиационного контроля. Без поверенного прибора ПСА не выписать."
    />
  )
}

function Verification({ row: { valid_until, verification } }: { row: Instrument }) {
  if (verification === 'valid') return day(valid_until)
  return verification === 'ended' ? (
    <Badge tone="red" label={`Закончилась ${day(valid_until)}`} icon="stop" />
  ) : (
    <Badge tone="orange" label={`До ${day(valid_until)}`} icon="question" />
  )
}

/** Archives an instrument, or takes it back; acts keep it. */
async function moveInstrument({ id, version, status, ...one }: Instrument): Promise<void> {
  const isActive = status === 'active'
  const isSure = await ask.confirm({
    title: `${isActive ? 'В архив' : 'Вернуть'}: ${one.model} № ${one.serial_number}`,
    text: isActive
      ? 'Новые акты его не назовут; выписанные и журнал останутся прежними.'
      : 'Прибор снова можно выбрать в акте.',
    main: isActive ? 'В архив' : 'Вернуть',
    danger: isActive,
  })
  if (!isSure) return
  const body = { id, version, status: isActive ? ('archived' as const) : ('active' as const) }
  const answer = await send(instrumentChange.update, { body }).catch((error: unknown) => error)
  if (answer instanceof CallError) {
    await ask.error({ title: 'Не получилось', error: answer })
    return
  }
  if (answer instanceof Error) throw answer
  await refresh([instrument.getAll])
  toast.success(isActive ? 'Прибор в архиве' : 'Прибор возвращён')
}
