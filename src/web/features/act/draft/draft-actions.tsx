import { Button } from '@mantine/core'
import { act } from '#contract/act/act.ts'
import type { ActCard } from '#contract/act/act-entities.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import type { RecordForm } from '#web/ui/form/record-form.ts'
import { chooseSupplier } from '../../supplier/choose-supplier.ts'
import type { ActValues } from './act-values.ts'

interface DraftActionsProps {
  card: ActCard
  form: RecordForm<ActValues>
  moving: boolean
  /** Saves the draft, with what is typed, for another supplier. */
  move: (to: { supplier_id: string }) => Promise<unknown>
}

/** Besides saving and issuing: a draft is moved to another supplier, or deleted. */
export function DraftActions({ card, form, moving, move }: DraftActionsProps) {
  const drop = useSend(act.update, { refreshes: [act.getAll, act.get, visitCalls.getFree] })
  const confirmDelete = async () => {
    const yes = await ask.confirm({
      title: 'Удалить черновик?',
      text: 'Взвешивания освободятся, номер не использован.',
      main: 'Удалить черновик',
      danger: true,
    })
    const { id, version } = card
    if (yes) await drop.send({ body: { command: 'void', id, version } })
  }
  const change = async () => {
    if ((await form.kit.validate()).hasErrors) return
    const supplier_id = await chooseSupplier({
      title: 'На кого переписать акт?',
      label: 'Имя, ИНН, телефон или документ поставщика',
      nobody: 'Никого не нашлось',
      main: 'Переписать',
      fits: ({ id, status }) =>
        id !== card.supplier_id && status !== 'blocked' && status !== 'archived',
    })
    if (supplier_id) await move({ supplier_id })
  }
  return (
    <>
      <Button
        variant="subtle"
        data-danger
        loading={drop.sending}
        onClick={() => void confirmDelete()}
      >
        Удалить черновик
      </Button>
      <Button variant="subtle" loading={moving} onClick={() => void change()}>
        Другой поставщик
      </Button>
    </>
  )
}
