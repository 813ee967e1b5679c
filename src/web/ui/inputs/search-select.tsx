import { Select, type SelectProps } from '@mantine/core'
import { useEffect, useRef, type KeyboardEvent } from 'react'

interface SearchSelectProps extends Omit<SelectProps, 'data' | 'searchable'> {
  data: { value: string; label: string }[]
}

/**
 * A list in which a choice is found by typing. Enter takes the marked option, or else the first match of what was typed; if it is
 * pressed before the list has loaded, it takes its match then. The kit resets its mark one task after a list opens, so a quick
 * Enter would otherwise have no effect.
 */
export function SearchSelect({ data, ...props }: SearchSelectProps) {
  const waiting = useRef<HTMLInputElement>(undefined)
  const onKeyDownCapture = (event: KeyboardEvent<HTMLInputElement>) => {
    const { code, ctrlKey, altKey, currentTarget: field } = event
    waiting.current = undefined
    const enter = code === 'Enter' || code === 'NumpadEnter'
    if (!enter || ctrlKey || altKey || event.nativeEvent.isComposing || !isOpen(field)) return
    const typed = field.value.trim() !== '' && !data.some(({ label }) => label === field.value)
    const option = markedOption(field) ?? (typed ? first(field) : undefined)
    if (!option && (!typed || data.length > 0)) return
    event.preventDefault()
    event.stopPropagation()
    if (option) option.click()
    else waiting.current = field
  }
  useEffect(() => {
    const field = waiting.current
    if (!field || data.length === 0) return
    waiting.current = undefined
    if (field === document.activeElement && isOpen(field)) first(field)?.click()
  }, [data])
  return <Select {...props} searchable data={data} onKeyDownCapture={onKeyDownCapture} />
}

const isOpen = (field: HTMLInputElement) => field.dataset['expanded'] !== undefined

const MARKED_OPTION = '[data-combobox-option][data-combobox-selected]'
const FREE = '[data-combobox-option]:not([data-combobox-disabled])'

const markedOption = (field: HTMLInputElement) => inList(field, MARKED_OPTION)
const first = (field: HTMLInputElement) => inList(field, FREE)

function inList(field: HTMLInputElement, what: string): HTMLElement | null | undefined {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  return list?.querySelector<HTMLElement>(what)
}
