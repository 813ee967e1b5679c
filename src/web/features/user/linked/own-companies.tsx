import { Button, PasswordInput, TextInput } from '@mantine/core'
import {
  linkedAccounts,
  MAX_LINKED,
  type LinkedAccount,
} from '#contract/user/linked/linked-accounts.ts'
import { loginBody } from '#contract/secret-shapes.ts'
import { quote } from '#contract/words/quote.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { switchAccount } from '#web/session/switch-account.ts'
import { ask, openDialog } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Fields, Form } from '#web/ui/form/form.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import { useState } from 'react'
import { Section } from '../card/section.tsx'
import rows from '../rows.module.css'

const REFRESHES = [linkedAccounts.getLinkedAccounts]

/** An owner's other companies: to go there, to add one by its sign-in, to take one away. */
export function OwnCompanies() {
  const read = useCall(linkedAccounts.getLinkedAccounts, {}, { quiet: true })
  const full = (read.data?.length ?? 0) + 1 >= MAX_LINKED
  return (
    <div className={rows['part']}>
      <p className={rows['hint']}>
        Если у вас есть учётная запись собственника и в другой компании, добавьте её: итоги дня
        встанут рядом, а переходить между компаниями можно будет без пароля.
      </p>
      <Section read={read} empty="Других компаний пока нет.">
        {(accounts) => <Accounts accounts={accounts} />}
      </Section>
      <div className={rows['buttons']}>
        <ActionButton
          variant="default"
          disabledReason={full ? `Уже ${MAX_LINKED} компаний: уберите лишнюю` : undefined}
          onClick={() =>
            void openDialog({ title: 'Добавить свою компанию', width: 420 }, (close) => (
              <NewCompany close={close} />
            ))
          }
        >
          Добавить компанию
        </ActionButton>
      </div>
    </div>
  )
}

function Accounts({ accounts }: { accounts: readonly LinkedAccount[] }) {
  const remove = useSend(linkedAccounts.unlinkAccount, { refreshes: REFRESHES })
  const take = async ({ id, company_name }: LinkedAccount) => {
    const isSure = await ask.confirm({
      title: `Убрать ${quote(company_name)}?`,
      text: 'Перейти отсюда туда и оттуда сюда больше будет нельзя. Сама учётная запись останется: войти в неё можно по её логину.',
      main: 'Убрать',
      danger: true,
    })
    if (!isSure) return
    if (await remove.send({ body: { id } })) toast.success('Компания убрана')
  }
  return (
    <table className={rows['table']}>
      <tbody>
        {accounts.map((account) => (
          <tr key={account.id}>
            <th scope="row">
              {account.company_name}
              <div className={rows['hint']}>
                {account.login}
                {account.closed !== null && `. ${account.closed}`}
              </div>
            </th>
            <td data-end>
              <div className={rows['buttons']}>
                {account.closed === null && (
                  <Button variant="default" onClick={() => void switchAccount(account.id)}>
                    Перейти
                  </Button>
                )}
                <Button variant="default" onClick={() => void take(account)}>
                  Убрать
                </Button>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function NewCompany({ close }: { close: () => void }) {
  const save = useSend(linkedAccounts.linkAccount, { refreshes: REFRESHES })
  const [asksCode, setAsksCode] = useState(false)
  const form = useRecordForm({
    schema: loginBody,
    initial: { login: '', password: '', otp: '' },
    toBody: ({ login, password, otp }) => ({
      login: login.trim().toLowerCase(),
      password,
      ...(asksCode && { otp: otp.trim() }),
    }),
    check: ({ login, password, otp }) =>
      !login.trim() || !password
        ? { [login.trim() ? 'password' : 'login']: 'Введите логин и пароль' }
        : asksCode && !otp.trim()
          ? { otp: 'Введите код' }
          : undefined,
  })
  const send = async () => {
    const done = await save.send({ body: form.body() })
    if (!done && save.lastRefusal()?.code === 'auth.otp-required') setAsksCode(true)
    return done
  }
  const waitsForCode = save.refusal?.code === 'auth.otp-required'
  return (
    <Form
      form={form}
      main="Добавить"
      sending={save.sending}
      refusal={waitsForCode ? undefined : save.refusal}
      send={send}
      done={() => {
        close()
        toast.success('Компания добавлена')
      }}
    >
      <p className={rows['hint']}>Ваши логин и пароль в той компании. Сеанс здесь продолжится.</p>
      <Fields columns={1}>
        <TextInput
          label="Логин"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('login')}
        />
        <PasswordInput
          label="Пароль"
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': 'Показать пароль' }}
          {...form.field('password')}
        />
        {asksCode && (
          <TextInput
            label="Код из приложения или запасной код"
            autoComplete="one-time-code"
            {...form.field('otp')}
          />
        )}
      </Fields>
    </Form>
  )
}
