import { TextInput, PasswordInput } from '@mantine/core'
import type { User } from '#contract/user/user-entities.ts'
import { updateUserInfo, user as userCalls } from '#contract/user/user.ts'
import { useSend } from '#web/api/use-send.ts'
import { setAccount } from '#web/state/store.ts'
import { Fields, Form } from '#web/ui/form/form.tsx'
import { PhoneInput } from '#web/ui/inputs/masked-inputs.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { auth, changePasswordBody } from '#contract/user/auth.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import rows from './rows.module.css'

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
          label="Нынешний пароль"
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
