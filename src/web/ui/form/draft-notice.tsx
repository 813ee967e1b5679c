import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { dropDraft, findDraft, storeDraft, type Draft } from '../../state/drafts.ts'
import { useStore, userId } from '../../state/store.ts'
import { time } from '../format.ts'
import styles from './form.module.css'
import type { RecordForm } from './record-form.ts'

/** A draft is saved this long after the last change. */
const PAUSE_MS = 500

interface DraftNoticeProps<V extends Record<string, unknown>> {
  form: RecordForm<V>
  name: string
  changed: boolean
}

/** Stores unsaved values and offers them when the form is opened again. */
export function DraftNotice<V extends Record<string, unknown>>(props: DraftNoticeProps<V>) {
  const { form, changed } = props
  const user = useStore(userId)
  const name = `${user} ${props.name}`
  const [draft, setDraft] = useState<Draft>()
  useEffect(() => {
    let current = true
    void findDraft(name).then((found) => {
      if (current) setDraft(found)
    })
    return () => {
      current = false
    }
  }, [name])
  const { values } = form
  useEffect(() => {
    if (!changed) return undefined
    const timer = setTimeout(() => void storeDraft(name, values), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [name, values, changed])
  useDropWhenSaved(name, changed)
  if (!draft || changed) return null
  const restore = () => {
    form.kit.setValues(draft.values as Partial<V>)
    setDraft(undefined)
  }
  const remove = () => {
    setDraft(undefined)
    void dropDraft(name)
  }
  return (
    <div className={styles['draft']} role="status">
      Есть черновик от {time(draft.at)}
      <Button variant="default" onClick={restore}>
        Восстановить
      </Button>
      <Button variant="subtle" onClick={remove}>
        Удалить
      </Button>
    </div>
  )
}

/** A form without changes after having some was saved: its draft is no longer needed. */
function useDropWhenSaved(name: string, changed: boolean) {
  const [wasChanged, setWasChanged] = useState(false)
  if (changed && !wasChanged) setWasChanged(true)
  useEffect(() => {
    if (wasChanged && !changed) void dropDraft(name)
  }, [name, wasChanged, changed])
}
