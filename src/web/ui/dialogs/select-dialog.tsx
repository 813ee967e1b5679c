import { Checkbox, TextInput } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import type { SelectOption, SelectProps } from './ask.ts'
import { DialogButtons } from './dialog-buttons.tsx'
import styles from './dialogs.module.css'

type Props = SelectProps<unknown> & { many: boolean; close: (value?: unknown) => void }

/** A list with search shows up to this many rows; further words narrow it. */
const MAX_SHOWN = 200

/** Search and a list, one or many: arrows move, Space marks, Enter takes. */
export function SelectDialog({ options, many, main, hint, search, close }: Props) {
  const [words, setWords] = useState('')
  const [active, setActive] = useState(0)
  const [chosen, setChosen] = useState<ReadonlySet<unknown>>(new Set())
  const found = options.filter((option) => fits(option, words)).slice(0, MAX_SHOWN)
  const toggle = (option: SelectOption<unknown> | undefined) => {
    if (!option || option.disabled) return
    if (!many) return close(option.value)
    const next = new Set(chosen)
    if (!next.delete(option.value)) next.add(option.value)
    setChosen(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey) return
    if (event.code === 'ArrowDown') setActive(Math.min(active + 1, found.length - 1))
    else if (event.code === 'ArrowUp') setActive(Math.max(active - 1, 0))
    else if (event.code === 'Enter' || event.code === 'NumpadEnter') toggle(found[active])
    else return
    event.preventDefault()
  }
  return (
    <div className={styles['body']} onKeyDown={onKeyDown}>
      {hint && <div className={styles['hint']}>{hint}</div>}
      <TextInput
        aria-label={search ?? 'Найти в списке'}
        placeholder={search ?? 'Найти в списке'}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value)
          setActive(0)
        }}
        role="combobox"
        aria-expanded
        aria-controls="select-options"
        aria-activedescendant={found[active] && `option-${active}`}
        data-autofocus
      />
      <ul
        id="select-options"
        className={styles['options']}
        role="listbox"
        aria-label="Варианты"
        aria-multiselectable={many}
      >
        {found.map((option, place) => (
          <Row
            key={option.label}
            option={option}
            place={place}
            group={option.group === found[place - 1]?.group ? undefined : option.group}
            active={place === active}
            marked={many ? chosen.has(option.value) : undefined}
            take={() => toggle(option)}
          />
        ))}
        {found.length === 0 && <li className={styles['group']}>Ничего не найдено</li>}
      </ul>
      {many && (
        <DialogButtons
          main={main ?? 'Выбрать'}
          run={() => close([...chosen])}
          cancel={() => close()}
          disabled={chosen.size === 0}
        />
      )}
    </div>
  )
}

interface RowProps {
  option: SelectOption<unknown>
  place: number
  group: string | undefined
  active: boolean
  marked: boolean | undefined
  take: () => void
}

function Row({ option, place, group, active, marked, take }: RowProps) {
  return (
    <>
      {group && (
        <li role="presentation" className={styles['group']}>
          {group}
        </li>
      )}
      <li
        id={`option-${place}`}
        role="option"
        aria-selected={marked ?? active}
        aria-disabled={option.disabled}
        data-active={active || undefined}
        className={styles['option']}
        onClick={take}
      >
        {marked !== undefined && (
          <Checkbox checked={marked} readOnly tabIndex={-1} aria-hidden size="xs" />
        )}
        {option.label}
        {option.note && <span className={styles['note']}>{option.note}</span>}
      </li>
    </>
  )
}

function fits(option: SelectOption<unknown>, words: string): boolean {
  const text = `${option.label} ${option.note ?? ''}`.toLocaleLowerCase('ru')
  return words
    .toLocaleLowerCase('ru')
    .split(/\s+/)
    .every((word) => text.includes(word))
}
