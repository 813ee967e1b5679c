import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { dropDraft, dropOldDrafts, findDraft, storeDraft, type Draft } from '../../state/drafts.ts'
import { companyId, useStore, userId } from '../../state/store.ts'
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
  const name = useDraftName(props.name)
  useDropPrevious(props.name, name)
  const [draft, setDraft] = useState<Draft>()
  useEffect(() => {
    let current = true
    void findDraft(name).then((found) => {
      if (current) setDraft(found)
      return dropOldDrafts()
    })
    return () => {
      current = false
    }
  }, [name])
  const { values, version } = form
  useEffect(() => {
    if (!changed) return undefined
    const timer = setTimeout(() => void storeDraft(name, values, version), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [name, values, version, changed])
  useDropWhenSaved(name, changed)
  if (!draft || changed) return null
  const older = draft.version !== version
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
      {older
        ? `Черновик от ${time(draft.at)} старше записи: её с тех пор изменили`
        : `Есть черновик от ${time(draft.at)}`}
      <Button variant="default" onClick={restore}>
        {older ? 'Взять черновик' : 'Восстановить'}
      </Button>
      <Button variant="subtle" onClick={remove}>
        {older ? 'Оставить запись' : 'Не восстанавливать'}
      </Button>
    </div>
  )
}

/** A draft belongs to one person in one company: nobody else on this browser is offered it. */
export function useDraftName(name: string): string {
  const user = useStore(userId)
  const company = useStore(companyId)
  return `${user} ${company} ${name}`
}

/** A new record that got its number while its form is open has its draft under the number alone. */
function useDropPrevious(record: string, name: string) {
  const previous = useRef({ record, name })
  useEffect(() => {
    if (previous.current.record !== record) void dropDraft(previous.current.name)
    previous.current = { record, name }
  }, [record, name])
}

/** A form without changes after having some was saved: its draft is no longer needed. */
function useDropWhenSaved(name: string, changed: boolean) {
  const [wasChanged, setWasChanged] = useState(false)
  if (changed && !wasChanged) setWasChanged(true)
  useEffect(() => {
    if (wasChanged && !changed) void dropDraft(name)
  }, [name, wasChanged, changed])
}
