import { useState } from 'react'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { KeyTabs } from '#web/ui/layout/key-tabs.tsx'
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
  const [tab, setTab] = useState(tabs[0]!)
  const panels = {
    document: store && <DocumentTab record={record} store={store} close={close} />,
    code: <CodeTab found={(code) => close({ code })} />,
    passport: <PassportTab found={(passport) => close({ passport })} />,
  }
  if (tabs.length === 1) return panels[tabs[0]!]
  return (
    <KeyTabs
      className={styles['panel']}
      tab={tab}
      turn={setTab}
      tabs={tabs.map((name) => ({ name, label: TITLES[name], panel: panels[name] }))}
    />
  )
}
