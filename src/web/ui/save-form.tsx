import type { ReactNode } from 'react'
import type { Call, CallResult } from '#contract/call.ts'
import type { useSend } from '../api/use-send.ts'
import { Form } from './form.tsx'
import type { RecordForm } from './record-form.ts'
import { toast } from './toast.ts'

interface SaveFormProps<C extends Call, V extends Record<string, unknown>> {
  form: RecordForm<V>
  save: ReturnType<typeof useSend<C>>
  /** Takes the saved record: closes the dialog, mostly. */
  saved: (record: CallResult<C>) => void
  /** What the toast says of the saved record. */
  said: string
  actions?: ReactNode
  children: ReactNode
}

/** A form with one call and one verb: what it says of its record is the body, and success is told by a toast. */
export function SaveForm<C extends Call, V extends Record<string, unknown>>(
  props: SaveFormProps<C, V>,
) {
  const { form, save, saved, said, actions, children } = props
  const send = async () => {
    const record = await save.send({ body: form.body() } as never)
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
