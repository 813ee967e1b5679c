import { Select, type SelectProps } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'

interface SearchSelectProps extends Omit<SelectProps, 'data' | 'searchable'> {
  data: { value: string; label: string }[]
  /** Named in the empty field: Enter takes it. */
  offered?: { value: string; label: string } | undefined
}

/**
 * A list in which a choice is found by typing, which replaces the choice that the field holds. Enter takes the marked option, or
 * else the first match of what was typed; if it is pressed before the list has loaded, it takes its match then; if nothing matches,
 * it stays, so that nobody goes on with the choice of before. The kit resets its mark one task after a list opens, so a quick Enter
 * would otherwise have no effect.
 */
export function SearchSelect({ data, offered, ...props }: SearchSelectProps) {
  const waiting = useRef<HTMLInputElement>(undefined)
  const own = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState<string>()
  const chosen = props.value ? data.find(({ value }) => value === props.value)?.label : ''
  const unchosen = words !== undefined && chosen !== undefined && words !== chosen
  const onKeyDownCapture = (event: KeyboardEvent<HTMLInputElement>) => {
    const { code, ctrlKey, altKey, currentTarget: field } = event
    waiting.current = undefined
    const enter = code === 'Enter' || code === 'NumpadEnter'
    if (!enter || ctrlKey || altKey || event.nativeEvent.isComposing) return
    if (offered && field.value === '' && !props.value && !chosenByArrow(field)) {
      event.preventDefault()
      event.stopPropagation()
      return props.onChange?.(offered.value, offered)
    }
    if (!isOpen(field)) return undefined
    const typed = field.value.trim() !== '' && !data.some(({ label }) => label === field.value)
    const option = markedOption(field) ?? (typed ? first(field) : undefined)
    if (!option && !typed) return undefined
    event.preventDefault()
    event.stopPropagation()
    if (option) option.click()
    else if (data.length === 0) waiting.current = field
    return undefined
  }
  useEffect(() => {
    const field = waiting.current
    if (!field || data.length === 0) return
    waiting.current = undefined
    if (field === document.activeElement && isOpen(field)) first(field)?.click()
  }, [data])
  // What is typed after a choice replaces it as well.
  useEffect(() => {
    if (!unchosen && own.current === document.activeElement) own.current?.select()
  }, [unchosen])
  return (
    <Select
      {...props}
      {...(offered && { placeholder: `Enter: ${offered.label}` })}
      searchable
      // The chosen one once more is no wish to have none.
      allowDeselect={false}
      data={data}
      data-unchosen={unchosen || undefined}
      onSearchChange={setWords}
      onKeyDownCapture={onKeyDownCapture}
      onFocus={(event) => {
        own.current = event.currentTarget
        event.currentTarget.select()
        props.onFocus?.(event)
      }}
      // A click puts the cursor where it fell: after the focus, and into what is marked only after the click.
      onMouseDown={(event) => {
        if (!unchosen && event.currentTarget === document.activeElement) event.preventDefault()
      }}
      onClick={(event) => {
        if (!unchosen) event.currentTarget.select()
        props.onClick?.(event)
      }}
    />
  )
}

const isOpen = (field: HTMLInputElement) => field.dataset['expanded'] !== undefined

const MARKED_OPTION = '[data-combobox-option][data-combobox-selected]'
const FREE = '[data-combobox-option]:not([data-combobox-disabled])'

const chosenByArrow = (field: HTMLInputElement) => isOpen(field) && markedOption(field)
const markedOption = (field: HTMLInputElement) => inList(field, MARKED_OPTION)
const first = (field: HTMLInputElement) => inList(field, FREE)

function inList(field: HTMLInputElement, what: string): HTMLElement | null | undefined {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  return list?.querySelector<HTMLElement>(what)
}
