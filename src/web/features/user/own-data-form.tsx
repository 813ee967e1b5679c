import { TextInput } from '@mantine/core'
import type { User } from '#contract/user-entities.ts'
import { updateUserInfo, user as userCalls } from '#contract/user.ts'
import { useSend } from '#web/api/use-send.ts'
import { setAccount } from '#web/state/store.ts'
import { Fields, Form } from '#web/ui/form.tsx'
import { PhoneInput } from '#web/ui/inputs/masked-inputs.tsx'
import { useRecordForm } from '#web/ui/record-form.ts'
import { toast } from '#web/ui/toast.ts'

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
  const send = async () => {
    const saved = await save.send({ body: form.body() as never })
    if (saved && !Array.isArray(saved)) setAccount(saved)
    return saved
  }
  return (
    <Form
      form={form}
      main="Сохранить"
      sending={save.sending}
      refusal={save.refusal}
      send={send}
      done={() => toast.success('Данные сохранены')}
    >
      <Fields columns={2}>
        <PhoneInput label="Телефон" {...form.field('phone')} />
        <TextInput label="Эл. почта" type="email" autoComplete="email" {...form.field('email')} />
      </Fields>
    </Form>
  )
}
