import { Select, TextInput } from '@mantine/core'
import { userAccess, type Action, type ActionFolder } from '#contract/user/user-access.ts'
import { userRights } from '#contract/user/user-rights.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Fields } from '#web/ui/form/form.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { IntInput } from '#web/ui/inputs/int-input.tsx'

/** The name of a right and its place in the catalogue; its code and its holders stay. */
export function openAction(action: Action, folders: readonly ActionFolder[]): Promise<void> {
  return openDialog({ title: 'Название и папка действия' }, (close) => (
    <ActionForm action={action} folders={folders} close={close} />
  ))
}

interface ActionFormProps {
  action: Action
  folders: readonly ActionFolder[]
  close: () => void
}

function ActionForm({ action, folders, close }: ActionFormProps) {
  const save = useSend(userRights.updateAction, { refreshes: [userAccess.getActions] })
  const { id, version, title, folder_id, order } = action
  const form = useRecordForm({
    schema: userRights.updateAction.body,
    initial: { title, folder_id, order },
    version,
    toBody: (values) => ({ id, version, ...values }),
    check: (values) => (values.title.trim() === '' ? { title: 'Укажите название' } : undefined),
  })
  const isCall = action.code.includes('/')
  return (
    <SaveForm form={form} save={save} saved={close} said="Действие сохранено">
      <TextInput label="Название" required data-autofocus {...form.field('title')} />
      <Fields columns={2}>
        {!isCall && (
          <Select
            label="Папка"
            allowDeselect={false}
            data={folders
              .filter(({ code }) => code !== 'calls')
              .map((folder) => ({ value: folder.id, label: folder.title }))}
            {...form.field('folder_id')}
          />
        )}
        <IntInput label="Порядок" {...form.field('order')} />
      </Fields>
    </SaveForm>
  )
}
