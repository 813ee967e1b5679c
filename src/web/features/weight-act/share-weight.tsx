import { Button } from '@mantine/core'
import { useRef } from 'react'
import { WeightInput, type AmountInputProps } from '../../ui/inputs/amount-input.tsx'

interface Props extends Omit<AmountInputProps, 'value' | 'onChange' | 'onBlur'> {
  value: number | null
  onChange: (weight: number | null) => void
  /** Who else has a share, as the button's hint says it: «другие строки». */
  others: string
  takeRest: () => void
}

/** The weight of one of several shares of an unload: one that is emptied and left takes the remainder, as its button does. */
export function ShareWeight({ value, onChange, others, takeRest, ...field }: Props) {
  // As the shares stood before: without this weight two of them would ask for the remainder, and no answer tells theirs.
  const whenLeft = useRef<() => void>(undefined)
  const type = (weight: number | null) => {
    if (weight !== null) whenLeft.current = undefined
    else if (value !== null) whenLeft.current = takeRest
    onChange(weight)
  }
  return (
    <>
      <WeightInput
        {...field}
        value={value}
        onChange={type}
        onBlur={() => {
          whenLeft.current?.()
          whenLeft.current = undefined
        }}
      />
      {value !== null && (
        <Button
          variant="subtle"
          // Tab goes on to the contamination.
          tabIndex={-1}
          title={`Взять всё, что оставили ${others}`}
          onClick={takeRest}
        >
          Остаток
        </Button>
      )}
    </>
  )
}
