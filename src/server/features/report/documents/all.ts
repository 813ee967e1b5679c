import type { PrintedList } from './printed-list.ts'
import { controlJournal } from './control-journal.ts'
import { registerBook } from './register-book.ts'

/** Documents in the order in which the menu of their list offers them. */
export const printedLists: readonly PrintedList[] = [registerBook, controlJournal]
