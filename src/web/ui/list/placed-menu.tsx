import { Popover } from '@mantine/core'
import { RowMenuList, type MenuItem } from './table/row-menu-list.tsx'
import styles from './table/row-menu.module.css'

interface PlacedMenuProps {
  /** What it acts on: «Действия со строкой». */
  label: string
  /** In the window's pixels. */
  x: number
  y: number
  groups: (MenuItem | false | undefined | '')[][]
  close: () => void
}

/** A menu at a position of the window, under the pointer or the active cell; missing actions are left out, empty groups too. */
export function PlacedMenu({ label, x, y, groups, close }: PlacedMenuProps) {
  const offered = groups
    .map((group) => group.filter((item) => !!item))
    .filter((group) => group.length > 0)
  return (
    <Popover
      opened
      onChange={(open) => !open && close()}
      position="bottom-start"
      offset={0}
      withRoles={false}
    >
      <Popover.Target>
        <span className={styles['at']} style={{ left: x, top: y }} />
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <RowMenuList label={label} groups={offered} close={close} />
      </Popover.Dropdown>
    </Popover>
  )
}
