import { TextInput } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { CallError } from '#web/state/call-error.ts'
import { saveHotkeys } from '#web/session/own-hotkeys.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx'
import {
  comboPressed,
  keyName,
  useOwnHotkeys,
  type HotkeyId,
  type OwnHotkeys,
} from '#web/ui/keyboard/hotkeys.ts'
import { hotkeyFacts } from './hotkey-facts.ts'
import { isHeldOnly, problemOf, withHotkey } from './hotkey-rules.ts'
import rows from '../rows.module.css'

/** Asks for new keys of a hotkey; true when they are in force. */
export async function changeHotkey(id: HotkeyId): Promise<boolean> {
  const saved = await openDialog<true>({ title: 'Новые клавиши', width: 420 }, (close) => (
    <HotkeyForm id={id} close={close} />
  ))
  return saved === true
}

interface HotkeyFormProps {
  id: HotkeyId
  close: (saved?: true) => void
}

function HotkeyForm({ id, close }: HotkeyFormProps) {
  const own = useOwnHotkeys()
  const [combo, setCombo] = useState<string>()
  const [tried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [sending, setSending] = useState(false)
  const problem = problemOf(id, combo, own)
  const save = async () => {
    setTried(true)
    if (problem || sending) return
    setSending(true)
    const change = {
      make: (now: OwnHotkeys) => withHotkey(now, id, combo),
      // Another computer may have given these keys away.
      problem: (now: OwnHotkeys) => problemOf(id, combo, now),
    }
    const no = await saveHotkeys(change).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
      return error.message
    })
    setSending(false)
    if (no === undefined) return close(true)
    setRefusal(no)
  }
  // Esc closes and Tab goes on, as in every window.
  const press = (event: KeyboardEvent) => {
    const pressed = comboPressed(event)
    if (['Tab', 'Shift+Tab', 'Escape'].includes(pressed)) return
    event.preventDefault()
    event.stopPropagation()
    if (pressed === 'Enter') return void save()
    if (isHeldOnly(pressed) || event.repeat) return
    setRefusal(undefined)
    setCombo(pressed)
  }
  const isShown = tried || combo !== undefined
  return (
    <div className={rows['part']}>
      <TextInput
        data-autofocus
        readOnly
        label={hotkeyFacts[id].title}
        description="Нажмите клавиши, которыми это делать"
        placeholder="Например, Ctrl + Shift + D"
        value={combo === undefined ? '' : keyName(combo)}
        error={refusal ?? (isShown && problem)}
        onKeyDownCapture={press}
      />
      <DialogButtons
        main="Сохранить"
        run={() => void save()}
        cancel={() => close()}
        busy={sending}
      />
    </div>
  )
}
