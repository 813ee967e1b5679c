import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import type { CallResult } from '#contract/core/call.ts'
import { bothFactorsBody, secondFactor } from '#contract/user/second-factor.ts'
import { refresh, useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { setAccount, useStore } from '#web/state/store.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { Fields, Form } from '#web/ui/form/form.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { dateTime } from '#web/ui/format.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { Enrolment } from './enrolment.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './second-factor.module.css'

type State = CallResult<typeof secondFactor.getSecondFactor>

/** Switches the second factor of one's own sign-in on and off. */
export function OwnSecondFactor() {
  const [codes, setCodes] = useState<string[]>()
  const { data, error } = useCall(secondFactor.getSecondFactor, {})
  const show = async (made: string[]) => {
    setCodes(made)
    noteInAccount(true)
    await refresh([secondFactor.getSecondFactor])
  }
  if (codes) return <RecoveryCodes codes={codes} close={() => setCodes(undefined)} />
  if (error && !data) return <p role="alert">{error.message}</p>
  if (!data) return <Waiting />
  return data.since === null ? (
    <Enrolment done={(made) => void show(made)} />
  ) : (
    <InForce state={data} show={(made) => void show(made)} />
  )
}

function noteInAccount(on: boolean) {
  const { account } = useStore.getState()
  if (account) setAccount({ ...account.user, has_second_factor: on })
}

/** Below this number the panel asks for new ones. */
const FEW_CODES = 3

function InForce({ state, show }: { state: State; show: (codes: string[]) => void }) {
  const renew = async () => {
    const made = await openDialog<string[]>(
      { title: 'Новые запасные коды', width: 420 },
      (close) => <Renewal close={close} />,
    )
    if (made) show(made)
  }
  const end = () =>
    openDialog({ title: 'Выключить вход по коду', width: 420 }, (close) => (
      <Ending required={state.required} close={close} />
    ))
  return (
    <>
      <Facts
        facts={[
          { label: 'Включён', value: dateTime(state.since) },
          { label: 'Запасных кодов осталось', value: state.recovery_left },
        ]}
      />
      {state.recovery_left < FEW_CODES && (
        <p className={styles['warning']} role="alert">
          Запасные коды заканчиваются. Получите новые.
        </p>
      )}
      <div className={styles['buttons']}>
        <Button variant="default" onClick={() => void renew()}>
          Новые запасные коды
        </Button>
        <Button variant="default" onClick={() => void end()}>
          Выключить вход по коду
        </Button>
      </div>
    </>
  )
}

function Renewal({ close }: { close: (codes?: string[]) => void }) {
  const save = useSend(secondFactor.renewRecoveryCodes)
  const form = useBothFactors()
  const send = async () => {
    const made = await save.send({ body: form.body() })
    return made && (() => close(made.recovery_codes))
  }
  return (
    <BothFactors
      form={form}
      main="Получить новые"
      save={save}
      send={send}
      words="Прежние запасные коды перестанут действовать."
    />
  )
}

function Ending({ required, close }: { required: boolean; close: () => void }) {
  const save = useSend(secondFactor.endTotp, { refreshes: [secondFactor.getSecondFactor] })
  const form = useBothFactors()
  const send = async () => {
    const ended = await save.send({ body: form.body() })
    if (!ended) return undefined
    return () => {
      close()
      if (required) return location.reload()
      noteInAccount(false)
      toast.success('Вход по коду выключен')
    }
  }
  return (
    <BothFactors
      form={form}
      main="Выключить"
      save={save}
      send={send}
      words={
        required
          ? 'Администратору вход по коду обязателен: сразу после этого его нужно будет включить снова, например на новом телефоне.'
          : 'Для входа будет достаточно пароля.'
      }
    />
  )
}

const useBothFactors = () =>
  useRecordForm({ schema: bothFactorsBody, initial: { password: '', otp: '' } })

interface BothFactorsProps {
  form: ReturnType<typeof useBothFactors>
  main: string
  words: string
  save: Pick<ReturnType<typeof useSend>, 'sending' | 'refusal'>
  /** Gives what follows once the form is clean. */
  send: () => Promise<(() => void) | undefined>
}

function BothFactors({ form, main, words, save, send }: BothFactorsProps) {
  const next = useRef<() => void>(undefined)
  return (
    <Form
      form={form}
      main={main}
      sending={save.sending}
      refusal={save.refusal}
      send={async () => (next.current = await send())}
      done={() => next.current?.()}
    >
      <p>{words}</p>
      <Fields columns={1}>
        <PasswordInput
          label="Пароль для входа"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Показать пароль' }}
          {...form.field('password')}
        />
        <TextInput
          label="Код из приложения или запасной код"
          autoComplete="one-time-code"
          {...form.field('otp')}
        />
      </Fields>
    </Form>
  )
}
