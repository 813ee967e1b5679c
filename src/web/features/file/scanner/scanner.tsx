import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { CodeTab } from './codes/code-tab.tsx'
import { DocumentTab } from './document/document-tab.tsx'
import { PassportTab } from './passport/passport-tab.tsx'
import type { ScannerTab, ScannerWish, ScanResult } from './scan-result.ts'
import styles from './scanner.module.css'

const TITLES: Readonly<Record<ScannerTab, string>> = {
  document: 'Документ',
  code: 'Штрихкод',
  passport: 'Паспорт',
}

/** A code or a passport from a camera or from files, or pages for `store`; nothing when it was closed. */
export function openScanner(wish: ScannerWish): Promise<ScanResult | undefined> {
  return openDialog<ScanResult>({ title: 'Сканер', width: 960 }, (close) => (
    <Scanner wish={wish} close={close} />
  ))
}

interface ScannerProps {
  wish: ScannerWish
  close: (result?: ScanResult) => void
}

function Scanner({ wish, close }: ScannerProps) {
  const { tabs, record, store } = wish
  const [tab, setTab] = useState<string | null>(tabs[0]!)
  useKeys(
    tabs.map((one, place) => ({
      keys: `Alt+Digit${(place + 1) as 1 | 2 | 3}`,
      label: TITLES[one],
      run: () => setTab(one),
    })),
  )
  const panels = {
    document: store && <DocumentTab record={record} store={store} close={close} />,
    code: <CodeTab found={(code) => close({ code })} />,
    passport: <PassportTab found={(passport) => close({ passport })} />,
  }
  if (tabs.length === 1) return panels[tabs[0]!]
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false}>
      <Tabs.List className={styles['tabs'] ?? ''}>
        {tabs.map((one, place) => (
          <Tabs.Tab key={one} value={one} title={`Alt + ${place + 1}`}>
            {TITLES[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((one) => (
        <Tabs.Panel key={one} value={one}>
          {panels[one]}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
