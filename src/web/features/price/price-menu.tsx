import { hotkeyName, keyName } from '#web/ui/keyboard/hotkeys.ts'
import { PlacedMenu } from '#web/ui/list/placed-menu.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { paste, type Hand } from './grid/grid-clipboard.ts'
import { clearBlock, copyBlock, fillBlock, isGroup } from './grid/grid-actions.ts'
import { bulkOf, historyOf, openColumns, type OnSheet } from './dialogs/open-windows.ts'

interface PriceMenuProps extends Hand, OnSheet {
  x: number
  y: number
  canOrder: boolean
  close: () => void
}

/** The actions of the keys for users of the mouse; column actions for users who may change columns. */
export function PriceMenu(props: PriceMenuProps) {
  const { rows, columns, pending, block, row, canEdit, canOrder, write, x, y, close } = props
  const sheet = { rows, columns, edits: pending.edits }
  const inGroup = isGroup(rows[row])
  const groups = [
    [
      {
        label: 'Скопировать',
        key: keyName('Ctrl+KeyC'),
        run: () => void navigator.clipboard.writeText(copyBlock(sheet, block)),
      },
      canEdit && { label: 'Вставить', key: keyName('Ctrl+KeyV'), run: () => void pasteFrom(props) },
    ],
    [
      canEdit && {
        label: 'Заполнить вниз',
        key: keyName('Ctrl+KeyD'),
        run: () => write(fillBlock(sheet, block)),
      },
      canEdit && {
        label: 'Убрать цены',
        key: keyName('Delete'),
        danger: true,
        run: () => write(clearBlock(sheet, block)),
      },
    ],
    [
      !inGroup && {
        label: 'История цены',
        key: hotkeyName('history'),
        run: () => void historyOf(props),
      },
      canEdit && { label: 'Изменить колонку…', run: () => void bulkOf(props) },
      canOrder && { label: 'Колонки…', run: () => void openColumns() },
    ],
  ]
  return <PlacedMenu label="Действия с ценами" x={x} y={y} groups={groups} close={close} />
}

/** A menu reads the clipboard only if the browser allows it; pasting by key needs no permission. */
async function pasteFrom(hand: Hand): Promise<void> {
  const text = await navigator.clipboard.readText().catch((error: unknown) => {
    if (!(error instanceof DOMException)) throw error
  })
  if (text === undefined) toast.warning('Браузер не дал прочитать буфер. Нажмите Ctrl + V')
  else paste(hand, text)
}
