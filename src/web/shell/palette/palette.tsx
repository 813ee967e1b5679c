import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useHeldRights } from '../../api/use-may.ts'
import { useNavigate } from '../../router/hooks.ts'
import { loadScreen } from '../../load-screen.ts'
import { screenAt } from '#contract/screen-paths.ts'
import { opensCompany, useStore } from '../../state/store.ts'
import { AppModal } from '../../ui/dialogs/app-modal.tsx'
import { foundCommands, type Command } from './palette-commands.ts'
import styles from './palette.module.css'

const PAUSE_MS = 200

/**
 * One field for screens, actions and records; only the latest request counts. Enter pressed before anything is found waits for
 * it. Scanned words wait likewise and open what has just that name, or the only thing found.
 */
export function Palette({ words: scanned = '', close }: { words?: string; close: () => void }) {
  const navigate = useNavigate()
  const [words, setWords] = useState(scanned)
  const [active, setActive] = useState(0)
  const { records, searching } = useRecords(words)
  const commands = [...foundCommands(words, useHeldRights(useStore(opensCompany))), ...records]
  const hasty = useRef(scanned !== '')
  const run = (command: Command | undefined) => {
    if (!command) return
    close()
    if (command.href) navigate(command.href)
    else command.run?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    hasty.current = false
    if (event.code === 'ArrowDown') setActive(Math.min(active + 1, commands.length - 1))
    else if (event.code === 'ArrowUp') setActive(Math.max(active - 1, 0))
    else if (event.code === 'Enter' || event.code === 'NumpadEnter') {
      hasty.current = searching && commands.length === 0
      run(commands[active])
    } else return
    event.preventDefault()
  }
  useEffect(() => {
    if (!hasty.current || searching) return
    hasty.current = false
    run(words === scanned ? onlyOf(commands, scanned) : commands[0])
  })
  usePrefetch(commands[active])
  return (
    <AppModal label="Найти или сделать" width={640} close={close} padding={0} top={72}>
      <input
        className={styles['field']}
        role="combobox"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={commands[active] && `command-${active}`}
        aria-label="Найти или сделать"
        placeholder="Раздел, действие, ИНН, имя, номер машины или акта"
        autoComplete="off"
        value={words}
        data-autofocus
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setWords(event.currentTarget.value)
          setActive(0)
        }}
      />
      <ul id="palette-list" role="listbox" aria-label="Найденное" className={styles['list']}>
        {commands.map((command, place) => (
          <Row
            key={`${command.group} ${command.title} ${command.href}`}
            command={command}
            place={place}
            active={place === active}
            head={commands[place - 1]?.group !== command.group}
            run={() => run(command)}
          />
        ))}
        {commands.length === 0 && <li className={styles['none']}>Ничего не найдено</li>}
      </ul>
    </AppModal>
  )
}

/** Names of records stand before the first dot: «2026-000182 · Петров П. П.» */
function onlyOf(commands: readonly Command[], name: string): Command | undefined {
  const same = commands.filter(({ title }) => title.split(' · ', 1)[0] === name)
  const fitting = same.length > 0 ? same : commands
  return fitting.length === 1 ? fitting[0] : undefined
}

interface RowProps {
  command: Command
  place: number
  active: boolean
  head: boolean
  run: () => void
}

function Row({ command, place, active, head, run }: RowProps) {
  return (
    <>
      {head && (
        <li role="presentation" className={styles['group']}>
          {command.group}
        </li>
      )}
      <li
        id={`command-${place}`}
        role="option"
        aria-selected={active}
        className={styles['row']}
        onClick={run}
        ref={(row) => {
          if (active) row?.scrollIntoView({ block: 'nearest' })
        }}
      >
        <span>{command.title}</span>
        {command.note && <span className={styles['note']}>{command.note}</span>}
      </li>
    </>
  )
}

/** Their calls are loaded with the first search, not with the palette. */
async function findRecords(words: string): Promise<Command[]> {
  const { recordCommands } = await import('./palette-records.ts')
  return recordCommands(words)
}

function useRecords(words: string): { records: Command[]; searching: boolean } {
  const [found, setFound] = useState<{ words: string; commands: Command[] }>()
  useEffect(() => {
    let current = true
    const timer = setTimeout(() => {
      void findRecords(words).then((commands) => {
        if (current) setFound({ words, commands })
      })
    }, PAUSE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [words])
  const ready = found?.words === words
  return { records: ready ? found.commands : [], searching: !ready }
}

/** The highlighted screen starts loading before Enter. */
function usePrefetch(command: Command | undefined) {
  const name = command?.href ? screenAt(command.href.split('?')[0]!) : undefined
  useEffect(() => {
    if (name) void loadScreen(name).catch(() => undefined)
  }, [name])
}
