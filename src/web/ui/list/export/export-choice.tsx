import { Button } from '@mantine/core'
import { Copy, FileArchive, FileSpreadsheet, FileText, Printer } from 'lucide-react'
import type { ListData } from '../list-types.ts'
import styles from '../list.module.css'

/** The most rows copied at once: what a clipboard and a person can still handle (screens.md 5). */
const MOST_COPIED = 1000

export interface ExportChoiceProps {
  /** Undefined while the count loads. */
  total: ListData<unknown>['total']
  /** Makes a file of all rows of the filter. */
  save: (format: 'xlsx' | 'csv') => Promise<void>
  /** Copies all rows of the filter. */
  copy: () => Promise<void>
  /** Documents over the records of this list. */
  papers: readonly { readonly type: string; readonly title: string }[]
  print: (type: string) => void
  /** Files that are made of the records themselves. */
  files: readonly { readonly label: string; readonly order: () => void }[]
  close: () => void
}

/** Export of the list as shown: columns in their order, filter and sort. */
export function ExportChoice({ total, ...rest }: ExportChoiceProps) {
  const few = total && !total.capped && total.count <= MOST_COPIED
  const write = async (format: 'xlsx' | 'csv') => {
    rest.close()
    await rest.save(format)
  }
  const copy = async () => {
    rest.close()
    await rest.copy()
  }
  const print = (type: string) => {
    rest.close()
    rest.print(type)
  }
  const order = (run: () => void) => {
    rest.close()
    run()
  }
  return (
    <div className={styles['export']} role="group" aria-label="Выгрузка списка">
      <Button
        variant="subtle"
        justify="start"
        data-autofocus
        leftSection={<FileSpreadsheet size={16} aria-hidden />}
        onClick={() => void write('xlsx')}
      >
        XLSX для Excel
      </Button>
      <Button
        variant="subtle"
        justify="start"
        leftSection={<FileText size={16} aria-hidden />}
        onClick={() => void write('csv')}
      >
        CSV
      </Button>
      <Button
        variant="subtle"
        justify="start"
        leftSection={<Copy size={16} aria-hidden />}
        disabled={!few}
        title={few ? undefined : `Копируется не больше ${MOST_COPIED} строк: сузьте отбор`}
        onClick={() => void copy()}
      >
        Скопировать таблицей
      </Button>
      {rest.files.map((file) => (
        <Button
          key={file.label}
          variant="subtle"
          justify="start"
          leftSection={<FileArchive size={16} aria-hidden />}
          onClick={() => order(file.order)}
        >
          {file.label}
        </Button>
      ))}
      {rest.papers.map(({ type, title }) => (
        <Button
          key={type}
          variant="subtle"
          justify="start"
          leftSection={<Printer size={16} aria-hidden />}
          onClick={() => print(type)}
        >
          {title}
        </Button>
      ))}
    </div>
  )
}
