import { useState } from 'react'
import { act } from '#contract/act/act.ts'
import { callOnce } from '#web/api/use-call.ts'
import { statusAppearance } from '#web/ui/feedback/status.ts'
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { LookupInput, type FoundOption } from '#web/ui/inputs/lookup-input.tsx'
import { day } from '#web/ui/format.ts'
import type { FoundAct } from './heap-queue.ts'
import styles from './heap.module.css'

const SHOWN_ACTS = 8

/** Asks for the act of a page without a code, with the page beside the question. */
export async function chooseAct(file: File): Promise<FoundAct | undefined> {
  const picture = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
  const chosen = await openDialog<FoundAct>({ title: 'Чей это лист?', width: 640 }, (close) => (
    <ChooseAct name={file.name} picture={picture} close={close} />
  ))
  if (picture) URL.revokeObjectURL(picture)
  return chosen
}

interface ChooseActProps {
  name: string
  /** The address of the page, where it is a picture. */
  picture: string | undefined
  close: (chosen?: FoundAct) => void
}

interface ActOption extends FoundOption {
  number?: string | null
}

function ChooseAct({ name, picture, close }: ChooseActProps) {
  const [chosen, setChosen] = useState<ActOption | null>(null)
  return (
    <div className={styles['choice']}>
      <p className={styles['quiet']}>
        {name}: QR-код не читается. Найдите акт по номеру на бумаге; при подписании программа
        попросит сверить номер.
      </p>
      <LookupInput
        label="Акт"
        placeholder="Номер акта или поставщик"
        find={findActs}
        value={chosen}
        onChange={setChosen}
        data-autofocus
      />
      <DialogButtons
        main="Приложить"
        disabled={!chosen}
        run={() => chosen && close({ id: chosen.id, number: chosen.number ?? null })}
        cancel={() => close()}
      />
      {picture && <img className={styles['page']} src={picture} alt={`Лист ${name}`} />}
    </div>
  )
}

async function findActs(words: string): Promise<ActOption[]> {
  const filter = {
    search: words.trim().slice(0, 100),
    status: ['issued' as const, 'signed' as const],
    limit: SHOWN_ACTS,
    with: ['rows' as const],
  }
  const { items } = await callOnce(act.getAll, { query: { filter } })
  return items.map(({ id, number, supplier_name, date, created_at, status }) => ({
    id,
    number,
    label: `№ ${number ?? '—'} · ${supplier_name}`,
    note: `${day(date ?? created_at)}, ${statusAppearance('act', status).label}`,
  }))
}
