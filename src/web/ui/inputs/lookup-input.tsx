import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { quote } from '#contract/words/quote.ts'
import type { FieldProps } from './field-props.ts'
import styles from './inputs.module.css'

export interface FoundOption {
  id: string
  label: string
  /** Shown at the right: ИНН, last digits, status. */
  note?: string
}

interface LookupInputProps extends FieldProps<FoundOption> {
  /** Asks the server when no key has followed for a moment; only the latest request counts. */
  find: (words: string) => Promise<FoundOption[]>
  /** Shortest text that is sent to the server. */
  min?: number
  /** Adds the last row «Создать «…»». */
  create?: (words: string) => void
  /** Shown before anything is typed: the last used ones. */
  recent?: FoundOption[]
}

/** Quick hands press a key each 100 ms. */
const PAUSE_MS = 120

/**
 * Finds a record by words, ИНН, phone or plate: ↑↓ and Enter take it, Esc restores the present one. The first match is
 * highlighted as soon as it has loaded; Enter pressed before that takes the answer if it is the only one.
 */
export function LookupInput(props: LookupInputProps) {
  const { find, min = 3, create, recent = [], value, onChange, ...field } = props
  const [words, setWords] = useState<string>()
  const { found, searching, isAnswered } = useFound(words ?? '', min, find)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const asked = words !== undefined && words.trim().length >= min
  const options = asked ? found : recent
  const hasty = useRef(false)
  const take = (id: string) => {
    combobox.closeDropdown()
    setWords(undefined)
    if (id === CREATE) return create?.(words ?? '')
    onChange?.(options.find((option) => option.id === id) ?? null)
  }
  const settle = (matches: FoundOption[], busy: boolean) => {
    if (!asked || !combobox.dropdownOpened) return
    const only = matches.length === 1 ? matches[0] : undefined
    if (busy) combobox.resetSelectedOption()
    else if (hasty.current && only) take(only.id)
    else combobox.selectFirstOption()
    if (!busy) hasty.current = false
  }
  const latest = useRef(settle)
  // In the frame that shows the matches: Enter takes the highlighted one.
  useLayoutEffect(() => {
    latest.current = settle
  })
  useLayoutEffect(() => latest.current(found, searching), [found, searching])
  const onKeyDown = (event: KeyboardEvent) => {
    const enter = event.code === 'Enter' || event.code === 'NumpadEnter'
    if (!enter || event.ctrlKey || !searching) return
    hasty.current = true
    event.preventDefault()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={take}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...field}
          autoComplete="off"
          value={words ?? value?.label ?? ''}
          rightSection={searching ? <Loader size={14} /> : undefined}
          onChange={(event) => {
            setWords(event.currentTarget.value)
            hasty.current = false
            combobox.openDropdown()
            if (event.currentTarget.value === '') onChange?.(null)
          }}
          onFocus={(event) => {
            event.currentTarget.select()
            field.onFocus?.(event)
          }}
          onClick={() => combobox.openDropdown()}
          onKeyDown={onKeyDown}
          onBlur={(event) => {
            combobox.closeDropdown()
            setWords(undefined)
            field.onBlur?.(event)
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={options.length === 0 && (!asked || searching)}>
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }}>
          {options.map((option) => (
            <Combobox.Option key={option.id} value={option.id}>
              <span className={styles['found']}>
                <span>{option.label}</span>
                <span>{option.note}</span>
              </span>
            </Combobox.Option>
          ))}
          {asked && !searching && isAnswered && found.length === 0 && (
            <Combobox.Empty>Ничего не найдено</Combobox.Empty>
          )}
          {asked && !searching && create && (
            <Combobox.Option value={CREATE}>Создать {quote(words.trim())}</Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** No record has this id. */
const CREATE = 'create'

function useFound(words: string, min: number, find: LookupInputProps['find']) {
  // A search that failed or was refused has found nothing out, and its reason is told elsewhere.
  const [state, setState] = useState<{ words: string; found: FoundOption[] | undefined }>({
    words: '',
    found: [],
  })
  const text = words.trim()
  const asked = text.length >= min
  useEffect(() => {
    if (!asked) return undefined
    let current = true
    const take = (found: FoundOption[] | undefined) => {
      if (current) setState({ words: text, found })
    }
    const timer = setTimeout(() => {
      find(text).then(take, () => take(undefined))
    }, PAUSE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
    // A new `find` of every render must not ask again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text, asked])
  // The previous matches stay visible while new ones are loading, so that the list does not flicker.
  return {
    found: (asked ? state.found : undefined) ?? NOTHING,
    searching: asked && state.words !== text,
    isAnswered: state.found !== undefined,
  }
}

/** Always the same array: a new one in every render would look like a new answer. */
const NOTHING: FoundOption[] = []
