import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from '../router/hooks.ts'
import { report } from '#contract/report/report.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { hasModule, isSuper, useStore } from '#web/state/store.ts'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys, useKeyBuffer } from '#web/ui/keyboard/keys.ts'
import { ExportChoice, type ExportChoiceProps } from '#web/ui/list/export/export-choice.tsx'
import type { ArchiveOfList } from './archive-order.tsx'
import { conditionsOf, exportList, type WantedList } from './export-list.ts'
import styles from '#web/ui/list/list.module.css'
import type { ListCall } from '#web/ui/list/list-types.ts'
import { today } from '#web/ui/format.ts'
import { AppPopover } from '#web/ui/dialogs/app-popover.tsx'

/** Loaded when such a file is ordered. */
async function orderFrom(archive: ArchiveOfList): Promise<void> {
  const { openArchiveOrder } = await import('./archive-order.tsx')
  await openArchiveOrder(archive)
}

type ExportMenuProps = Omit<WantedList, 'format'> &
  Pick<ExportChoiceProps, 'total' | 'copy'> & { selected: ReadonlySet<string> }

/** Files of the present view; shown if the server allows this user to export this list. */
export function ExportMenu({ total, copy, selected, ...wanted }: ExportMenuProps) {
  const [open, setOpen] = useState(false)
  const keyOf = useHotkeyNames()
  const { exportable, papers, files, loading } = useExportable(wanted.call)
  const navigate = useNavigate()
  const print = (type: string) =>
    navigate(`?${new URLSearchParams({ print: type, ...periodOf(wanted.filter) })}`)
  useKeys(
    exportable ? [{ hotkey: 'export', label: 'Выгрузить список', run: () => setOpen(true) }] : [],
  )
  if (!exportable && !loading) return null
  return (
    <AppPopover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      target={
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
          // Its space is reserved while the server is asked whether there is such a file.
          className={exportable ? '' : (styles['idle'] ?? '')}
          title={`Выгрузка (${keyOf('export')})`}
          onClick={() => setOpen(!open)}
        >
          <span data-word>Выгрузка</span>
        </Button>
      }
    >
      <ExportChoice
        {...{ total, copy, papers, print }}
        files={files.map(({ type, title }) => ({
          label: title,
          order: () =>
            void orderFrom({ type, title, filter: conditionsOf(wanted.filter), selected }),
        }))}
        save={(format) => exportList({ ...wanted, format })}
        close={() => setOpen(false)}
      />
    </AppPopover>
  )
}

function useExportable(call: ListCall) {
  const when = useStore((state) => isSuper(state) || hasModule('report')(state))
  const { data, loading } = useCall(
    report.getTypes,
    { query: {} },
    { when, fresh: REFERENCE_MS, quiet: true },
  )
  useKeyBuffer(loading)
  const params = data?.find(({ type }) => type === 'list')?.params
  const lists = params?.find(({ name }) => name === 'call')?.words ?? []
  const name = call.path.replace('/api/v1/', '')
  const own = data?.filter(({ printed_from }) => printed_from === name) ?? []
  const papers = own.filter(({ formats }) => formats.length === 0)
  const files = own.filter(({ formats }) => formats.length > 0)
  return { exportable: lists.includes(name), papers, files, loading }
}

/** The period of the list; where it has none, the month up to today. */
function periodOf({ date_from, date_to }: Record<string, unknown>): Record<string, string> {
  const now = today()
  return {
    date_from: typeof date_from === 'string' ? date_from : `${now.slice(0, 8)}01`,
    date_to: typeof date_to === 'string' ? date_to : now,
  }
}
