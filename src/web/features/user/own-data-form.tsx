import { TextInput } from '@mantine/core'
import type { User } from '#contract/user/user-entities.ts'
import { updateUserInfo, user as userCalls } from '#contract/user/user.ts'
import { useSend } from '#web/api/use-send.ts'
import { setAccount } from '#web/state/store.ts'
import { Fields } from '#web/ui/form/form.tsx'
import { PhoneInput } from '#web/ui/inputs/masked-inputs.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'

/** Phone and e-mail; the rest of a person is changed by the administrator. */
export function OwnDataForm({ user }: { user: User }) {
  const save = useSend(userCalls.updateInfo)
  const form = useRecordForm({
    schema: updateUserInfo,
    initial: { phone: user.info.phone, email: user.info.email ?? '' },
    version: user.version,
    toBody: ({ phone, email }) => ({
      id: user.id,
      version: user.version,
      phone,
      email: email || null,
    }),
  })
  return (
    <SaveForm
      form={form}
      save={save}
      saved={(saved) => !Array.isArray(saved) && setAccount(saved)}
      said="Данные сохранены"
    >
      <Fields columns={2}>
        <PhoneInput label="Телефон" {...form.field('phone')} />
        <TextInput label="Эл. почта" type="email" autoComplete="email" {...form.field('email')} />
      </Fields>
    </SaveForm>
  )
}
