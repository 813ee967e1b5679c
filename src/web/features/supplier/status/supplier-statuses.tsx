import { Button } from '@mantine/core'
import { supplier } from '#contract/supplier/supplier.ts'
import type { Supplier } from '#contract/supplier/supplier-entities.ts'
import type { SupplierStatus } from '#contract/supplier/supplier-kinds.ts'
import type { CallResult } from '#contract/core/call.ts'
import { CallError } from '#web/state/call-error.ts'
import { refresh } from '#web/api/use-call.ts'
import { sendApproved } from '#web/api/use-send.ts'
import { ask, openDialog } from '#web/ui/dialogs/ask.ts'
import { plural } from '#web/ui/format.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import styles from '../head/supplier-card.module.css'

type Outcome = CallResult<typeof supplier.setStatus>[number]
type NamedSupplier = Pick<Supplier, 'id' | 'name'>

const DONE_TEXTS: Record<SupplierStatus, string> = {
  draft: 'Возвращено в черновики',
  active: 'Стали действующими',
  blocked: 'В стоп-листе',
  archived: 'В архиве',
}

/** Sets one status for several suppliers; refusals are listed in a table with their reasons and can be retried. */
export async function moveAll(rows: readonly NamedSupplier[], to: SupplierStatus): Promise<void> {
  const reason = to === 'blocked' ? await askReason(rows) : undefined
  if (to === 'blocked' && !reason) return
  let left = rows
  while (left.length > 0) {
    const outcomes = await setStatuses(left, to, reason)
    if (!outcomes) return
    const refused = outcomes.filter(({ ok }) => !ok)
    const done = outcomes.length - refused.length
    if (done > 0) toast.success(`${DONE_TEXTS[to]}: ${done}`)
    if (refused.length === 0) return
    const names = new Map(left.map((row) => [row.id, row]))
    const again = await openDialog<boolean>(
      { title: 'Не у всех получилось', width: 640 },
      (close) => <RefusedList outcomes={outcomes} names={names} close={close} />,
    )
    if (!again) return
    left = refused.flatMap(({ id }) => names.get(id ?? '') ?? [])
  }
}

function askReason(rows: readonly NamedSupplier[]): Promise<string | undefined> {
  const [first] = rows
  return ask.textarea({
    title:
      rows.length === 1
        ? `В стоп-лист: ${first!.name}?`
        : `В стоп-лист: ${plural(rows.length, 'поставщик', 'поставщика', 'поставщиков')}?`,
    label: 'Причина',
    min: 5,
    max: 500,
    main: 'В стоп-лист',
  })
}

async function setStatuses(
  rows: readonly NamedSupplier[],
  new_status: SupplierStatus,
  reason?: string,
) {
  const body = { ids: rows.map(({ id }) => id), new_status, ...(reason && { reason }) }
  const outcomes = await sendApproved(supplier.setStatus, { body }).catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error
  })
  await refresh([supplier.getAll, supplier.get, supplier.find])
  return outcomes
}

interface RefusedProps {
  outcomes: readonly Outcome[]
  names: ReadonlyMap<string, NamedSupplier>
  close: (again?: boolean) => void
}

/** The outcome for each supplier; the full reason, with the fields that are missing. */
function RefusedList({ outcomes, names, close }: RefusedProps) {
  useKeys([{ hotkey: 'main', label: 'Понятно', run: () => close() }])
  return (
    <div className={styles['stack']}>
      <div className={styles['tablePlace']}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Поставщик</th>
              <th scope="col">Итог</th>
            </tr>
          </thead>
          <tbody>
            {outcomes.map((outcome) => (
              <tr key={outcome.id}>
                <td>{names.get(outcome.id ?? '')?.name ?? '—'}</td>
                <td>
                  {outcome.ok ? <Badge tone="green" label="Готово" icon="check" /> : why(outcome)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles['foot']}>
        <Button variant="default" onClick={() => close(true)}>
          Повторить отказанные
        </Button>
        <Button data-autofocus onClick={() => close()}>
          Понятно
        </Button>
      </div>
    </div>
  )
}

function why({ message, code, fields }: Outcome): string {
  const missing = Object.values(fields ?? {}).join('; ')
  return [message ?? code, missing].filter(Boolean).join(': ')
}
