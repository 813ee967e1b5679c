import { Button } from '@mantine/core'
import type { VisitCard, Weighing } from '#contract/visit/visit-entities.ts'
import { ownCompany } from '#contract/company/own-company.ts'
import { device } from '#contract/device/device.ts'
import { CallError } from '#web/state/call-error.ts'
import { send } from '#web/api/send.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { dateTime, kg } from '#web/ui/format.ts'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { weighingKinds } from '../../weighing/weighing-labels.ts'
import styles from './ticket.module.css'

const MARKS = { scale: '', manual: ' (ручной ввод)', stored_tare: ' (сохранённая тара)' }

/** The driver's slip comes out of the post's printer; without one, or when it is silent, the browser prints it. */
export async function showTicket(visit: VisitCard): Promise<void> {
  const input = { body: { transaction_id: visit.id } }
  const failed = await send(device.printTicket, input, { quiet: true }).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (failed === undefined) return toast.success(`Талон ${visit.number} напечатан`)
  if (!(failed instanceof CallError)) throw failed
  const why = failed.code === 'device.not-configured' ? undefined : failed.message
  return openDialog({ title: `Талон ${visit.number}`, width: 420 }, () => (
    <Ticket visit={visit} why={why} />
  ))
}

function Ticket({ visit, why }: { visit: VisitCard; why: string | undefined }) {
  const own = useCall(ownCompany.getOwn, {}, { fresh: REFERENCE_MS })
  const keyOf = useHotkeyNames()
  const print = () => window.print()
  useKeys([
    { hotkey: 'ticket', label: 'Печать', run: print },
    { hotkey: 'print', label: 'Печать', run: print },
  ])
  return (
    <>
      {why && (
        <p className={styles['why']} role="status">
          {why}. Талон можно напечатать здесь.
        </p>
      )}
      <article className={styles['ticket']}>
        <header>
          <p>{own.data?.short_name}</p>
          <h3>ТАЛОН ВЗВЕШИВАНИЯ № {visit.number}</h3>
        </header>
        <dl>
          <Line label="Машина" value={visit.carnumber} />
          <Line label="Прицеп" value={visit.trailer_number} />
          <Line label="Водитель" value={visit.driver_name} />
          <Line label="Поставщик" value={visit.supplier_name} />
          <Line label="Товар" value={visit.product_name} />
          {visit.weighings
            .filter(({ cancelled }) => !cancelled)
            .map((weighing) => (
              <WeighingLine key={weighing.id} weighing={weighing} />
            ))}
          <Line label="Брутто" value={visit.gross_g === null ? null : kg(visit.gross_g)} />
          <Line label="Тара" value={visit.tare_g === null ? null : kg(visit.tare_g)} />
          <Line label="НЕТТО" value={visit.net_g === null ? null : kg(visit.net_g)} />
        </dl>
        <p>{visit.site_name}</p>
        <p>Весовщик ____________________</p>
      </article>
      <div className={styles['deeds']}>
        <Button data-autofocus onClick={print}>
          Печать · {keyOf('ticket')}
        </Button>
      </div>
    </>
  )
}

function WeighingLine({ weighing }: { weighing: Weighing }) {
  const { kind, weight_g, taken_at, source } = weighing
  return (
    <Line
      label={`${weighingKinds[kind]} ${dateTime(taken_at)}`}
      value={kg(weight_g) + MARKS[source]}
    />
  )
}

function Line({ label, value }: { label: string; value: string | null }) {
  return value ? (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  ) : null
}
