import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { userAccess, type ActionFolder } from '#contract/user/user-access.ts'
import { userRights } from '#contract/user/user-rights.ts'
import { quote } from '#contract/words/quote.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask, openDialog } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Fields } from '#web/ui/form/form.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { IntInput } from '#web/ui/inputs/int-input.tsx'

interface FolderFormProps {
  folders: readonly ActionFolder[]
  /** Absent for a new folder. */
  folder: ActionFolder | undefined
  close: () => void
}

/** A folder of the catalogue of rights: its name, its place, its removal. */
export function openFolder(folders: readonly ActionFolder[], folder?: ActionFolder): Promise<void> {
  return openDialog({ title: folder ? folder.title : 'Новая папка' }, (close) => (
    <FolderForm folders={folders} folder={folder} close={close} />
  ))
}

function FolderForm({ folders, folder, close }: FolderFormProps) {
  const save = useSend(userRights.updateFolder, { refreshes: [userAccess.getActions] })
  const [clientId] = useState(() => crypto.randomUUID())
  const form = useRecordForm({
    schema: userRights.updateFolder.body,
    initial: {
      code: folder?.code ?? '',
      title: folder?.title ?? '',
      parent_id: folder?.parent_id ?? null,
      order: folder?.order ?? folders.length,
    },
    ...(folder && { version: folder.version }),
    toBody: ({ code, title, parent_id, order }) => ({
      ...(folder ? { id: folder.id, version: folder.version } : { client_id: clientId, code }),
      title,
      parent_id: parent_id ?? null,
      order,
    }),
  })
  return (
    <SaveForm
      form={form}
      save={save}
      saved={close}
      said="Папка сохранена"
      actions={folder && <RemoveFolder folder={folder} close={close} />}
    >
      <TextInput label="Название" required data-autofocus {...form.field('title')} />
      {!folder && (
        <TextInput
          label="Код"
          required
          description="Латинские буквы, цифры, дефис; потом не меняется"
          {...form.field('code')}
        />
      )}
      <Fields columns={2}>
        <Select
          label="Внутри папки"
          clearable
          placeholder="На верхнем уровне"
          data={folders
            .filter(({ id }) => id !== folder?.id)
            .map(({ id, title }) => ({ value: id, label: title }))}
          {...form.field('parent_id')}
        />
        <IntInput label="Порядок" {...form.field('order')} />
      </Fields>
    </SaveForm>
  )
}

/** Removes an empty folder; one that still holds rights is refused by the server in words. */
function RemoveFolder({ folder, close }: { folder: ActionFolder; close: () => void }) {
  const { id, version, title } = folder
  const save = useSend(userRights.updateFolder, { refreshes: [userAccess.getActions] })
  const remove = async () => {
    const isSure = await ask.confirm({
      title: 'Удалить папку',
      text: `Папка ${quote(title)} будет удалена. Удаляется только пустая: права сначала переносят в другую.`,
      main: 'Удалить',
      danger: true,
    })
    if (!isSure) return
    if (await save.send({ body: { id, version, remove: true } })) {
      toast.success('Папка удалена')
      close()
    } else if (save.lastRefusal()) toast.error(save.lastRefusal()!.message)
  }
  return (
    <Button variant="default" loading={save.sending} onClick={() => void remove()}>
      Удалить
    </Button>
  )
}
