import { useEffect, useRef } from 'react'
import { useNavigate } from '../../router/hooks.ts'
import type { MachineReadable } from '#contract/requisites/mrz/mrz.ts'
import { opensCompany, useStore } from '../../state/store.ts'
import { useDialogs } from '../../ui/dialogs/ask.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { today } from '../../ui/format.ts'
import { isTyping, topLayer } from '../../ui/keyboard/keys.ts'
import { connectShell, offerScan } from '../../ui/keyboard/scans.ts'
import { openBurst, openPassportLines } from './scanner-burst.ts'
import { scannedPath } from './scanned-path.ts'

interface HandScannerProps {
  search: (words: string) => void
  /** Closes what the shell itself shows over the screen, such as the field for screens, actions and records. */
  closeOver: () => void
}

/**
 * Hears hand-held scanners, which are keyboards to the browser, on every screen: the code of a printed form opens its record, also
 * while a field has the focus; the lines of a passport lead to its supplier; any other text is searched for, unless a field takes it.
 * An open dialog keeps its keys. What a part of the screen reads itself, it takes first.
 */
export function HandScanner(props: HandScannerProps) {
  const navigate = useNavigate()
  const open = useRef({ navigate, ...props })
  useEffect(() => {
    open.current = { navigate, ...props }
  })
  useEffect(
    () =>
      connectShell({
        openCode: (text) => openCode(text, open.current),
        showPassport: (read) => void showPassport(read, open.current),
      }),
    [],
  )
  useEffect(() => {
    const burst = openBurst()
    const passport = openPassportLines(today)
    let field: Field | undefined
    /** Signs that the field has not been given: they may be of a passport. */
    let hidden = ''
    const giveHidden = () => {
      if (field && hidden) typeInto(field, hidden)
      hidden = ''
    }
    const use = (text: string, target: EventTarget | null, at: number): boolean => {
      if (offerScan(text)) {
        if (field) putBack(field)
        return true
      }
      const read = passport.take(text, at)
      if (read) {
        if (field) putBack(field)
        if (read !== 'more') void showPassport(read, open.current)
        return true
      }
      giveHidden()
      if (topLayer() > 0) return false
      const path = scannedPath(text, location.origin)
      // The first sign may have opened the field, as in a cell of the price list.
      if (!path && (field || isTyping(target))) return false
      if (field) putBack(field)
      openCode(text, open.current)
      return true
    }
    const isHidden = (text: string, at: number) => {
      if (!field || !passport.mayBegin(text, at)) return false
      hidden += text.at(-1)!
      return true
    }
    const hear = (event: KeyboardEvent) => {
      const { code, shiftKey: shift, timeStamp: at, target } = event
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) {
        giveHidden()
        return burst.forget()
      }
      if (code.startsWith('Shift')) return void burst.take({ code, shift, at })
      const verdict = burst.take({ code, shift, at })
      if (verdict.kind === 'typed' && (verdict.isFirst || verdict.text === '')) {
        giveHidden()
        field = verdict.isFirst ? fieldOf(target) : field
      }
      const isTaken =
        verdict.kind === 'scanned'
          ? use(verdict.text, target, at)
          : isHidden(verdict.text, at) || (verdict.kind === 'held' && !isTyping(target))
      if (verdict.kind === 'scanned') hidden = ''
      if (!isTaken) return undefined
      event.preventDefault()
      return event.stopImmediatePropagation()
    }
    addEventListener('keydown', hear, { capture: true })
    return () => removeEventListener('keydown', hear, { capture: true })
  }, [])
  return null
}

/** A field that a scanner types into, with what stood there before. */
interface Field {
  readonly element: HTMLInputElement | HTMLTextAreaElement
  readonly value: string
}

function fieldOf(target: EventTarget | null): Field | undefined {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return isField && isTyping(target) ? { element: target, value: target.value } : undefined
}

/** As if the scanner had not typed. */
function putBack({ element, value }: Field): void {
  setValue(element, value)
}

/** As if the scanner had typed on. */
function typeInto({ element }: Field, signs: string): void {
  setValue(element, element.value + signs)
}

/** A controlled field hears of it like of any input. */
function setValue(element: Field['element'], value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')!
  set!.call(element, value)
  element.dispatchEvent(new Event('input', { bubbles: true }))
}

interface Shell extends HandScannerProps {
  readonly navigate: (path: string) => unknown
}

/** The code of a printed form opens its record, any other text is searched for. */
function openCode(text: string, shell: Shell): void {
  const path = scannedPath(text, location.origin)
  if (path) shell.navigate(path)
  else shell.search(text)
}

/** Nothing of it reaches an address or a field; a dialog that is open is another piece of work, which is ended first. */
async function showPassport(read: MachineReadable, shell: Shell): Promise<void> {
  if (!opensCompany(useStore.getState()))
    return toast.warning('Это строки паспорта. Их читают на рабочем месте оператора')
  if (useDialogs.getState().stack.length > 0)
    return toast.warning('Это строки паспорта. Закройте окно и прочитайте паспорт ещё раз')
  shell.closeOver()
  const path = await addressAfterPassport(read)
  if (path !== undefined) shell.navigate(path)
}

/** Shows who the passport is of, once the window has loaded; answers where to go on. */
async function addressAfterPassport(read: MachineReadable): Promise<string | undefined> {
  const { showScannedPassport } =
    await import('../../features/supplier/passport/scanned-passport.tsx')
  return showScannedPassport(read)
}
