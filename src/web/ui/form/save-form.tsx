import type { ReactNode } from 'react'
import type { CallError } from '../../state/call-error.ts'
import { Form } from './form.tsx'
import type { RecordForm } from './record-form.ts'
import { toast } from '../feedback/toast.ts'

/** The part of `useSend` that saves a body and gives the record. */
interface Saving<B, R> {
  send: (input: { body: B }) => Promise<R | undefined>
  sending: boolean
  refusal: CallError | undefined
}

interface SaveFormProps<V extends Record<string, unknown>, B, R> {
  form: RecordForm<V, B>
  save: Saving<B, R>
  /** Receives the saved record: mostly closes the dialog. */
  saved: (record: R) => void
  /** What the toast says of the saved record. */
  said: string
  actions?: ReactNode
  children: ReactNode
}

/** A form with one call and one action: its values are the body, and a toast reports success. */
export function SaveForm<V extends Record<string, unknown>, B, R>(props: SaveFormProps<V, B, R>) {
  const { form, save, saved, said, actions, children } = props
  const send = async () => {
    const record = await save.send({ body: form.body() })
    if (record !== undefined) saved(record)
    return record
  }
  return (
    <Form
      form={form}
      main="Сохранить"
      sending={save.sending}
      refusal={save.refusal}
      send={send}
      done={() => toast.success(said)}
      actions={actions}
    >
      {children}
    </Form>
  )
}
