import { Button } from '@mantine/core'
import { MAX_PASSKEYS, passkeys, type Passkey } from '#contract/user/passkeys.ts'
import { quote } from '#contract/words/quote.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import { describeAgent } from '../sessions/agent-words.ts'
import rows from '../rows.module.css'
import { PasskeysTable } from './passkeys-table.tsx'
import { useState } from 'react'

const NAME = { label: 'Название', kind: 'text', problem: nameProblem } as const

/** The keys of one's own sign-in: add, rename, remove. */
export function OwnPasskeys() {
  const { data, error } = useCall(passkeys.getPasskeys, {}, { quiet: true })
  if (error && !data) return <p role="alert">{error.message}</p>
  if (!data) return <Waiting />
  return (
    <div className={rows['part']}>
      <p className={rows['hint']}>
        Ключ хранится в телефоне, компьютере или на брелоке и заменяет и пароль, и код: входят по
        пальцу, лицу или пин-коду устройства. На поддельном сайте он не сработает.
      </p>
      {data.passkeys.length > 0 && <OwnTable keys={data.passkeys} />}
      {data.address === null || data.address !== location.origin ? (
        <Elsewhere address={data.address} />
      ) : (
        <NewPasskey full={data.passkeys.length >= MAX_PASSKEYS} />
      )}
    </div>
  )
}

/** Browsers tie a key to the name of a host, so at any other address there is nothing to press. */
function Elsewhere({ address }: { address: string | null }) {
  return (
    <p className={rows['warning']} role="status">
      {address === null ? (
        'Ключам нужно имя сервера и https, а программа открыта по IP-адресу или без https. Попросите администратора настроить имя.'
      ) : (
        <>
          Ключи работают только по имени сервера. Откройте программу по адресу{' '}
          <a href={`${address}/account`}>{address}</a>.
        </>
      )}
    </p>
  )
}

function NewPasskey({ full }: { full: boolean }) {
  const { add, adding, problem } = useNewPasskey()
  const begin = async () => {
    const name = await ask.input({
      ...NAME,
      title: 'Новый ключ входа',
      hint: 'По названию вы узнаете ключ, если его придётся удалить.',
      value: describeAgent(navigator.userAgent),
      main: 'Создать ключ',
    })
    if (name !== undefined && (await add(name))) toast.success('Ключ входа добавлен')
  }
  return (
    <>
      {problem && (
        <p className={rows['warning']} role="alert">
          {problem}
        </p>
      )}
      <div className={rows['buttons']}>
        <ActionButton
          variant="default"
          loading={adding}
          disabledReason={full ? `Уже есть ${MAX_PASSKEYS} ключей: удалите лишний` : undefined}
          onClick={() => void begin()}
        >
          Добавить ключ
        </ActionButton>
      </div>
    </>
  )
}

const askBrowser = () => import('#web/session/passkey/ask-browser.ts')

/** Adds a key: the server asks, the browser makes it, the server takes it. `problem` is why it did not come to that. */
function useNewPasskey() {
  const [adding, setAdding] = useState(false)
  const [problem, setProblem] = useState<string>()
  const begin = useSend(passkeys.beginPasskey)
  const save = useSend(passkeys.addPasskey, { refreshes: [passkeys.getPasskeys] })
  const run = async (name: string) => {
    const asked = await begin.send({})
    if (!asked) return begin.lastRefusal()?.message
    const { createKey, KeyProblem } = await askBrowser()
    const made = await createKey(asked).catch((error: unknown) => {
      if (error instanceof KeyProblem) return error.message
      throw error
    })
    if (typeof made === 'string') return made
    await save.send({ body: { ...made, ticket: asked.ticket, name } })
    return save.lastRefusal()?.message
  }
  const add = async (name: string): Promise<boolean> => {
    setAdding(true)
    setProblem(undefined)
    const told = await run(name).finally(() => setAdding(false))
    setProblem(told)
    return told === undefined
  }
  return { add, adding, problem }
}

function OwnTable({ keys }: { keys: readonly Passkey[] }) {
  const save = useSend(passkeys.updatePasskey, { refreshes: [passkeys.getPasskeys] })
  const remove = useSend(passkeys.removePasskey, { refreshes: [passkeys.getPasskeys] })
  const rename = async ({ id, version, name: before }: Passkey) => {
    const name = await ask.input({
      ...NAME,
      title: 'Переименовать ключ',
      value: before,
      main: 'Сохранить',
    })
    if (name === undefined || name === before) return
    if (await save.send({ body: { id, version, name } })) toast.success('Ключ переименован')
  }
  const take = async ({ id, name }: Passkey) => {
    const isSure = await ask.confirm({
      title: `Удалить ключ ${quote(name)}?`,
      text: 'Войти по нему больше будет нельзя, другие входы по ключам завершатся. На самом устройстве он останется, пока вы не удалите его и там.',
      main: 'Удалить ключ',
      danger: true,
    })
    if (!isSure) return
    if (await remove.send({ body: { id } })) toast.success('Ключ удалён')
    else if (remove.lastRefusal()) toast.error(remove.lastRefusal()!.message)
  }
  return (
    <PasskeysTable
      keys={keys}
      renderActions={(key) => (
        <div className={rows['buttons']}>
          <Button variant="default" onClick={() => void rename(key)}>
            Переименовать
          </Button>
          <Button variant="default" loading={remove.sending} onClick={() => void take(key)}>
            Удалить
          </Button>
        </div>
      )}
    />
  )
}

function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'Введите название'
  return name.trim().length > 60 ? 'Не длиннее 60 знаков' : undefined
}
