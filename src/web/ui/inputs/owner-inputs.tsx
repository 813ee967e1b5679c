import { DateInput } from './date-input.tsx'
import type { FieldProps } from './field-props.ts'
import { InnInput, PhoneInput } from './masked-inputs.tsx'

type OwnerInputProps = FieldProps<string> & { max?: number }

/** Inputs of a person's or a firm's data, by the kind of the field. */
export const ownerInputs = {
  day: ({ max: _max, ...props }: OwnerInputProps) => <DateInput {...props} />,
  inn: ({ max, ...props }: OwnerInputProps) => (
    <InnInput {...(max && { length: max === 10 ? 10 : 12 })} {...props} />
  ),
  phone: ({ max: _max, ...props }: OwnerInputProps) => <PhoneInput {...props} />,
  mobile: ({ max: _max, ...props }: OwnerInputProps) => <PhoneInput mobile {...props} />,
}
export type OwnerInputs = typeof ownerInputs
