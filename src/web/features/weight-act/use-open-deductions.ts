import { useState } from 'react'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { hasDeductions, type LineDeductions } from './line-deductions.ts'

export type OpenDeductions = ReturnType<typeof useOpenDeductions>

/** Which lines show pack and deductions: those that have some, and those that were asked by button or key. */
export function useOpenDeductions(lines: readonly string[]) {
  const [asked, setAsked] = useState<Record<string, boolean>>({})
  const keepOpen = (line: string) => setAsked((now) => ({ ...now, [line]: true }))
  const open = (line: string) => {
    keepOpen(line)
    // An entry that is already open gets the focus as well.
    document.getElementById(packId(line))?.focus()
  }
  useKeys([
    {
      hotkey: 'deductions',
      label: 'Упаковка и вычеты строки',
      run: () => {
        const here = document.activeElement?.closest<HTMLElement>('[data-line]')?.dataset['line']
        const line = here && lines.includes(here) ? here : lines[0]
        if (line) open(line)
      },
    },
  ])
  return {
    isOpen: (line: string, cuts: LineDeductions) => (asked[line] ?? false) || hasDeductions(cuts),
    isAsked: (line: string) => asked[line] ?? false,
    /** What is being typed stays open, also while it is empty for a moment. */
    keep: keepOpen,
    open,
    close: (line: string) => {
      setAsked((now) => ({ ...now, [line]: false }))
      document.getElementById(openerId(line))?.focus()
    },
  }
}

export const packId = (line: string) => `pack-${line}`
export const openerId = (line: string) => `cuts-of-${line}`
