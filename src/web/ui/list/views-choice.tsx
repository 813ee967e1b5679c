import { ActionIcon, Button, TextInput } from '@mantine/core'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from '../../router/hooks.ts'
import type { ListView } from '../../state/preferences.ts'
import styles from './list.module.css'

/** The longest name that fits the menu and the account's setting. */
const MAX_VIEWS = 12
const MAX_NAME = 40

/** Saved views of one list, and how they are changed. */
export interface ViewsChoiceProps {
  views: readonly ListView[]
  save: (views: ListView[]) => void
  /** Hidden columns and their order at this moment. */
  columns: Pick<ListView, 'hidden' | 'order'>
  show: (columns: Pick<ListView, 'hidden' | 'order'>) => void
  close: () => void
}

/** A view is the address of the list with its columns under a name; the same name replaces it. */
export function ViewsChoice({ views, save, columns, show, close }: ViewsChoiceProps) {
  const [params, setParams] = useSearchParams()
  const [name, setName] = useState('')
  const saveView = () => {
    const view = { name: name.trim(), search: searchOf(params), ...columns }
    save([...views.filter((other) => other.name !== view.name), view])
    setName('')
  }
  const choose = (view: ListView) => {
    setParams(new URLSearchParams(view.search))
    show({ hidden: view.hidden, order: view.order })
    close()
  }
  return (
    <>
      {views.length === 0 && <p>Здесь пока пусто: настройте отбор и колонки и назовите их.</p>}
      <ul className={styles['columns']} aria-label="Сохранённые представления">
        {views.map((view) => (
          <li key={view.name}>
            <Button
              variant="subtle"
              aria-current={view.search === searchOf(params) || undefined}
              onClick={() => choose(view)}
            >
              {view.name}
            </Button>
            <ActionIcon
              variant="subtle"
              aria-label={`Удалить представление ${view.name}`}
              onClick={() => save(views.filter((other) => other !== view))}
            >
              <X size={14} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <form
        className={styles['dates']}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim()) saveView()
        }}
      >
        <TextInput
          aria-label="Название представления"
          placeholder="Название"
          maxLength={MAX_NAME}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!name.trim() || views.length >= MAX_VIEWS}>
          Сохранить
        </Button>
      </form>
    </>
  )
}

/** The page and the opened card are temporary and not part of a view. */
function searchOf(params: URLSearchParams): string {
  const search = new URLSearchParams(params)
  for (const key of ['page', 'peek', 'id']) search.delete(key)
  return search.toString()
}
