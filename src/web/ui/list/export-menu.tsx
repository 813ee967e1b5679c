import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { report } from '#contract/report.ts'
import { REFERENCE_MS, useCall } from '../../api/use-call.ts'
import { hasModule, isSuper, useStore } from '../../state/store.ts'
import { useKeys, useKeysWait } from '../keys.ts'
import { ExportChoice, type ExportChoiceProps } from './export-choice.tsx'
import type { ListCall } from './list-types.ts'
import { OwnPopover } from '../own-popover.tsx'

/** Files of the present view; shown where the server says that this person may have this list as a file. */
export function ExportMenu(props: Omit<ExportChoiceProps, 'close'>) {
  const [open, setOpen] = useState(false)
  const exportable = useExportable(props.call)
  useKeys(
    exportable
      ? [{ code: 'KeyE', ctrl: true, label: 'Выгрузить список', run: () => setOpen(true) }]
      : [],
  )
  if (!exportable) return null
  return (
    <OwnPopover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      target={
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
          title="Ctrl + E"
          onClick={() => setOpen(!open)}
        >
          Выгрузка
        </Button>
      }
    >
      <ExportChoice {...props} close={() => setOpen(false)} />
    </OwnPopover>
  )
}

function useExportable(call: ListCall): boolean {
  const when = useStore((state) => isSuper(state) || hasModule('report')(state))
  const { data, loading } = useCall(report.getTypes, {}, { when, fresh: REFERENCE_MS, quiet: true })
  useKeysWait(loading)
  const params = data?.find(({ type }) => type === 'list')?.params
  const lists = params?.find(({ name }) => name === 'call')?.words ?? []
  return lists.includes(call.path.replace('/api/v1/', ''))
}
