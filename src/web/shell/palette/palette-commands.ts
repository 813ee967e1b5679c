import { paths } from '#contract/screen-paths.ts'
import { screens } from '../../screens.ts'
import { signOut } from '../../session/sign-out.ts'
import { savePreferences, usePreferences } from '../../state/preferences.ts'
import { hasModule, isOperator, useStore } from '../../state/store.ts'
import { loadScanner } from '../../features/file/scanner/load-scanner.ts'
import { addressOf, visibleGroups } from '../navigation/navigation.ts'

export interface Command {
  group: string
  title: string
  note?: string
  href?: string
  run?: () => void
}

/** Recent, screens and actions that fit the words; what the user may not open is absent. */
export function foundCommands(words: string, rights: ReadonlySet<string> | undefined): Command[] {
  const state = useStore.getState()
  const recent = usePreferences
    .getState()
    .recent.map(({ title, href }) => ({ group: 'Недавнее', title, href }))
  const opened = visibleGroups(state, rights).flatMap(([group, entries]) =>
    entries.map(({ name }) => ({
      group: 'Разделы',
      title: screens[name].title,
      note: group,
      href: addressOf(name),
    })),
  )
  const all = [...(words.trim() === '' ? recent : []), ...opened, ...actions(rights)]
  return all.filter((command) => fits(command, words))
}

function actions(rights: ReadonlySet<string> | undefined): Command[] {
  const group = 'Действия'
  const state = useStore.getState()
  const operator = isOperator(state)
  const make: Command[] = []
  if (operator)
    make.push({ group, title: 'Сканер', note: scannerNote(), run: () => void scanAnything() })
  if (operator && hasModule('supplier')(state) && (rights?.has('supplier.edit') ?? true))
    make.push({ group, title: 'Новый поставщик', href: `${paths.suppliers}?mode=create` })
  if (operator && hasModule('payment')(state) && (rights?.has('payment.save') ?? true))
    make.push({ group, title: 'Новая выплата', href: paths.createPayment })
  return [
    ...make,
    { group, title: 'Учётная запись', href: paths.account },
    { group, title: 'Справка', note: 'Все главы', href: paths.help },
    { group, title: 'Светлая тема', run: () => savePreferences({ scheme: 'light' }) },
    { group, title: 'Тёмная тема', run: () => savePreferences({ scheme: 'dark' }) },
    { group, title: 'Выйти', run: () => void signOut() },
  ]
}

/** A passport leads to its supplier. */
const readsPassports = () => hasModule('supplier')(useStore.getState())
const scannerNote = () =>
  readsPassports() ? 'Штрихкод камерой, паспорт камерой' : 'Штрихкод камерой'

/** What the camera reads goes the way of a hand-held scanner. */
async function scanAnything(): Promise<void> {
  const { openScanner } = await loadScanner()
  const scanned = await openScanner({ tabs: readsPassports() ? ['code', 'passport'] : ['code'] })
  const { receiveCode, receivePassport } = await import('../../ui/keyboard/scans.ts')
  if (scanned?.code !== undefined) receiveCode(scanned.code)
  if (scanned?.passport) receivePassport(scanned.passport)
}

/** Whether all of the words are in it. */
function fits({ title, note }: Pick<Command, 'title' | 'note'>, words: string): boolean {
  const text = `${title} ${note ?? ''}`.toLocaleLowerCase('ru')
  return words
    .toLocaleLowerCase('ru')
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** What a question is asked with and not about. */
const ASKING = /^(?:сколько|что|чего|как|какие|каких|мы|у|по|за|в|на|и|с|было|есть|всего)$/
/** Longer ones are compared without their ending: «меди» is in «медь». */
const STEM = 3

/** The same for a question in a person's own words. */
export function answers(question: Pick<Command, 'title' | 'note'>, words: string): boolean {
  const asked = words
    .toLocaleLowerCase('ru')
    .split(/[^а-яёa-z0-9]+/)
    .filter((word) => word !== '' && !ASKING.test(word))
  const stems = asked.map((word) => word.slice(0, Math.max(STEM, word.length - 2)))
  return stems.length > 0 && fits(question, stems.join(' '))
}
