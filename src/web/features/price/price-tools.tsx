import { Button } from '@mantine/core'
import { Columns3, History, Percent, Printer, Sheet as SheetIcon } from 'lucide-react'
import { price } from '#contract/price/price.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths } from '#contract/screen-paths.ts'
import { downloadFile } from '#web/ui/download-file.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { useHotkeyNames } from '#web/ui/keyboard/hotkeys.ts'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { printRecord } from '#web/ui/print/print-record.ts'
import { bulkOf, historyOf, openColumns, type OnSheet } from './dialogs/open-windows.ts'

interface PriceToolsProps extends OnSheet {
  canOrder: boolean
}

/** What is done with the list besides typing. */
export function PriceTools(props: PriceToolsProps) {
  const { list, rows, canEdit, canOrder } = props
  const sheet = useSend(price.getSheet)
  const history = () => void historyOf(props)
  const print = async () => {
    const columnId =
      list.columns.length === 1
        ? list.columns[0]!.id
        : await ask.select({
            title: 'Прайс на стену',
            hint: 'Печатаются позиции, у которых есть цена в этой колонке.',
            options: list.columns.map(({ id, title }) => ({ value: id, label: title })),
            main: 'Печать',
          })
    if (columnId) void printRecord(`${paths.price}?paper=${columnId}`)
  }
  const save = async () => {
    const body = {
      column_ids: list.columns.map(({ id }) => id),
      product_ids: rows.map((one) => one.row.product.id),
    }
    const file = await sheet.send({ body })
    if (file) downloadFile(file, 'Прайс.xlsx')
  }
  const keyOf = useHotkeyNames()
  useKeys([{ hotkey: 'history', label: 'История цены', run: history }])
  const icon = { size: 16, 'aria-hidden': true } as const
  return (
    <>
      <Button
        variant="default"
        leftSection={<History {...icon} />}
        title={keyOf('history')}
        onClick={history}
      >
        История
      </Button>
      {canEdit && (
        <Button
          variant="default"
          leftSection={<Percent {...icon} />}
          onClick={() => void bulkOf(props)}
        >
          Изменить колонку
        </Button>
      )}
      {canOrder && (
        <Button
          variant="default"
          leftSection={<Columns3 {...icon} />}
          onClick={() => void openColumns()}
        >
          Колонки
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<SheetIcon {...icon} />}
        loading={sheet.sending}
        disabled={rows.length === 0 || list.columns.length === 0}
        onClick={() => void save()}
      >
        Excel
      </Button>
      <Button variant="default" leftSection={<Printer {...icon} />} onClick={() => void print()}>
        Печать
      </Button>
    </>
  )
}
