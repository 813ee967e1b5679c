import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useKeys } from '#web/ui/keyboard/keys.ts'

export interface KeyTab<Name extends string> {
  readonly name: Name
  readonly label: string
  /** Mounted when it is first shown. */
  readonly panel: ReactNode
  /** Stays mounted while another tab is shown, so that nothing typed in it is lost. */
  readonly isKept?: boolean
}

interface KeyTabsProps<Name extends string> {
  tabs: readonly KeyTab<Name>[]
  tab: Name
  turn: (to: Name) => void
  /** Of the box around the panels. */
  className?: string | undefined
}

/** The parts of a record or a window; Alt and a digit chooses one. */
export function KeyTabs<Name extends string>({ tabs, tab, turn, className }: KeyTabsProps<Name>) {
  useKeys(
    tabs.map(({ name, label }, place) => ({
      keys: `Alt+Digit${place + 1}`,
      label,
      run: () => turn(name),
    })),
  )
  return (
    <Tabs
      value={tab}
      onChange={(to) => turn(to as Name)}
      keepMounted={false}
      keepMountedMode="display-none"
    >
      <Tabs.List>
        {tabs.map(({ name, label }, place) => (
          <Tabs.Tab key={name} value={name} title={`Alt + ${place + 1}`}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <div className={className}>
        {tabs.map(({ name, panel, isKept = false }) => (
          <Tabs.Panel key={name} value={name} keepMounted={isKept}>
            {panel}
          </Tabs.Panel>
        ))}
      </div>
    </Tabs>
  )
}
