import { useState } from 'react'
import { supplier } from '#contract/supplier/supplier.ts'
import { send } from '#web/api/send.ts'
import { useCall } from '#web/api/use-call.ts'
import type { FieldProps } from '#web/ui/inputs/field-props.ts'
import { LookupInput, type FoundOption } from '#web/ui/inputs/lookup-input.tsx'

interface SupplierFieldProps extends Omit<FieldProps<string>, 'value' | 'onChange'> {
  /** Empty for all. */
  chosen: string
  choose: (id: string) => void
}

/** A supplier by words, ИНН or phone; one that the address named is asked for by its id. */
export function SupplierField({ chosen: id, choose, ...field }: SupplierFieldProps) {
  const [taken, setTaken] = useState<FoundOption | null>(null)
  const known = taken?.id === id
  const asked = useCall(supplier.get, { query: { id } }, { when: id !== '' && !known, quiet: true })
  const named = asked.data && { id, label: asked.data.name }
  return (
    <LookupInput
      {...field}
      placeholder="Все"
      find={async (mask) =>
        (await send(supplier.find, { query: { mask } })).map((one) => ({
          id: one.id,
          label: one.name,
          ...(one.inn && { note: one.inn }),
        }))
      }
      value={id === '' ? null : known ? taken : (named ?? null)}
      onChange={(option) => {
        setTaken(option)
        choose(option?.id ?? '')
      }}
    />
  )
}
