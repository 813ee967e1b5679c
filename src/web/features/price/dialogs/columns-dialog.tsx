import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { PriceColumn } from '#contract/price/price-entities.ts'
import { price } from '#contract/price/price.ts'
import { quote } from '#contract/words/quote.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask, openDialog } from '#web/ui/dialogs/ask.ts'
import { plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import styles from './price-dialogs.module.css'

/** Everything that is done with columns: new ones, names, order, the main one, deleted ones. */
export function showColumns(): Promise<void> {
  return openDialog({ title: 'Колонки прайса', width: 640 }, () => <ColumnsDialog />)
}

const ALL = { filter: { status: ['active', 'deleted'] as ['active', 'deleted'] } }
const refreshes = [price.get, price.getColumns]

function ColumnsDialog() {
  const { data, error } = useCall(price.getColumns, { query: ALL }, { keepPrevious: true })
  const order = useSend(price.updateColumns, { refreshes })
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <Waiting />
  const active = data.items.filter((column) => column.status === 'active')
  const deleted = data.items.filter((column) => column.status === 'deleted')
  const move = (from: number, step: number) => {
    const ids = active.map(({ id }) => id)
    const [id] = ids.splice(from, 1)
    ids.splice(from + step, 0, id!)
    void order.send({ body: { order: ids } })
  }
  return (
    <div className={styles['body']}>
      <NewColumn />
      <ul className={styles['columns']}>
        {active.map((column, i) => (
          <ActiveColumn
            key={column.id}
            column={column}
            up={i > 0 ? () => move(i, -1) : undefined}
            down={i < active.length - 1 ? () => move(i, 1) : undefined}
          />
        ))}
      </ul>
      {deleted.length > 0 && <h2>Удалённые</h2>}
      {deleted.length > 0 && (
        <ul className={styles['columns']}>
          {deleted.map((column) => (
            <DeletedColumn key={column.id} column={column} />
          ))}
        </ul>
      )}
    </div>
  )
}

function NewColumn() {
  const [title, setTitle] = useState('')
  const [clientId, setClientId] = useState(() => crypto.randomUUID())
  const add = useSend(price.updateColumn, { refreshes })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() === '') return
    const made = await add.send({ body: { client_id: clientId, title: title.trim() } })
    if (!made) return
    setTitle('')
    setClientId(crypto.randomUUID())
  }
  return (
    <form className={styles['line']} onSubmit={(event) => void submit(event)}>
      <TextInput
        label="Новая колонка"
        maxLength={60}
        value={title}
        error={add.refusal?.explanation}
        data-autofocus
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Button type="submit" loading={add.sending}>
        Добавить
      </Button>
    </form>
  )
}

interface ActiveProps {
  column: PriceColumn
  up: (() => void) | undefined
  down: (() => void) | undefined
}

function ActiveColumn({ column, up, down }: ActiveProps) {
  const rename = useSend(price.updateColumn, { refreshes })
  const main = useSend(price.setDefaultColumn, { refreshes })
  const remove = useSend(price.deleteColumn, { refreshes })
  const askTitle = async () => {
    const title = await ask.input({
      title: 'Название колонки',
      label: 'Название',
      kind: 'text',
      value: column.title,
      main: 'Переименовать',
    })
    if (title === undefined || title === column.title) return
    await rename.send({ body: { id: column.id, version: column.version, title } })
  }
  const askDelete = async () => {
    const sure = await ask.confirm({
      title: `Удалить колонку ${quote(column.title)}?`,
      text: fallBack(column.suppliers_count ?? 0),
      main: 'Удалить',
      danger: true,
    })
    if (!sure || !(await remove.send({ query: { id: column.id } }))) return
    toast.success('Колонка удалена. Её можно восстановить здесь же')
  }
  const refusal = rename.refusal ?? main.refusal ?? remove.refusal
  return (
    <li>
      <span className={styles['title']}>
        {column.is_default && <span aria-label="основная">★ </span>}
        {column.title}
        {column.suppliers_count !== undefined && column.suppliers_count > 0 && (
          <small>{plural(column.suppliers_count, 'поставщик', 'поставщика', 'поставщиков')}</small>
        )}
        {refusal && <small role="alert">{refusal.explanation}</small>}
      </span>
      <Small label={`Левее: ${column.title}`} word="↑" run={up} />
      <Small label={`Правее: ${column.title}`} word="↓" run={down} />
      <Small label={`Переименовать ${column.title}`} word="Переименовать" run={askTitle} />
      <Small
        label={`Сделать основной ${column.title}`}
        word="Основная"
        run={column.is_default ? undefined : () => main.send({ query: { id: column.id } })}
      />
      <Small
        label={`Удалить ${column.title}`}
        word="Удалить"
        run={column.is_default ? undefined : askDelete}
      />
    </li>
  )
}

function fallBack(suppliers: number): string {
  if (suppliers === 0) return 'Ни один поставщик её не выбрал. Цены колонки сохранятся.'
  return `${plural(suppliers, 'поставщик перейдёт', 'поставщика перейдут', 'поставщиков перейдут')} на основную колонку. Цены сохранятся, колонку можно восстановить.`
}

function DeletedColumn({ column }: { column: PriceColumn }) {
  const restore = useSend(price.restoreColumn, { refreshes })
  return (
    <li>
      <span className={styles['title']} data-deleted>
        {column.title}
        {restore.refusal && <small role="alert">{restore.refusal.explanation}</small>}
      </span>
      <Small
        label={`Восстановить ${column.title}`}
        word="Восстановить"
        run={() => restore.send({ query: { id: column.id } })}
      />
    </li>
  )
}

function Small({
  label,
  word,
  run,
}: {
  label: string
  word: string
  run: (() => unknown) | undefined
}) {
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={label}
      disabled={!run}
      onClick={() => void run?.()}
    >
      {word}
    </Button>
  )
}
