import { PasswordInput } from '@mantine/core'
import { auth, changePasswordBody } from '#contract/user/auth.ts'
import { useSend } from '#web/api/use-send.ts'
import { Fields, Form } from '#web/ui/form/form.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import rows from './rows.module.css'

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
