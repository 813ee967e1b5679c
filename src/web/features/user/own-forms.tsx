import { PasswordInput } from '@mantine/core'
import { ownPersonFields } from '#contract/user/person-record.ts'
import type { User } from '#contract/user/user-entities.ts'
import { updateUserInfo, user as userCalls } from '#contract/user/user.ts'
import { useSend } from '#web/api/use-send.ts'
import { setAccount } from '#web/state/store.ts'
import { Fields, Form } from '#web/ui/form/form.tsx'
import { RecordInputs } from '#web/ui/form/record-fields.tsx'
import { formBody, formValues } from '#web/ui/form/record-values.ts'
import { ownerInputs } from '#web/ui/inputs/owner-inputs.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { changePasswordBody } from '#contract/secret-shapes.ts'
import { auth } from '#contract/user/auth.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import rows from './rows.module.css'

/** The browser offers what it knows of its own user. */
const OWN_INPUTS: Readonly<Record<string, object>> = { email: { autoComplete: 'email' } }

/** Phone and e-mail; the rest of a person is changed by the administrator. */
export function OwnDataForm({ user }: { user: User }) {
  const save = useSend(userCalls.updateInfo)
  const form = useRecordForm({
    schema: updateUserInfo,
    initial: formValues(ownPersonFields, user.info),
    version: user.version,
    toBody: (values) => ({
      id: user.id,
      version: user.version,
      ...formBody(ownPersonFields, values),
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
        <RecordInputs
          form={{ field: (path) => ({ ...form.field(path), ...OWN_INPUTS[path] }) }}
          fields={ownPersonFields}
          part="contact"
          inputs={ownerInputs}
        />
      </Fields>
    </SaveForm>
  )
}

const eye = { 'aria-label': 'Показать пароль' }

/** The own password; other sessions end with it. */
export function PasswordForm({ login }: { login: string }) {
  const save = useSend(auth.changePassword)
  const form = useRecordForm({
    schema: changePasswordBody,
    initial: { old_password: '', new_password: '', repeated: '' },
    toBody: ({ old_password, new_password }) => ({ old_password, new_password }),
    check: ({ new_password, repeated }) =>
      new_password === repeated ? undefined : { repeated: 'Пароли не совпадают' },
  })
  return (
    <Form
      form={form}
      main="Сменить пароль"
      sending={save.sending}
      refusal={save.refusal}
      send={() => save.send({ body: form.body() })}
      done={() => {
        form.clear()
        toast.success('Пароль изменён, другие сеансы завершены')
      }}
    >
      <p className={rows['hint']}>Не короче 15 знаков: придумайте фразу из трёх-четырёх слов.</p>
      <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
      <Fields columns={1}>
        <PasswordInput
          label="Текущий пароль"
          autoComplete="current-password"
          visibilityToggleButtonProps={eye}
          {...form.field('old_password')}
        />
        <PasswordInput
          label="Новый пароль"
          autoComplete="new-password"
          visibilityToggleButtonProps={eye}
          {...form.field('new_password')}
        />
        <PasswordInput
          label="Новый пароль ещё раз"
          autoComplete="new-password"
          visibilityToggleButtonProps={eye}
          {...form.field('repeated')}
        />
      </Fields>
    </Form>
  )
}
